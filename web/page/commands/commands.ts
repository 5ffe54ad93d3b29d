import { sentence } from '../../core/base/messages';
import { always, documentNeeded, type Command } from '../state/command';
import { COMPARE_COMMANDS } from '../compare/compareCommands';
import { redoInView, resetInView, undoInView, setView } from '../state/documentReducers';
import { FIELD_COMMANDS } from './fieldCommands';
import { captureScript } from '../kit/captureScript';
import { announceAndShow, announce } from '../state/fileReducers';
import { FIND_COMMANDS } from '../find/findCommands';
import { HEAT_COMMANDS } from '../heat/heatCommands';
import { documentInView, type ShownLayout } from '../state/inView';
import { changesMade } from '../../core/edit/layoutEdits';
import { isSingleKey, matchesKey, type KeyPress, type KeyName } from '../state/keys';
import { NOTE_COMMANDS } from '../notes/noteCommands';
import { PREDICT_COMMANDS } from '../predict/predictCommands';
import { RULE_COMMANDS } from '../rules/ruleCommands';
import { SHARE_COMMANDS } from '../share/shareCommands';
import { SOURCE_COMMANDS } from '../source/sourceCommands';
import { STUDY_CARDS } from '../state/studyList';
import { whyNotBase } from '../../core/edit/applied';
import type { ThemeChoice } from '../state/state';

const LINE_SIZES: readonly (readonly [bytes: number, key: KeyName])[] = [
  [32, '1'],
  [64, '2'],
  [128, '3'],
  [256, '4'],
];

/** How the struct and the page are looked at. */
const VIEW_COMMANDS: readonly Command[] = [
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
    title: 'Lines × 2: adjacent lines as pairs, on or off',
    group: 'View',
    keys: ['L'],
    disabled: documentNeeded,
    run(app) {
      const inView = documentInView(app.store.getState());
      if (inView) app.edit([{ kind: 'pair', on: !inView.shown.applied.state.pair }]);
    },
  },
  ...([-1, 1] as const).map((sign): Command => ({
    id: sign < 0 ? 'view.baseLess' : 'view.baseMore',
    title: sign < 0 ? 'Start earlier in the line' : 'Start later in the line',
    group: 'View',
    keys: [sign < 0 ? '-' : '+', ...(sign < 0 ? [] : ['='])],
    disabled(state) {
      const inView = documentInView(state);
      return inView ? noOtherBase(inView.edited) : documentNeeded(state);
    },
    run(app) {
      const inView = documentInView(app.store.getState());
      if (!inView) return;
      const { layout, applied } = inView.edited;
      const { baseBytes, lineBytes } = applied.state;
      // A struct starts where its alignment lets it.
      const bytes = (baseBytes + (sign * layout.alignBits) / 8 + lineBytes) % lineBytes;
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
    id: 'view.compare',
    title: 'Compare: before and after side by side',
    group: 'View',
    keys: ['V'],
    disabled: documentNeeded,
    run: (app) =>
      app.update((state) => ({ ...state, comparing: !state.comparing, comparePart: 'layouts' })),
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
    id: 'view.findings',
    title: 'Inspector: findings',
    group: 'View',
    keys: ['Y'],
    disabled: documentNeeded,
    run: (app) => app.showInspector('findings'),
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
  ...(['system', 'light', 'dark'] as const).map((theme: ThemeChoice): Command => ({
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

/** Why a struct begins at the start of a line and nowhere else; null where it may begin elsewhere. */
function noOtherBase({ applied, layout }: ShownLayout): string | null {
  const { struct, state } = applied;
  const alignBytes = layout.alignBits / 8;
  if (alignBytes < state.lineBytes) return null;
  const why = whyNotBase({ name: struct.desc.name, alignBytes }, 1, state.lineBytes);
  return why === null ? null : sentence(why);
}

/** Everything that the user can do, in the order of the palette. */
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
    id: 'file.openKept',
    title: 'Open files that survive a reload…',
    group: 'File',
    keys: [],
    disabled: always,
    run: (app) => app.host.pickKeptFiles(),
  },
  ...SOURCE_COMMANDS,
  {
    id: 'file.study',
    title: 'Open the example: struct file of v6.14',
    group: 'File',
    keys: [],
    disabled: always,
    run: (app) => void app.openStudy('file-f_ref'),
  },
  ...STUDY_CARDS.filter(({ id }) => id !== 'file-f_ref').map(({ id, struct, title }): Command => ({
    id: `file.study.${id}`,
    title: `Open the study of struct ${struct}: ${title}`,
    group: 'File',
    keys: [],
    disabled: always,
    run: (app) => void app.openStudy(id),
  })),
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
    keys: ['/'],
    disabled: (state) => (state.files.length > 0 ? null : 'Open a file first.'),
    movesFocus: true,
    run(app) {
      app.showList();
      // The list has to be on the screen first.
      setTimeout(() => app.host.focusSearch());
    },
  },
  ...FIND_COMMANDS,
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
    disabled: (state) => {
      const inView = documentInView(state);
      if (!inView) return documentNeeded(state);
      return changesMade(inView.document).length > 0 ? null : 'There are no changes.';
    },
    run: (app) => app.update(resetInView),
  },
  {
    id: 'edit.copyChanges',
    title: 'Copy the edits as text commands',
    group: 'Edit',
    keys: ['Mod+Shift+C'],
    disabled: (state) =>
      documentNeeded(state) ??
      (documentInView(state)?.document.edits.length ? null : 'There are no changes.'),
    run: (app) => app.copyChanges(),
  },
  ...FIELD_COMMANDS,
  ...RULE_COMMANDS,
  ...NOTE_COMMANDS,
  ...PREDICT_COMMANDS,
  ...HEAT_COMMANDS,
  ...VIEW_COMMANDS,
  ...COMPARE_COMMANDS,
  ...SHARE_COMMANDS,
  {
    id: 'help.capture',
    title: 'Copy hitmap-capture.sh: the script that records on another machine',
    group: 'Help',
    keys: [],
    disabled: always,
    run: (app) => {
      const sentenceOf = (copied: boolean) =>
        copied ? 'hitmap-capture.sh is copied.' : 'The browser did not allow copying.';
      void captureScript()
        .then(app.host.copy)
        .then((copied) => app.update((state) => announceAndShow(state, sentenceOf(copied))));
    },
  },
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
    title: 'Keys and marks',
    group: 'Help',
    keys: ['?', 'F1'],
    disabled: always,
    movesFocus: true,
    run: (app) => app.showDialog('help'),
  },
  {
    id: 'help.glossary',
    title: 'Glossary: what the words mean',
    group: 'Help',
    keys: [],
    disabled: always,
    movesFocus: true,
    run: (app) => app.showDialog('glossary'),
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
