import { untilFetched } from '../../core/base/fetched';
import type { Edit } from '../../core/edit/edit';
import type { MemberPath } from '../../core/layout/ids';
import { plural } from '../../core/base/prose';
import type { FieldItem } from '../../core/layout/layout';
import { fieldsOf, findField } from '../../core/layout/walk';
import type { AppPage, AppStore } from '../state/app';
import { openLead, fileToAsk } from '../state/ways';
import type { AppState } from '../state/state';
import { announceAndShow } from '../state/fileReducers';
import { fieldNeeded, selectionNeeded, type Command } from '../state/command';
import { moveTo } from '../struct/moveBy';
import { toggleExpanded } from '../state/documentReducers';
import { documentInView, selectionInView, type InView } from '../state/inView';
import type { KeyName } from '../state/keys';

/** Copies the selected fields in the order of the layout in view. */
async function copyFields(app: AppStore & AppPage): Promise<void> {
  const inView = documentInView(app.store.getState());
  if (!inView) return;
  const { paholeFields } = await untilFetched(() => import('../../core/format/pahole'));
  const selection = new Set(selectionInView(app.store.getState()));
  const fields = [...fieldsOf(inView.shown.layout)].filter(({ path }) => selection.has(path));
  const copied = await app.host.copy(paholeFields(fields));
  app.update((state) =>
    announceAndShow(
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

/** The selected fields in the layout in view. */
function selectedFields(state: AppState): readonly FieldItem[] {
  const inView = documentInView(state);
  if (inView === null) return [];
  return selectionInView(state).flatMap((path) => findField(inView.shown.layout, path) ?? []);
}

function whyLeadsNowhere(state: AppState): string | null {
  const inView = documentInView(state);
  const [first] = selectedFields(state);
  return inView && first && fileToAsk(inView, first) !== null
    ? null
    : 'The field is no pointer and no struct of a loaded file.';
}

function whyNotOpened(state: AppState): string | null {
  return selectedFields(state).some(({ member }) => hasMembers(state, member.typeIndex))
    ? null
    : 'The type of the field has no members.';
}

/** Whether a type has members, or is an array whose elements have some. */
function hasMembers(state: AppState, typeIndex: number | null): boolean {
  const types = documentInView(state)?.document.struct.types;
  const shape = typeIndex === null ? undefined : types?.[typeIndex]?.shape;
  if (shape?.kind === 'array') return hasMembers(state, shape.element);
  return shape?.kind === 'aggregate';
}

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
    title: 'Open the struct it points to',
    group: 'Field',
    keys: [],
    disabled: (state) => selectionNeeded(state) ?? whyLeadsNowhere(state),
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
    disabled: (state) => selectionNeeded(state) ?? whyNotOpened(state),
    run: (app) =>
      app.update((state) =>
        selectionInView(state).reduce((next, member) => toggleExpanded(next, member), state),
      ),
  },
];
