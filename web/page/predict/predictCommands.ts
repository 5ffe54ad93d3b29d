import type { Edit } from '../../core/edit/edit';
import { TAG_ROLES } from '../../core/edit/limits';
import type { MemberPath } from '../../core/layout/ids';
import { documentNeeded, selectionNeeded, type Command } from '../state/command';
import { documentInView, selectionInView } from '../state/inView';
import type { KeyName } from '../state/keys';
import type { AppState } from '../state/state';
import { doubtsInView } from '../state/predictionInView';

/** What a user knows of fields, and the two parts of the inspector that make something of it. */
export const PREDICT_COMMANDS: readonly Command[] = [
  ...TAG_ROLES.map((role) =>
    knowledge(`tag.${role}`, `Tag as ${role}`, (members) =>
      members.map((member) => ({ kind: 'tag', member, role, weight: null })),
    ),
  ),
  knowledge('untag', 'Remove the tag', (members, state) => {
    const tagged = new Set(
      documentInView(state)?.edited.applied.state.tags.map((tag) => tag.member),
    );
    return members.flatMap((member) => (tagged.has(member) ? [{ kind: 'untag', member }] : []));
  }),
  knowledge('pin', 'Pin: the offset stays', (members) =>
    members.map((member) => ({ kind: 'pin', member })),
  ),
  knowledge('unpin', 'Remove the pin', (members, state) => {
    const pinned = new Set(documentInView(state)?.edited.applied.state.pins);
    return members.flatMap((member) => (pinned.has(member) ? [{ kind: 'unpin', member }] : []));
  }),
  part('predict', 'Inspector: prediction', ['Shift+H']),
  part('suggest', 'Inspector: suggestions', ['S']),
  {
    id: 'predict.doubts',
    title: 'Tag fields whose reads the profile cannot show…',
    group: 'Field',
    keys: [],
    disabled: (state) =>
      documentNeeded(state) ??
      (doubtsInView(state).length > 0
        ? null
        : 'No field is in doubt: tag who writes, or open a profile.'),
    run: (app) => app.showDialog('doubts'),
  },
];

/** A command that says something of the selected fields; a read-only struct takes it, too. */
function knowledge(
  id: string,
  title: string,
  edits: (members: readonly MemberPath[], state: AppState) => readonly Edit[],
): Command {
  return {
    id: `field.${id}`,
    title,
    group: 'Field',
    keys: [],
    disabled: selectionNeeded,
    run(app) {
      const state = app.store.getState();
      app.edit(edits(selectionInView(state), state));
    },
  };
}

function part(id: 'predict' | 'suggest', title: string, keys: readonly KeyName[]): Command {
  return {
    id: `view.${id}`,
    title,
    group: 'View',
    keys,
    disabled: documentNeeded,
    run: (app) => app.showInspector(id),
  };
}
