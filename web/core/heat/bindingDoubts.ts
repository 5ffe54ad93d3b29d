import type { Message } from '../base/messages';
import type { BindingDoubt } from '../edit/bindingDoubt';
import type { Applied, AppliedState } from '../edit/applied';
import type { Binding } from '../edit/profiles';
import { heatMessage } from './messages';

/**
 * What must be said wherever a layout, its heat or what follows from them leaves the program: tables, pictures, mails and
 * JSON all say it in these words.
 */
export function doubtsOf(applied: Applied): readonly Message[] {
  const { struct, state } = applied;
  const { name } = struct.desc;
  const base = state.otherBases.length === 0 ? [] : [ofBase(state, name)];
  return [...bindingDoubts(state.bindings, name), ...base];
}

/** What must be said beside every figure that rests on these bindings, once for each profile and reason. */
export function bindingDoubts(
  bindings: readonly Binding[],
  structName: string,
): readonly Message[] {
  const found = new Map<string, Message>();
  for (const { profile, doubt } of bindings) {
    if (doubt === undefined) continue;
    found.set(`${doubt} ${profile}`, heatMessage(MESSAGES[doubt], profile, structName));
  }
  return [...found.values()];
}

const MESSAGES = {
  guessed: 'binding-guessed',
  otherBuild: 'binding-other-build',
} as const satisfies Record<BindingDoubt, string>;

function ofBase(
  { baseBytes, otherBases, lineBytes, baseModulo }: AppliedState,
  structName: string,
): Message {
  const all = [baseBytes, ...otherBases];
  const bases = `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
  return heatMessage('base-open', structName, bases, lineBytes, baseModulo, baseBytes);
}
