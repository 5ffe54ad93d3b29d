import type { TextField } from '../files/takePasted';

const LINE = 'input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=file])';

/** What a typed letter or a pasted text would go into; null for none. */
export function textFieldAt(target: EventTarget | null): TextField | null {
  if (!(target instanceof HTMLElement)) return null;
  if (target.isContentEditable || target.matches('textarea')) return 'lines';
  if (!target.matches(LINE)) return null;
  return target.matches('[role=combobox]') ? 'search' : 'line';
}
