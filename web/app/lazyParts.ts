import { captureScript } from './files/captureScript';
import { loadTextWorker } from './files/textClient';
import { loadSourceWorker } from './source/sourceClient';

/**
 * Everything that is loaded when it is first needed: links, posted diffs, symbols, slabs, exports, headers, and the
 * scripts of two workers. For when the page is idle.
 */
export const LAZY_PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('../share/link'),
  () => import('./share/postedDiff'),
  () => import('../analysis/bind/symbolTable'),
  () => import('../analysis/compare/slabinfo'),
  () => import('../output/share/exportText'),
  () => import('../output/svgOfDocument'),
  () => import('../output/svg'),
  () => import('./source/takeText'),
  loadTextWorker,
  loadSourceWorker,
  captureScript,
];
