/**
 * Advance of a monospace face in em. JetBrains Mono, SF Mono and Liberation Mono have 0.600,
 * DejaVu Sans Mono and Menlo 0.602; Consolas is narrower. Rounded up, so that what fits here fits there.
 */
const ADVANCE_EM = 0.605;

/** Width of a monospace text; no DOM is asked, so that a scene is the same everywhere. */
export function textWidthPx(text: string, fontPx: number): number {
  return advances(text) * ADVANCE_EM * fontPx;
}

/** How many characters of one advance fit. */
export function roomFor(widthPx: number, fontPx: number): number {
  return Math.max(0, Math.floor(widthPx / (ADVANCE_EM * fontPx) + 1e-6));
}

/** The text, shortened with `…` where it must be; null where less than `leastChars` of it would stay. */
export function elide(
  text: string,
  fontPx: number,
  widthPx: number,
  leastChars: number,
): string | null {
  const room = roomFor(widthPx, fontPx);
  if (fits(text, room)) return text;
  if (room - 1 < leastChars) return null;
  let kept = '';
  let used = 0;
  for (const char of text) {
    used += advance(char);
    if (used > room - 1) break;
    kept += char;
  }
  return `${kept}…`;
}

/**
 * A name on as few lines as possible, broken only where words of a name end: after `_`, `.` and `::`,
 * before a capital. Null where it does not fit.
 */
export function wrapName(
  name: string,
  fontPx: number,
  widthPx: number,
  maxLines: number,
): readonly string[] | null {
  const room = roomFor(widthPx, fontPx);
  if (fits(name, room)) return maxLines >= 1 ? [name] : null;
  if (maxLines < 2 || name.length > room * maxLines) return null;
  const lines: string[] = [];
  let line = '';
  for (const word of words(name)) {
    if (!fits(word, room)) return null;
    if (line !== '' && !fits(line + word, room)) {
      lines.push(line);
      line = word;
    } else {
      line += word;
    }
  }
  lines.push(line);
  return lines.length <= maxLines ? lines : null;
}

function words(name: string): readonly string[] {
  return name.split(/(?<=[^_]_+)(?=[^_])|(?<=\.)|(?<=[a-z0-9])(?=[A-Z])|(?=::)/);
}

/** No character has less than one advance, so that a name of thousands is not looked at. */
function fits(text: string, room: number): boolean {
  return text.length <= room && advances(text) <= room;
}

function advances(text: string): number {
  // Nearly every name is of letters of one advance, and each frame measures hundreds.
  if (isNarrow(text)) return text.length;
  let total = 0;
  for (const char of text) total += advance(char);
  return total;
}

function isNarrow(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) >= 0x1100) return false;
  }
  return true;
}

/** East Asian wide characters and pictographs take two advances (Unicode UAX #11, broadly). */
function advance(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  return code >= 0x1100 && (code < 0x2000 || code >= 0x2e80) ? 2 : 1;
}
