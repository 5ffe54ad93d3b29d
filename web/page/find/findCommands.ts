import { documentNeeded, type Command } from '../state/command';
import { documentInView } from '../state/inView';
import { seekNext } from '../state/findReducers';

/** Finding in the layout in view. */
export const FIND_COMMANDS: readonly Command[] = [
  {
    id: 'find.layout',
    title: 'Find in this layout',
    group: 'Find',
    keys: ['Mod+F'],
    // Where no struct is open there is the list to find one in.
    disabled: (state) => (state.files.length > 0 ? null : documentNeeded(state)),
    movesFocus: true,
    run: (app) =>
      documentInView(app.store.getState()) ? app.host.focusFind() : app.host.focusSearch(),
  },
  ...([1, -1] as const).map((steps): Command => ({
    id: steps > 0 ? 'find.next' : 'find.previous',
    title: steps > 0 ? 'Next match' : 'Previous match',
    group: 'Find',
    keys: [steps > 0 ? 'Mod+G' : 'Mod+Shift+G'],
    disabled: ({ seeking }) => (seeking === null ? 'No search is under way.' : null),
    run: (app) => app.update((state) => seekNext(state, steps)),
  })),
];
