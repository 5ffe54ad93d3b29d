/** What a link can carry: JSON without anything that only JavaScript knows. */
export type Value =
  null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** Deeper is no document, and those who read it recurse. */
const MAX_DEPTH = 800;
/** Values of all kinds in one link: a link that says more was made to hurt. */
const MAX_VALUES = 400_000;

/**
 * The value that a text of JSON in UTF-8 holds; null where it is none, nests too deep, has too many values, or a number that
 * JSON cannot write or a key that is no name: `__proto__` would mean something to JavaScript.
 */
export function checkedJson(bytes: Uint8Array): Value {
  let json: Value;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Value;
  } catch {
    return null;
  }
  const left: { readonly value: Value; readonly depth: number }[] = [{ value: json, depth: 0 }];
  let count = 0;
  for (let some = left.pop(); some; some = left.pop()) {
    const { value, depth } = some;
    if ((count += 1) > MAX_VALUES) return null;
    if (typeof value === 'number' && !Number.isFinite(value)) return null;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) return null;
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && !/^[a-z]\w*$/i.test(key)) return null;
      left.push({ value: inner, depth: depth + 1 });
    }
  }
  return json;
}
