import { captureScript } from './files/captureScript';
import { loadTextWorker } from './files/textClient';
import { loadSourceWorker } from './source/sourceClient';

/**
 * Everything that is loaded when it is first needed: links, posted diffs, symbols, exports, headers, and the scripts of
 * two workers. For when the page is idle.
 */
export function loadLazyParts(): readonly Promise<unknown>[] {
  return [
    import('../share/link'),
    import('./share/postedDiff'),
    import('../analysis/bind/symbolTable'),
    import('../output/share/exportText'),
    import('../output/svgOfDocument'),
    import('./source/takeText'),
    loadTextWorker(),
    loadSourceWorker(),
    captureScript(),
  ];
}
