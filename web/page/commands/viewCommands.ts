import { always, documentNeeded, type Command } from './command';
import { setView } from '../struct/documentReducers';
import { announce } from '../files/fileReducers';
import { documentInView, type ShownLayout } from '../struct/inView';
import { whyNotBase } from '../../core/edit/applied';
import type { KeyName } from './keys';
import type { ThemeChoice } from '../state/state';

const LINE_SIZES: readonly (readonly [bytes: number, key: KeyName])[] = [
  [32, '1'],
  [64, '2'],
  [128, '3'],
  [256, '4'],
];

/** How the struct and the page are looked at. */
export const VIEW_COMMANDS: readonly Command[] = [
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
  return alignBytes < state.lineBytes
    ? null
    : whyNotBase({ name: struct.desc.name, alignBytes }, 1, state.lineBytes);
}
