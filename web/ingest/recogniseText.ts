/**
 * Whether a text is pahole's: declarations with offset and size behind them. Mail quoting does not matter. One that
 * begins inside a struct has no head, but more than one such declaration.
 */
export function isPahole(text: string): boolean {
  const place = PLACE.exec(text);
  if (place === null) return false;
  const hasHead = /^[>\s]*(?:struct|union|class)\b[^;]*\{/m.test(text);
  return hasHead || PLACE.test(text.slice(place.index + place[0].length));
}

/** A declaration with `/⁠* offset size *⁠/` behind it, or `offset:bit size`. */
const PLACE = /;\s*\/\*\s*(?:0x)?[\da-f]+\s*(?::\s*\d+)?\s+(?:0x)?[\da-f]+\s*\*\//i;

/** Whether a text is C or C++ with types in it. */
export function isSource(text: string): boolean {
  return (
    /\b(?:struct|union|class)\b[^;(){}=]*\{/.test(text) ||
    /^\s*#\s*(?:include|define|ifndef)\b/m.test(text)
  );
}
