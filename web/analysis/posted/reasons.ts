/** Why a changed line is not shown, where more than one place says so. */
export const NOTHING_NEAR = 'No member of the loaded struct is near it in this hunk.';

export const OTHER_BRANCH =
  'Which branch of the `#if` around it the loaded struct has is not known.';

export function insideSentence(inside: string): string {
  return `It lies inside \`${inside}\`, which is of a type of its own.`;
}

export function notLoaded(name: string): string {
  return `\`${name}\` is not in the loaded struct: another version, or a configuration without it.`;
}

/** Why a line in the place of a member is left: it declares none that is known. */
export function declaresNothing({ declared }: { readonly declared: string }): string {
  return declared === ''
    ? 'What is written here declares no member that is known.'
    : `\`${declared}\` declares no member that is known.`;
}
