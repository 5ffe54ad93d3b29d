import { always, documentNeeded, type Command } from '../state/command';
import { changeDocumentInView } from '../state/documentReducers';
import { announceAndShow } from '../state/fileReducers';
import { documentInView } from '../state/inView';
import { copyLink } from './copyLink';
import { EXPORT_COMMANDS } from './exportCommands';

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
    id: 'share.reply',
    title: 'Reply: keep this layout as theirs and edit a copy',
    group: 'Share',
    keys: [],
    disabled: (state) =>
      documentNeeded(state) ??
      (documentInView(state)?.document.edits.length ? null : 'There are no changes to answer.'),
    run: (app) =>
      app.update((state) =>
        announceAndShow(
          changeDocumentInView(state, (document) => ({
            ...document,
            proposal: { title: 'Theirs', edits: document.edits },
          })),
          'Their layout is kept. Go on with yours; Compare shows both beside the original.',
        ),
      ),
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
