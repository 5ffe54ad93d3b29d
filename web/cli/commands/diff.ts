import { figuresOf } from '../../analysis/figures';
import type { Applied } from '../../edit/applied';
import { withoutEdits } from '../../edit/apply';
import { newDocument } from '../../edit/document';
import { computeLayout } from '../../layout/compute';
import { layoutDiff } from '../../output/layoutDiff';
import { Failure } from '../failure';
import { findStruct } from '../open/findStruct';
import { openFile, type OpenFile } from '../open/openFile';
import { FLAG, parseWords, type CliCommand } from '../words';

/** `hitmap diff A B [STRUCT]`: what became of the layouts between two files. */
export const DIFF_COMMAND: CliCommand = {
  help: `hitmap diff A B: the structs and unions whose size differs between two files
hitmap diff A B STRUCT: the layouts of one, as a diff of pahole's text

  --json    JSON

A name that has several layouts in one of the files is left out, and counted.
`,
  run(args) {
    const { values, positionals } = parseWords('diff', args, { json: FLAG });
    const [pathA, pathB, ...words] = positionals;
    if (pathA === undefined || pathB === undefined) {
      throw new Failure('diff takes two files: `hitmap diff A B`.');
    }
    const before = openFile(pathA, 'best', false);
    const struct = words.join(' ');
    if (struct !== '') {
      const old = withoutEdits(newDocument(findStruct(before, struct)));
      before.close();
      const after = openFile(pathB, 'best', false);
      const now = withoutEdits(newDocument(findStruct(after, struct)));
      after.close();
      const diff = layoutDiff(old, now);
      if (values.json) {
        const [was, is] = [figuresIn(old), figuresIn(now)];
        const text = JSON.stringify({ v: 1, struct, before: was, after: is, diff }, null, 2);
        return { text: `${text}\n`, notes: [] };
      }
      return { text: diff || 'The two layouts are the same.\n', notes: [] };
    }
    const old = sizesOf(before);
    before.close();
    const after = openFile(pathB, 'best', false);
    const now = sizesOf(after);
    after.close();
    const changed = [...old.sizes].flatMap(([name, was]) => {
      const is = now.sizes.get(name);
      return is === undefined || is.bytes === was.bytes
        ? []
        : [
            {
              name,
              before: was.bytes,
              after: is.bytes,
              lines: [linesOf(was), linesOf(is)] as const,
            },
          ];
    });
    const ambiguous = new Set([...old.ambiguous, ...now.ambiguous]).size;
    const notes =
      ambiguous === 0 ? [] : [`note: ${ambiguous} names have several layouts and are left out.`];
    if (values.json) {
      return { text: `${JSON.stringify({ v: 1, structs: changed }, null, 2)}\n`, notes };
    }
    const lines = changed
      .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
      .map(({ name, before: was, after: is, lines: [from, to] }) => {
        const sign = is > was ? '+' : '';
        const grown = from === to ? '' : `  ${from} to ${to} lines`;
        return `${String(was).padStart(8)} ${String(is).padStart(8)} ${`${sign}${is - was}`.padStart(7)}  ${name}${grown}\n`;
      });
    return { text: lines.join(''), notes };
  },
};

function figuresIn(applied: Applied) {
  const isUnion = applied.struct.root.keyword === 'union';
  return figuresOf(computeLayout(applied.struct), isUnion, applied);
}

interface Sized {
  readonly bytes: number;
  readonly lineBytes: number;
}

function linesOf({ bytes, lineBytes }: Sized): number {
  return Math.ceil(bytes / lineBytes);
}

function sizesOf(file: OpenFile): {
  readonly sizes: ReadonlyMap<string, Sized>;
  readonly ambiguous: ReadonlySet<string>;
} {
  const kinds = ['struct', 'union', 'class'];
  const { lineBytes } = file.session.facts.target;
  const sizes = new Map<string, Sized>();
  const ambiguous = new Set<string>();
  for (const [row, name] of file.names.entries()) {
    const label = `${kinds[file.index.kinds[row] ?? 0] ?? 'struct'} ${name}`;
    if ((file.index.variants[row] ?? 0) > 0) ambiguous.add(label);
    else sizes.set(label, { bytes: file.index.sizesBytes[row] ?? 0, lineBytes });
  }
  return { sizes, ambiguous };
}
