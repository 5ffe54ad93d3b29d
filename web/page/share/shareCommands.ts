import { always, documentNeeded, type Command } from '../state/command';
import { announceAndShow } from '../state/fileReducers';
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
