import { keptWith } from '../../core/base/derived';
import type { AppStore } from '../state/app';

/**
 * What was bound without a click, each once, so that undoing it holds: a line of a report (`file target`), or all hot lines of
 * a report in a struct (`struct report`).
 */
export const boundByItself = keptWith<AppStore, Set<string>>(() => new Set());
