import { always, documentNeeded, type Command } from '../state/command';

/** Commands on source and patches. */
export const SOURCE_COMMANDS: readonly Command[] = [
  {
    id: 'file.openFolder',
    title: 'Open a source folder…',
    group: 'File',
    keys: [],
    disabled: always,
    run: (app) => app.host.pickFolder(),
  },
  {
    id: 'view.patch',
    title: 'Show the patch',
    group: 'View',
    keys: [],
    disabled: documentNeeded,
    run: (app) => app.showInspector('patch'),
  },
];
