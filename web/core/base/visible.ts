/**
 * Controls, and what Unicode lists as `Default_Ignorable_Code_Point` or as a separator of lines
 * (https://www.unicode.org/Public/UCD/latest/ucd/DerivedCoreProperties.txt). `facts/src/visible.rs` has
 * the same for what comes from files.
 */
const HIDDEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';
// Each is meant by itself.
/* eslint-disable no-misleading-character-class */
const IN_NAMES = new RegExp(`[${HIDDEN}]`, 'gu');
/** Prose has lines and tabs, and joiners and variants, without which Persian and emoji come apart. */
const IN_PROSE = new RegExp(`(?![\\n\\t\\u200c\\u200d\\ufe00-\\ufe0f])[${HIDDEN}]`, 'gu');
/* eslint-enable no-misleading-character-class */

/**
 * A name with what cannot be seen written as `\u202e`, as C and JSON write it: a name that breaks a line
 * forges the next one, one that turns the text around reads as another, and a terminal obeys some.
 */
export function visibleName(name: string): string {
  return name.replace(IN_NAMES, escaped);
}

/** The same of a text of several lines. In JSON, which it may be, it means the same as before. */
export function visibleText(text: string): string {
  return text.replace(IN_PROSE, escaped);
}

/** Plain data with every text in it made so. What has nothing hidden is handed back itself. */
export function visibleIn<T>(data: T, visible: (text: string) => string): T {
  return mapped(data, visible) as T;
}

function mapped(data: unknown, visible: (text: string) => string): unknown {
  if (typeof data === 'string') return visible(data);
  if (typeof data !== 'object' || data === null) return data;
  // Nothing is made where nothing changes, which is nearly always: there may be a hundred thousand names.
  const from = data as Readonly<Record<string, unknown>>;
  let changed: Map<string, unknown> | null = null;
  for (const key of Object.keys(from)) {
    const item = mapped(from[key], visible);
    if (item !== from[key]) changed = (changed ?? new Map<string, unknown>()).set(key, item);
  }
  if (changed === null) return data;
  const all = Object.entries(from).map(([key, item]) => [key, changed.get(key) ?? item] as const);
  return Array.isArray(data) ? all.map(([, item]) => item) : Object.fromEntries(all);
}

/** Two escapes beyond the first plane. */
function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * A text with the characters that `visibleName` wrote out put back: for JSON, which has escapes of its own, and
 * readers that want a name as its file has it.
 */
export function rawText(text: string): string {
  return text.replace(/(?:\\u[0-9a-f]{4})+/g, (escapes) => {
    const units = escapes.match(/[0-9a-f]{4}/g) ?? [];
    const raw = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
    // What nobody writes out so is a name's own.
    return visibleName(raw) === escapes ? raw : escapes;
  });
}
