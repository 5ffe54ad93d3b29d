/**
 * Whether a text is pahole's: declarations with offset and size behind them. Mail quoting does not matter. One that
 * begins inside a struct has no head, but more than one such declaration.
 */
export function isPahole(text: string): boolean {
  const hasHead = /^[> \t]*(?:struct|union|class)\b[^;{]{0,400}\{/m.test(text);
  // All members were taken out: what is left is no C of an empty struct.
  if (hasHead && FIGURES.test(text)) return true;
  const place = PLACE.exec(text);
  if (place === null) return false;
  return hasHead || PLACE.test(text.slice(place.index + place[0].length));
}

/** A declaration with `/⁠* offset size *⁠/` behind it, or `offset:bit size`. */
const PLACE = /;\s*\/\*\s*(?:0x)?[\da-f]+\s*(?::\s*\d+)?\s+(?:0x)?[\da-f]+\s*\*\//i;

/** The line with which pahole ends a struct that has members. */
const FIGURES = /\/\*\s*size: [1-9]\d*, cachelines: \d+, members: [1-9]/;

/** Whether a text is C or C++ with types in it. */
export function isSource(text: string): boolean {
  return (
    /\b(?:struct|union|class)\b[^;(){}=]{0,400}\{/.test(text) ||
    /^[ \t]*#[ \t]*(?:include|define|ifndef)\b/m.test(text)
  );
}

/**
 * Whether a text is Rust: an attribute, something that is `pub`, or a struct whose first member has its name before its
 * type. C's labels and unnamed bit-fields have colons, too, and end otherwise.
 */
export function isRust(text: string): boolean {
  return (
    /^[ \t]*#!?\[\w/m.test(text) ||
    /^[ \t]*pub(?:\([\w: ]+\))?[ \t]+(?:struct|enum|union|fn|mod|use|unsafe|const)\b/m.test(text) ||
    /\bstruct\s+\w+(?:<[^;{}()]*>)?\s*\{\s*\w+\s*:\s*(?:&(?:'\w+\s+)?(?:mut\s+)?)?[\w:]+(?:<[^;{}]*>)?\s*[,}]/.test(
      text,
    )
  );
}

export const RUST_UNREAD =
  'It is Rust source, which is not read: the compiler chooses the order of a struct’s members. Open the built program or its .o, with debug information (-C debuginfo=2).';

/**
 * Whether a text holds a patch: a hunk of a unified, a combined or a context diff, whatever marks stand before it, a
 * diff without context, or a mail whose encoding would hide one.
 */
export function holdsDiff(text: string): boolean {
  return (
    /^[^\w+\-@\n]*(?:\[[\d;]*m)*@@@* -\d+/m.test(text) ||
    /^[ \t>|]*\*{15}(?:[ \t].*)?\r?\n[ \t>|]*\*\*\* \d/m.test(text) ||
    /^\d+(?:,\d+)?[acd]\d+(?:,\d+)?\r?\n[<>] /m.test(text) ||
    /^Content-Transfer-Encoding:\s*(?:base64|quoted-printable)/im.test(text)
  );
}
