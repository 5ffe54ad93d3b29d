/**
 * A function's name for a narrow place: template arguments go first, then the middle.
 * `Context<gemm_pack<float>, long>::signal_kernel` is `Context<…>::signal_kernel`.
 */
export function shortSymbol(name: string, most = 60): string {
  if (name.length <= most) return name;
  const bare = withoutArguments(name);
  if (bare.length <= most) return bare;
  // The last name says most.
  const tail = Math.ceil((most - 1) * 0.75);
  return `${bare.slice(0, most - 1 - tail)}…${bare.slice(-tail)}`;
}

/** `a<b<c>>::d` as `a<…>::d`; operators like `<<` and `->` stay as they are. */
function withoutArguments(name: string): string {
  let depth = 0;
  let text = '';
  for (const [at, character] of [...name].entries()) {
    const before = name[at - 1] ?? '';
    const opens =
      character === '<' && /[\w>]/.test(before) && !/operator<?$/.test(name.slice(0, at));
    if (opens && depth++ === 0) text += '<…>';
    else if (character === '>' && depth > 0 && before !== '-') depth--;
    else if (depth === 0) text += character;
  }
  return text;
}
