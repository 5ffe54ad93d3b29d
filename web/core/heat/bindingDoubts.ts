import { assertNever } from '../base/assert';
import type { BindingDoubt } from '../edit/bindingDoubt';
import type { Applied, AppliedState } from '../edit/applied';
import type { Binding } from '../edit/profiles';

/** Why something may be wrong, as sentences. Names stand in backquotes. */
interface Doubt {
  readonly fact: string;
  /** For who has the document before them. */
  readonly whatToDo: string;
}

/**
 * What must be said wherever a layout, its heat or what follows from them leaves the program: tables, pictures, mails and
 * JSON all say it in these words.
 */
export function doubtsOf(applied: Applied): readonly string[] {
  return doubtsIn(applied).map(({ fact }) => fact);
}

/** The same for who can mend it. */
export function doubtsToMend(applied: Applied): readonly string[] {
  return doubtsIn(applied).map(toMend);
}

/** What must be said beside every figure that rests on these bindings, one sentence for each profile and reason. */
export function bindingDoubts(bindings: readonly Binding[], structName: string): readonly string[] {
  return ofBindings(bindings, structName).map(toMend);
}

/** The facts alone, for a table that leaves without its document. */
export function bindingDoubtFacts(
  bindings: readonly Binding[],
  structName: string,
): readonly string[] {
  return ofBindings(bindings, structName).map(({ fact }) => fact);
}

function doubtsIn({ struct, state }: Applied): readonly Doubt[] {
  const { name } = struct.desc;
  const base = state.otherBases.length === 0 ? [] : [ofBase(state, name)];
  return [...ofBindings(state.bindings, name), ...base];
}

function toMend({ fact, whatToDo }: Doubt): string {
  return `${fact} ${whatToDo}`;
}

function ofBase(
  { baseBytes, otherBases, lineBytes, baseModulo }: AppliedState,
  structName: string,
): Doubt {
  const all = [baseBytes, ...otherBases];
  return {
    fact: `\`${structName}\` begins at byte ${all.slice(0, -1).join(', ')} or ${all.at(-1)} of a line of ${lineBytes} bytes: where is known only on lines of ${baseModulo}. Byte ${baseBytes} is shown.`,
    whatToDo: `If you know it, set the base again on these lines.`,
  };
}

function ofBindings(bindings: readonly Binding[], structName: string): readonly Doubt[] {
  const said = new Map<string, Doubt>();
  for (const { profile, doubt } of bindings) {
    if (doubt !== undefined) said.set(`${doubt} ${profile}`, ofBinding(doubt, profile, structName));
  }
  return [...said.values()];
}

function ofBinding(doubt: BindingDoubt, profile: string, structName: string): Doubt {
  switch (doubt) {
    case 'guessed':
      return {
        fact: `It is a guess that the line of \`${profile}\` lies in \`${structName}\`, and where. If it is wrong, so are the field names and figures.`,
        whatToDo: 'Slide the line, or bind it to another struct.',
      };
    case 'otherBuild':
      return {
        fact: `\`${profile}\` was probably recorded on a different build than the file that this \`${structName}\` comes from. The place of its line, and the fields of its rows, are a guess.`,
        whatToDo: 'Open the build that it was recorded on.',
      };
    default:
      return assertNever(doubt);
  }
}
