/** A hunk of a posted diff, whatever a mailer did to it. */
export interface PostedHunk {
  /** As the diff names the new file; empty where it does not. */
  readonly file: string;
  /** Its `@@` line. */
  readonly range: string;
  /** The struct that git names behind the `@@`; null where it names none. */
  readonly context: string | null;
  readonly lines: readonly HunkLine[];
}

export interface HunkLine {
  readonly side: 'both' | 'old' | 'new';
  readonly text: string;
}

const RANGE = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@(.*)$/;

/** Whether a text holds a unified diff. */
export function holdsDiff(text: string): boolean {
  return /^[\s>|]*@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(text);
}

/** The subject of the mail that a text is; null where it is none. */
export function subjectOf(text: string): string | null {
  const subject = /^[\s>|]*Subject:\s*(.+(?:\r?\n[ \t]+\S.*)*)/m.exec(text)?.[1];
  return subject === undefined ? null : subject.replace(/\s+/g, ' ').trim();
}

/** Every hunk of a text. Quote marks are taken off; lines that a mailer broke are joined again. */
export function hunksOf(text: string): readonly PostedHunk[] {
  const lines = unquoted(text.split(/\r?\n/));
  const hunks: PostedHunk[] = [];
  let file = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const named = /^\+\+\+ (?:b\/)?(\S+)/.exec(line)?.[1];
    if (named !== undefined) file = named === '/dev/null' ? '' : named;
    const range = RANGE.exec(line);
    if (range === null) continue;
    const body = bodyOf(lines.slice(at + 1), Number(range[1] ?? 1), Number(range[2] ?? 1));
    hunks.push({
      file,
      range: line.trim(),
      context: structNamed(range[3] ?? ''),
      lines: body,
    });
  }
  return hunks;
}

/** `struct file {`, `struct file`: what git or a line of a hunk names. */
export function structNamed(text: string): string | null {
  return /\b(?:struct|union)\s+(\w+)\s*(?:\{|$)/.exec(text.trim())?.[1] ?? null;
}

/** The quote marks of the line with the `@@`, taken off all lines. */
function unquoted(lines: readonly string[]): readonly string[] {
  const quoted = lines.find((line) => /^[\s>|]*[>|][\s>|]*@@ -/.test(line));
  if (quoted === undefined) return lines.map((line) => line.replace(/^\s+(?=@@ -\d)/, ''));
  const marks = (/^[\s>|]*/.exec(quoted)?.[0].match(/[>|]/g) ?? []).length;
  // Each mark may have a blank behind it; the one behind the last belongs to the diff no more.
  const mark = new RegExp(`^(?:\\s*[>|]){1,${marks}} ?`);
  return lines.map((line) => line.replace(mark, ''));
}

/** The lines that belong to a hunk, by the counts of its `@@` line. */
function bodyOf(lines: readonly string[], oldCount: number, newCount: number): readonly HunkLine[] {
  const body: HunkLine[] = [];
  let [oldLeft, newLeft] = [oldCount, newCount];
  for (const line of lines) {
    if (oldLeft <= 0 && newLeft <= 0) break;
    if (/^(?:diff --git|--- a\/|\+\+\+ b\/|@@ -|-- $)/.test(line)) break;
    const sign = line[0];
    if (sign === '+' || sign === '-') {
      body.push({ side: sign === '+' ? 'new' : 'old', text: line.slice(1) });
    } else if (sign === ' ' || sign === '\t' || line === '') {
      body.push({ side: 'both', text: line.slice(line === '' || sign === '\t' ? 0 : 1) });
    } else if (sign === '\\') {
      continue;
    } else {
      // A mailer broke the line before. (A line that lost its blank in front reads the same: it is
      // whole by itself then, and ends in a `;`, a brace or a comment.)
      const before = body.at(-1);
      const isWhole = before === undefined || /(?:[;{}]|\*\/)\s*$/.test(before.text);
      if (!isWhole) {
        body[body.length - 1] = { ...before, text: `${before.text} ${line}` };
        continue;
      }
      body.push({ side: 'both', text: line });
    }
    if (sign !== '+') oldLeft--;
    if (sign !== '-') newLeft--;
  }
  return body;
}
