import { documentNeeded, type Command } from '../commands/command';
import type { ComparePart } from '../state';

const PARTS: readonly (readonly [part: ComparePart, title: string])[] = [
  ['files', 'Compare: these changes in every loaded file'],
  ['cost', 'Compare: what the allocators take, and the structs that hold it'],
];

/** The parts of the comparison that are asked for by name. */
export const COMPARE_COMMANDS: readonly Command[] = PARTS.map(([part, title]): Command => ({
  id: `compare.${part}`,
  title,
  group: 'View',
  keys: [],
  disabled: documentNeeded,
  run: (app) => app.update((state) => ({ ...state, comparing: true, comparePart: part })),
}));
