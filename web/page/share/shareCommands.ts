import { always, documentNeeded, type Command } from '../state/command';
import { announceAndShow, addNotice, withoutFailures } from '../state/fileReducers';
import { copyLink } from './copyLink';
import { sentence } from '../../core/base/messages';
import { fetched, Unfetched, unfetched } from '../../core/base/fetched';
import type { AppPage, AppStore } from '../state/app';
import { documentInView } from '../state/inView';
import { EXPORT_FORMS, type ExportForm } from '../../core/format/share/exportForms';

/** Copies the layout in view in one of the forms; their writers are loaded when they are first asked for. */
async function copyAs(app: AppStore & AppPage, form: ExportForm, title: string): Promise<void> {
  const document = documentInView(app.store.getState())?.document;
  if (!document) return;
  const writers = await fetched(() => import('../../core/format/share/exportText')).catch(
    unfetched,
  );
  if (writers instanceof Unfetched) {
    const text = writers.message;
    return app.update((state) => addNotice(state, { kind: 'error', title, text }));
  }
  const text = writers.exportText(document, form);
  if (!text.ok) return app.update((state) => announceAndShow(state, sentence(text.error)));
  const copied = await app.host.copy(text.value);
  app.update((state) =>
    announceAndShow(
      withoutFailures(state, title),
      copied ? `Copied: ${title}.` : 'The browser did not allow copying.',
    ),
  );
}

const EXPORT_COMMANDS: readonly Command[] = [
  ...EXPORT_FORMS.map(({ form, title }): Command => ({
    id: `share.${form}`,
    title: `Copy as ${title}`,
    group: 'Share',
    keys: [],
    disabled: documentNeeded,
    run: (app) => void copyAs(app, form, title),
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

/** What takes a layout away from the page. */
export const SHARE_COMMANDS: readonly Command[] = [
  {
    id: 'share.copyLink',
    title: 'Copy a link to this layout',
    group: 'Share',
    keys: ['Mod+Shift+L'],
    disabled: documentNeeded,
    run: (app) => void copyLink(app),
  },
  {
    id: 'share.show',
    title: 'Inspector: share',
    group: 'Share',
    keys: ['H'],
    disabled: documentNeeded,
    run: (app) => app.showInspector('share'),
  },
  {
    id: 'share.drafts',
    title: 'Drafts in this browser on or off',
    group: 'Share',
    keys: [],
    disabled: always,
    run(app) {
      const keepDrafts = !app.store.getState().settings.keepDrafts;
      app.setSettings({ keepDrafts });
      app.update((state) =>
        announceAndShow(
          state,
          keepDrafts ? 'Drafts are kept.' : 'Drafts are no longer kept; those that were are gone.',
        ),
      );
    },
  },
  {
    id: 'share.saveDrafts',
    title: 'Save the drafts of this browser as a file',
    group: 'Share',
    keys: [],
    disabled: always,
    run(app) {
      void app.draftsAsText().then((text) => {
        if (text === null)
          return app.update((state) => announceAndShow(state, 'There are no drafts.'));
        app.host.download('hitmap-drafts.json', new Blob([text], { type: 'application/json' }));
      });
    },
  },
  ...EXPORT_COMMANDS,
];
