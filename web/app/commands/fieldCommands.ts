import type { Edit } from '../../edit/edit';
import type { MemberPath } from '../../layout/ids';
import { plural } from '../../base/prose';
import { fieldsOf } from '../../layout/walk';
import { paholeFields } from '../../output/pahole';
import type { App } from '../app';
import { openLead } from '../list/ways';
import { tell } from '../files/fileReducers';
import { documentNeeded, fieldNeeded, selectionNeeded, type Command } from './command';
import { moveTo } from '../document/moveBy';
import { toggleExpanded } from '../document/documentReducers';
import { documentInView, selectionInView, type InView } from '../document/inView';
import type { KeyName } from './keys';

/** Copies the selected fields in the order of the layout in view. */
async function copyFields(app: App): Promise<void> {
  const inView = documentInView(app.store.getState());
  if (!inView) return;
  const selection = new Set(selectionInView(app.store.getState()));
  const fields = [...fieldsOf(inView.shown.layout)].filter(({ path }) => selection.has(path));
  const copied = await app.host.copy(paholeFields(fields));
  app.update((state) =>
    tell(
      state,
      copied
        ? `${plural(fields.length, 'declaration')} copied.`
        : 'The browser did not allow copying.',
    ),
  );
}

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

/** A move by a key, which goes on with the one before it. */
function moveCommand(at: 'first' | 'last', title: string, key: KeyName): Command {
  return {
    id: `field.${at}`,
    title,
    group: 'Field',
    keys: [key],
    disabled: fieldNeeded,
    run: (app) => app.update((state) => moveTo(state, selectionInView(state), at)),
  };
}

const each =
  (edit: (member: MemberPath) => Edit) =>
  (selection: readonly MemberPath[]): readonly Edit[] =>
    selection.map(edit);

/** What can be done with the selected fields. */
export const FIELD_COMMANDS: readonly Command[] = [
  {
    id: 'field.copy',
    title: 'Copy as declared, with offsets',
    group: 'Field',
    keys: ['Mod+C'],
    disabled: selectionNeeded,
    run: (app) => void copyFields(app),
  },
  {
    id: 'field.open',
    title: 'Open the struct that it leads to',
    group: 'Field',
    keys: [],
    disabled: (state) => selectionNeeded(state),
    run(app) {
      const [member] = selectionInView(app.store.getState());
      if (member !== undefined) void openLead(app, member);
    },
  },
  moveCommand('first', 'Move to the start', 'Alt+Home'),
  moveCommand('last', 'Move to the end', 'Alt+End'),
  fieldCommand(
    'alignCacheline',
    'Align to a cache line',
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
    'Isolate on its own cache line',
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
