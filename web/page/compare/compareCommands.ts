import { documentNeeded, type Command } from '../state/command';
import type { ComparePart } from '../state/state';
import { comparableFiles } from '../state/otherFiles';
import { compareFiles } from './showTwoFiles';

const PARTS: readonly (readonly [part: ComparePart, title: string])[] = [
  ['files', 'Compare: these changes in every loaded file'],
  ['cost', 'Compare: what the allocators take, and the structs that hold it'],
];

/** Two files, and the parts of the comparison that are asked for by name. */
export const COMPARE_COMMANDS: readonly Command[] = [
  {
    id: 'compare.twoFiles',
    title: 'Compare two loaded files: the structs that changed',
    group: 'View',
    keys: [],
    disabled: ({ files }) =>
      comparableFiles(files).length < 2 ? 'Open two kernels, or other files, first.' : null,
    run: (app) => app.update((state) => compareFiles(state)),
  },
  {
    id: 'compare.history',
    title: 'This struct in all loaded files',
    group: 'View',
    keys: [],
    disabled: (state) =>
      documentNeeded(state) ??
      (comparableFiles(state.files).length < 2 ? 'Open two kernels, or other files, first.' : null),
    run: (app) => app.showDialog('history'),
  },
  ...PARTS.map(([part, title]): Command => ({
    id: `compare.${part}`,
    title,
    group: 'View',
    keys: [],
    disabled: documentNeeded,
    run: (app) => app.update((state) => ({ ...state, comparing: true, comparePart: part })),
  })),
];
