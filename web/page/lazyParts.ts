import { captureScript } from './kit/captureScript';
import { loadTextWorker } from './state/textClient';
import { loadSourceWorker } from './source/sourceClient';

/**
 * Everything that is loaded when it is first needed: links, posted diffs, symbols, slabs, exports, headers, and the
 * scripts of two workers. For when the page is idle.
 */
export const LAZY_PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('../core/document/link'),
  () => import('./share/postedDiff'),
  () => import('../core/bind/symbolTable'),
  () => import('../core/compare/slabinfo'),
  () => import('../core/format/share/exportText'),
  () => import('../core/format/svgOfDocument'),
  () => import('../core/format/svg'),
  () => import('./source/takeText'),
  () => import('./patch/followHazards'),
  loadTextWorker,
  loadSourceWorker,
  captureScript,
];
