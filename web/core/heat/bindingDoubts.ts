import type { Binding } from '../edit/profiles';
import type { BindingDoubt } from '../edit/bindingDoubt';
import { assertNever } from '../base/assert';

/**
 * What must be said beside every figure that rests on these bindings, one sentence for each profile and reason. Names
 * stand in backquotes.
 */
export function bindingDoubts(bindings: readonly Binding[], structName: string): readonly string[] {
  const said = bindings.flatMap(({ profile, doubt }) =>
    doubt === undefined ? [] : [bindingDoubtSentence(doubt, profile, structName)],
  );
  return [...new Set(said)];
}

function bindingDoubtSentence(doubt: BindingDoubt, profile: string, structName: string): string {
  switch (doubt) {
    case 'guessed':
      return `It is a guess that the line of \`${profile}\` lies in \`${structName}\`, and where. If it is wrong, so are the field names and figures. Slide the line, or bind it to another struct.`;
    case 'otherBuild':
      return `\`${profile}\` was probably recorded on another build than the file of this \`${structName}\`. Where its line lies, and which fields its rows name, is a guess. Open the build that it was recorded on.`;
    default:
      return assertNever(doubt);
  }
}
