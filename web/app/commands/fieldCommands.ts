import type { Edit } from '../../edit/edit';
import type { MemberPath } from '../../layout/ids';
import { documentNeeded, fieldNeeded, type Command } from './command';
import { toggleExpanded } from '../document/documentReducers';
import { documentInView, selectionInView, type InView } from '../document/inView';
import type { KeyName } from './keys';

/** A command on the selected fields: makes its edits from them. */
function fieldCommand(
  id: string,
  title: string,
  keys: readonly KeyName[],
  edits: (selection: readonly MemberPath[], inView: InView) => readonly Edit[],
): Command {
  return {
    id: `field.${id}`,
    title,
    group: 'Field',
    keys,
    disabled: fieldNeeded,
    run(app) {
      const state = app.store.getState();
      const inView = documentInView(state);
      if (inView) app.edit(edits(selectionInView(state), inView));
    },
  };
}

const each =
  (edit: (member: MemberPath) => Edit) =>
  (selection: readonly MemberPath[]): readonly Edit[] =>
    selection.map(edit);

/** What can be done with the selected fields. */
export const FIELD_COMMANDS: readonly Command[] = [
  fieldCommand('first', 'Move to the start', ['Alt+Home'], (members) => [
    { kind: 'move', members, to: { at: 'first' } },
  ]),
  fieldCommand('last', 'Move to the end', ['Alt+End'], (members) => [
    { kind: 'move', members, to: { at: 'last' } },
  ]),
  fieldCommand(
    'alignCacheline',
    'Align to the cacheline',
    ['A'],
    each((member) => ({ kind: 'align', member, bytes: 'cacheline' })),
  ),
  ...[4, 8, 16, 32, 64, 128].map((bytes) =>
    fieldCommand(
      `align${bytes}`,
      `Align to ${bytes} bytes`,
      [],
      each((member) => ({ kind: 'align', member, bytes })),
    ),
  ),
  fieldCommand(
    'unalign',
    'Remove forced alignment',
    ['U'],
    each((member) => ({ kind: 'unalign', member })),
  ),
  fieldCommand(
    'isolate',
    'Isolate on its own cacheline',
    ['I'],
    each((member) => ({ kind: 'isolate', member })),
  ),
  ...[4, 8, 64].map((bytes) =>
    fieldCommand(
      `pad${bytes}`,
      `Pad ${bytes} bytes before`,
      bytes === 8 ? ['P'] : [],
      (selection) => selection.slice(0, 1).map((before) => ({ kind: 'pad', bytes, before })),
    ),
  ),
  fieldCommand('unpad', 'Remove padding before', ['Shift+P'], (selection) =>
    selection.slice(0, 1).map((before) => ({ kind: 'unpad', before })),
  ),
  {
    id: 'field.expand',
    title: 'Expand or collapse nested type',
    group: 'Field',
    keys: ['E'],
    disabled: (state) =>
      documentNeeded(state) ?? (selectionInView(state).length > 0 ? null : 'Select a field first.'),
    run: (app) =>
      app.update((state) =>
        selectionInView(state).reduce((next, member) => toggleExpanded(next, member), state),
      ),
  },
];
