/**
 * A key as it is written in the list of commands: `Mod+Shift+Z`, `?`, `Alt+Home`. `Mod` is Ctrl, and
 * Command on a Mac. A character that needs Shift on some keyboards (`?`, `+`) is written without it.
 */
export type KeyName = string;

/** What is needed of a `KeyboardEvent`. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export function matchesKey(press: KeyPress, name: KeyName, mac: boolean): boolean {
  const { mod, alt, shift, key } = parseKey(name);
  const pressedMod = mac ? press.metaKey : press.ctrlKey;
  const otherMod = mac ? press.ctrlKey : press.metaKey;
  if (otherMod || pressedMod !== mod || press.altKey !== alt) return false;
  const isLetter = /^[a-z]$/i.test(key);
  const isSymbol = key.length === 1 && !isLetter;
  if (!isSymbol && press.shiftKey !== shift) return false;
  return isLetter ? press.key.toLowerCase() === key.toLowerCase() : press.key === key;
}

/** Whether a text field, or a screen reader's quick key, could want the same key. */
export function isSingleKey(name: KeyName): boolean {
  const { mod, alt, key } = parseKey(name);
  return !mod && !alt && key.length === 1;
}

/** The key as a person reads it, one string for each cap: `['Ctrl', 'Shift', 'Z']`. */
export function keyCaps(name: KeyName, mac: boolean): string[] {
  const { mod, alt, shift, key } = parseKey(name);
  return [
    ...(mod ? [mac ? '⌘' : 'Ctrl'] : []),
    ...(alt ? [mac ? '⌥' : 'Alt'] : []),
    ...(shift ? [mac ? '⇧' : 'Shift'] : []),
    CAPS[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ];
}

/** The key as `aria-keyshortcuts` wants it. */
export function ariaKey(name: KeyName, mac: boolean): string {
  const { mod, alt, shift, key } = parseKey(name);
  return [
    ...(mod ? [mac ? 'Meta' : 'Control'] : []),
    ...(alt ? ['Alt'] : []),
    ...(shift ? ['Shift'] : []),
    key === '+' ? 'Plus' : key,
  ].join('+');
}

const CAPS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
  '-': '−',
};

function parseKey(name: KeyName) {
  // The last part is the key itself, which may be `+`.
  const [, modifiers = '', key = name] = /^((?:(?:Mod|Alt|Shift)\+)*)(.+)$/.exec(name) ?? [];
  return {
    mod: modifiers.includes('Mod+'),
    alt: modifiers.includes('Alt+'),
    shift: modifiers.includes('Shift+'),
    key,
  };
}
