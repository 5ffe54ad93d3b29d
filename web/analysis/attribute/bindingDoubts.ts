import type { Binding } from '../../edit/profiles';
import type { BindingDoubt } from '../../edit/bindingDoubt';
import { assertNever } from '../../base/assert';

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
      return `That the line of \`${profile}\` is of \`${structName}\`, and where in it, is a guess: field names and figures stand and fall with it. Slide the line, or bind it to another struct.`;
    case 'otherBuild':
      return `\`${profile}\` was taken on another build than the one whose \`${structName}\` this is: that its line lies there, and that its rows are of the fields that are named, is a guess. Open the build that it was taken on.`;
    default:
      return assertNever(doubt);
  }
}
