import type { PlacedHazard } from '../../web/core/patch/hazards/places';

/** What gcc says, and every line that it names for it: where a macro is used, too. */
export interface Complaint {
  readonly kind: 'error' | 'warning';
  readonly message: string;
  readonly at: readonly { readonly path: string; readonly line: number }[];
}

const MESSAGE_LINE = /^(.+?):(\d+):(?:\d+:)? (?:fatal )?(error|warning|note): (.*)$/;

/** What gcc's plain output says, with paths as `pathOf` names them in the tree. */
export function complaintsOf(
  stderr: string,
  pathOf: (path: string) => string,
): readonly Complaint[] {
  const found: { kind: 'error' | 'warning'; message: string; at: Complaint['at'][number][] }[] = [];
  for (const text of stderr.split('\n')) {
    const [, path, line, kind, message] = MESSAGE_LINE.exec(text) ?? [];
    if (path === undefined || message === undefined) continue;
    const place = { path: pathOf(path), line: Number(line) };
    if (kind === 'note') found.at(-1)?.at.push(place);
    else if (kind === 'error' || kind === 'warning') found.push({ kind, message, at: [place] });
  }
  return found;
}

/**
 * Whether a place is what gcc complains of: it is in the same statement or initialiser. In the header itself, whose lines a
 * patch moves, its file is enough.
 */
export function isNamed(
  complaint: Complaint,
  places: readonly PlacedHazard[],
  linesOf: (path: string) => readonly string[],
  header: string,
): boolean {
  return complaint.at.some(({ path, line }) =>
    places.some((place) => {
      if (place.path !== path) return false;
      const [first, last] = [Math.min(place.line, line), Math.max(place.line, line)];
      return path === header || !ends(linesOf(path).slice(first - 1, last - 1));
    }),
  );
}

/** Whether a statement ends in these lines. */
function ends(lines: readonly string[]): boolean {
  return withoutComments(lines.join('\n')).includes(';');
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"/g, '');
}
