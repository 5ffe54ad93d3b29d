import { documentNeeded, type Command } from '../commands/command';
import type { App } from '../app';
import { addNotice, tell } from '../files/fileReducers';
import { documentInView, type SettledView } from '../document/inView';

/** A form in which the layout in view can be taken away. */
interface ExportForm {
  readonly id: string;
  /** "Copy as …". */
  readonly title: string;
  readonly text: (inView: SettledView) => Promise<string>;
}

/** All of them are text; the writers are loaded when they are first asked for. */
export const EXPORT_FORMS: readonly ExportForm[] = [
  {
    id: 'pahole',
    title: 'pahole text',
    text: async ({ edited }) => (await import('../../output/layoutDiff')).paholeOf(edited.applied),
  },
  {
    id: 'paholeBefore',
    title: 'pahole text, before the changes',
    text: async ({ original }) =>
      (await import('../../output/layoutDiff')).paholeOf(original.applied),
  },
  {
    id: 'diff',
    title: 'diff of the two',
    text: async ({ original, edited }) =>
      (await import('../../output/layoutDiff')).layoutDiff(original.applied, edited.applied) ||
      'The two layouts are the same.\n',
  },
  {
    id: 'markdown',
    title: 'Markdown table',
    text: async ({ original, edited, document }) =>
      (await import('../../output/markdown')).markdownTable(
        edited.applied,
        document.edits.length === 0 ? null : original.applied,
      ),
  },
  {
    id: 'json',
    title: 'JSON (the layout)',
    text: async ({ edited, document }) => {
      const { showJson } = await import('../../output/json');
      const json = showJson(edited.applied, [...document.edits], edited.layout, edited.figures);
      return `${JSON.stringify(json, null, 2)}\n`;
    },
  },
];

/** Copies the layout in view in one of the forms. */
async function copyAs(app: App, form: ExportForm): Promise<void> {
  const inView = documentInView(app.store.getState());
  if (!inView) return;
  const text = await form.text(inView).catch(() => null);
  if (text === null) {
    const why = 'A part of the page could not be loaded. Reload the page.';
    return app.update((state) => addNotice(state, { kind: 'error', title: form.title, text: why }));
  }
  const copied = await app.host.copy(text);
  app.update((state) =>
    tell(state, copied ? `Copied: ${form.title}.` : 'The browser did not allow copying.'),
  );
}

export const EXPORT_COMMANDS: readonly Command[] = [
  ...EXPORT_FORMS.map((form): Command => ({
    id: `share.${form.id}`,
    title: `Copy as ${form.title}`,
    group: 'Share',
    keys: [],
    disabled: documentNeeded,
    run: (app) => void copyAs(app, form),
  })),
  ...(['svg', 'png'] as const).flatMap((kind) =>
    (['light', 'dark'] as const).map((theme): Command => ({
      id: `share.${kind}.${theme}`,
      title: `Save the picture as ${kind.toUpperCase()}, ${theme}`,
      group: 'Share',
      keys: [],
      disabled: documentNeeded,
      run: (app) => app.host.savePicture(kind, theme),
    })),
  ),
];
