import { documentNeeded, type Command } from '../command';
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
  ...EXPORT_COMMANDS,
];
