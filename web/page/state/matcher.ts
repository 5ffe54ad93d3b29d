/** `lock` is a part of a name, `f_*` a whole one with anything for the star. */
export function matcher(text: string): (name: string) => boolean {
  const wanted = text.toLowerCase().replaceAll('->', '.');
  if (!wanted.includes('*')) return (name) => name.toLowerCase().includes(wanted);
  const [first = '', ...rest] = wanted.split('*');
  const last = rest.pop() ?? '';
  // Written by hand, because a regular expression with many stars can block the page.
  return (name) => {
    const lower = name.toLowerCase();
    if (!lower.startsWith(first) || lower.length < first.length + last.length) return false;
    let at = first.length;
    for (const part of rest) {
      const found = lower.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return lower.endsWith(last) && at <= lower.length - last.length;
  };
}
