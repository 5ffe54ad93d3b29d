import type { App } from './app';
import { documentInView, selectionInView } from './inView';
import type { KeyName } from './keys';
import type { AppState } from './state';

/** Something that the user can do. One list feeds buttons, menus, the palette, keys and the help. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: 'File' | 'Find' | 'Edit' | 'Field' | 'View' | 'Share' | 'Help';
  /** The first is shown; the others work too. */
  readonly keys: readonly KeyName[];
  /** Null where it can run, else why not, as a sentence. */
  readonly disabled: (state: AppState) => string | null;
  readonly run: (app: App) => void;
  /** It takes the keyboard elsewhere: a dialog that runs it must have given the focus back first. */
  readonly movesFocus?: true;
}

/** A value of `disabled` for what always runs. */
export const always = () => null;

/** A value of `disabled` for what needs an open struct. */
export function documentNeeded(state: AppState): string | null {
  return documentInView(state) ? null : 'Open a struct first.';
}

function editable(state: AppState): string | null {
  const inView = documentInView(state);
  if (!inView) return 'Open a struct first.';
  if (inView.readOnly) return inView.readOnly;
  if (inView.document.view.show === 'original')
    return 'The original is in view. Show the edited layout first.';
  return null;
}

/** A value of `disabled` for what needs a selected field of a struct that can be edited. */
/** A value of `disabled` for what only looks at fields: the struct may be read-only. */
export function selectionNeeded(state: AppState): string | null {
  return (
    documentNeeded(state) ?? (selectionInView(state).length > 0 ? null : 'Select a field first.')
  );
}

export function fieldNeeded(state: AppState): string | null {
  const no = editable(state);
  if (no) return no;
  return selectionInView(state).length > 0 ? null : 'Select a field first.';
}
