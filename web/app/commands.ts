import type { Edit } from '../edit/edit';
import type { MemberPath } from '../layout/ids';
import type { App } from './app';
import { redoInView, resetInView, setView, toggleExpanded, undoInView } from './documentReducers';
import { announce } from './fileReducers';
import { documentInView, selectionInView, type InView } from './inView';
import { isSingleKey, matchesKey, type KeyName, type KeyPress } from './keys';
import type { AppState, Theme } from './state';

/** Something that the user can do. One list feeds buttons, menus, the palette, keys and the help. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: 'File' | 'Find' | 'Edit' | 'Field' | 'View' | 'Help';
  /** The first is shown; the others work too. */
  readonly keys: readonly KeyName[];
  /** Null where it can run, else why not, as a sentence. */
  readonly disabled: (state: AppState) => string | null;
  readonly run: (app: App) => void;
  /** It takes the keyboard elsewhere: a dialog that runs it must have given the focus back first. */
  readonly movesFocus?: true;
}

const always = () => null;

function documentNeeded(state: AppState): string | null {
  return documentInView(state) ? null : 'Open a struct first.';
}

function editable(state: AppState): string | null {
  const inView = documentInView(state);
  if (!inView) return 'Open a struct first.';
  if (inView.readOnly) return inView.readOnly;
  if (inView.document.view.show === 'original')
    return 'The original is in view. Show the edited layout first.';
  return null;
}

function fieldNeeded(state: AppState): string | null {
  const no = editable(state);
  if (no) return no;
  return selectionInView(state).length > 0 ? null : 'Select a field first.';
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

const each =
  (edit: (member: MemberPath) => Edit) =>
  (selection: readonly MemberPath[]): readonly Edit[] =>
    selection.map(edit);

const FIELD: readonly Command[] = [
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

const LINE_SIZES: readonly (readonly [bytes: number, key: KeyName])[] = [
  [32, '1'],
  [64, '2'],
  [128, '3'],
  [256, '4'],
];

const VIEW: readonly Command[] = [
  ...LINE_SIZES.map(([bytes, key]): Command => ({
    id: `view.line${bytes}`,
    title: `Line size ${bytes} bytes`,
    group: 'View',
    keys: [key],
    disabled: documentNeeded,
    run: (app) => app.edit([{ kind: 'line', bytes }]),
  })),
  {
    id: 'view.pair',
    title: 'Lines × 2: adjacent pairs on or off',
    group: 'View',
    keys: ['L'],
    disabled: documentNeeded,
    run(app) {
      const inView = documentInView(app.store.getState());
      if (inView) app.edit([{ kind: 'pair', on: !inView.shown.applied.pair }]);
    },
  },
  ...([-1, 1] as const).map((sign): Command => ({
    id: sign < 0 ? 'view.baseLess' : 'view.baseMore',
    title: sign < 0 ? 'Start earlier in the line' : 'Start later in the line',
    group: 'View',
    keys: [sign < 0 ? '-' : '+', ...(sign < 0 ? [] : ['='])],
    disabled: documentNeeded,
    run(app) {
      const inView = documentInView(app.store.getState());
      if (!inView) return;
      const { baseBytes, lineBytes } = inView.shown.applied;
      const step = baseStepBytes(inView);
      const bytes = (baseBytes + sign * step + lineBytes) % lineBytes;
      app.edit([{ kind: 'base', bytes }]);
    },
  })),
  {
    id: 'view.original',
    title: 'Show the original or the edited layout',
    group: 'View',
    keys: ['O'],
    disabled: documentNeeded,
    run: (app) =>
      app.update((state) => {
        const inView = documentInView(state);
        if (!inView) return state;
        const show = inView.document.view.show === 'original' ? 'edited' : 'original';
        return announce(setView(state, { show }), `The ${show} layout is in view.`);
      }),
  },
  {
    id: 'view.left',
    title: 'Struct list on or off',
    group: 'View',
    keys: ['Mod+B'],
    disabled: always,
    run: (app) => app.togglePanel('left'),
  },
  {
    id: 'view.right',
    title: 'Inspector on or off',
    group: 'View',
    keys: ['Mod+Alt+B'],
    disabled: always,
    run: (app) => app.togglePanel('right'),
  },
  {
    id: 'view.field',
    title: 'Inspector: field',
    group: 'View',
    keys: ['F'],
    disabled: documentNeeded,
    run: (app) => app.showInspector('field'),
  },
  {
    id: 'view.changes',
    title: 'Inspector: changes',
    group: 'View',
    keys: ['C'],
    disabled: documentNeeded,
    run: (app) => app.showInspector('changes'),
  },
  ...(['system', 'light', 'dark'] as const).map((theme: Theme): Command => ({
    id: `view.theme.${theme}`,
    title: { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' }[theme],
    group: 'View',
    keys: [],
    disabled: always,
    run: (app) => app.setSettings({ theme }),
  })),
  {
    id: 'view.print',
    title: 'Print',
    group: 'View',
    keys: ['Mod+P'],
    disabled: always,
    run: (app) => app.host.print(),
  },
];

export const COMMANDS: readonly Command[] = [
  {
    id: 'file.open',
    title: 'Open files…',
    group: 'File',
    keys: ['Mod+O'],
    disabled: always,
    run: (app) => app.host.pickFiles(),
  },
  {
    id: 'file.study',
    title: 'Open the example: struct file of v6.14',
    group: 'File',
    keys: [],
    disabled: always,
    run: (app) => void app.openStudy(),
  },
  {
    id: 'file.closeStruct',
    title: 'Close this struct',
    group: 'File',
    keys: ['Alt+W'],
    disabled: documentNeeded,
    run(app) {
      const inView = documentInView(app.store.getState());
      if (inView) app.close(inView.open.id);
    },
  },
  {
    id: 'find.search',
    title: 'Search structs',
    group: 'Find',
    keys: ['/', 'Mod+F'],
    disabled: (state) => (state.files.length > 0 ? null : 'Open a file first.'),
    movesFocus: true,
    run: (app) => app.host.focusSearch(),
  },
  {
    id: 'find.grid',
    title: 'Go to the layout',
    group: 'Find',
    keys: ['G'],
    disabled: documentNeeded,
    movesFocus: true,
    run: (app) => app.host.focusGrid(),
  },
  {
    id: 'edit.undo',
    title: 'Undo',
    group: 'Edit',
    keys: ['Mod+Z'],
    disabled: (state) =>
      documentNeeded(state) ?? (documentInView(state)?.canUndo ? null : 'Nothing to undo.'),
    run: (app) => app.update(undoInView),
  },
  {
    id: 'edit.redo',
    title: 'Redo',
    group: 'Edit',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    disabled: (state) =>
      documentNeeded(state) ?? (documentInView(state)?.canRedo ? null : 'Nothing to redo.'),
    run: (app) => app.update(redoInView),
  },
  {
    id: 'edit.reset',
    title: 'Reset to the original',
    group: 'Edit',
    keys: [],
    disabled: (state) =>
      documentNeeded(state) ??
      (documentInView(state)?.document.edits.length ? null : 'There are no changes.'),
    run: (app) => app.update(resetInView),
  },
  {
    id: 'edit.copyChanges',
    title: 'Copy the changes as words',
    group: 'Edit',
    keys: ['Mod+Shift+C'],
    disabled: (state) =>
      documentNeeded(state) ??
      (documentInView(state)?.document.edits.length ? null : 'There are no changes.'),
    run: (app) => app.copyChanges(),
  },
  ...FIELD,
  ...VIEW,
  {
    id: 'help.palette',
    title: 'Commands…',
    group: 'Help',
    keys: ['Mod+K'],
    disabled: always,
    run: (app) => app.showDialog('palette'),
  },
  {
    id: 'help.keys',
    title: 'Keys and help',
    group: 'Help',
    keys: ['?', 'F1'],
    disabled: always,
    movesFocus: true,
    run: (app) => app.showDialog('help'),
  },
];

const byId = new Map(COMMANDS.map((command) => [command.id, command]));

export function commandById(id: string): Command {
  const command = byId.get(id);
  if (!command) throw new Error(`bug: no command ${id}`);
  return command;
}

/**
 * The command for a key press, also where it is disabled just now (a key that does nothing is better
 * than the browser's own meaning of it). In a text field only keys with Ctrl or Alt count.
 */
export function commandForKey(
  press: KeyPress,
  options: { readonly mac: boolean; readonly inText: boolean; readonly singleKeys: boolean },
): Command | null {
  for (const command of COMMANDS) {
    for (const key of command.keys) {
      if (isSingleKey(key) && (options.inText || !options.singleKeys)) continue;
      if (matchesKey(press, key, options.mac)) return command;
    }
  }
  return null;
}

/** A struct starts where its alignment lets it; one byte at a time where that is more than a line. */
function baseStepBytes(inView: InView): number {
  const alignBytes = inView.shown.layout.alignBits / 8;
  return alignBytes >= 1 && alignBytes < inView.shown.applied.lineBytes ? alignBytes : 1;
}
