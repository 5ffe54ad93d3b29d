import { usageMessage, noteMessage } from '../messages';
import { jsonText } from '../../core/format/jsonText';
import type { FilePair } from '../../core/compare/filePairs';
import { filterOf, grownBytes, pairLabel } from '../../core/compare/fileChange';
import { figuresOf } from '../../core/figures/figures';
import type { Applied } from '../../core/edit/applied';
import { withoutEdits } from '../../core/edit/apply';
import { newDocument } from '../../core/edit/document';
import { computeLayout } from '../../core/layout/compute';
import { layoutDiff } from '../../core/format/compare/layoutDiff';
import { Failure } from '../failure';
import { diagnosticNotes } from '../open/diagnosticNotes';
import { findStruct } from '../open/findStruct';
import { openFile, type OpenFile } from '../open/openFile';
import { mustHaveStructs, unreadNotes } from '../open/unread';
import { FLAG, parseWords, type CliCommand } from '../words';
import { changedBetween, machinesNote, type Changed } from './changedStructs';

/** `hitmap diff A B [STRUCT]`: how the layouts of two files differ. */
export const DIFF_COMMAND: CliCommand = {
  help: `hitmap diff A B: the structs and unions that changed size or lines between two files
hitmap diff A B STRUCT: the layouts of one, as a diff of pahole's text

  --sizes   compare sizes and numbers of lines only, without looking at members: faster
  --all     list also what is in one file only, and what has other members or offsets while
            every field stays on its line
  --json    JSON: everything that changed, as with --all

Columns: size in bytes in A and in B, the difference, lines in A and in B, fields of both that
crossed to another line, name. Lines are those of each file's own machine, of an object that begins
on one. A struct is listed when its size, its number of lines, or the line of one of its fields
differs. A name with several layouts is compared layout by layout: layouts of the same size are
taken to be the same one.
`,
  run(args) {
    const { values, positionals } = parseWords('diff', args, {
      json: FLAG,
      sizes: FLAG,
      all: FLAG,
    });
    const [pathA, pathB, ...words] = positionals;
    if (pathA === undefined || pathB === undefined) {
      throw new Failure(usageMessage('diff'));
    }
    const struct = words.join(' ');
    if (struct !== '') return diffStruct(pathA, pathB, struct, values.json);
    const before = openFile(pathA, 'best', false);
    const after = openFile(pathB, 'best', false);
    try {
      mustHaveStructs(before);
      mustHaveStructs(after);
      const diff = diffFiles(before, after, values);
      const machines = machinesNote(before, after);
      const first = machines === null ? [] : [machines];
      const unread = [...unreadNotes(before), ...unreadNotes(after)];
      return { ...diff, notes: [...first, ...unread, ...diff.notes] };
    } finally {
      before.close();
      after.close();
    }
  },
};

function diffStruct(pathA: string, pathB: string, struct: string, json: boolean) {
  const before = openFile(pathA, 'best', false);
  const old = withoutEdits(newDocument(findStruct(before, struct)));
  before.close();
  const after = openFile(pathB, 'best', false);
  const now = withoutEdits(newDocument(findStruct(after, struct)));
  after.close();
  const diff = layoutDiff(old, now);
  const notes = [
    ...diagnosticNotes(old.struct.desc.diagnostics, pathA),
    ...diagnosticNotes(now.struct.desc.diagnostics, pathB),
  ];
  if (json) {
    const [was, is] = [figuresIn(old), figuresIn(now)];
    return { text: jsonText({ v: 1, struct, before: was, after: is, diff }), notes };
  }
  return { text: diff || 'The two layouts are the same.\n', notes };
}

function diffFiles(
  before: OpenFile,
  after: OpenFile,
  options: { readonly json: boolean; readonly sizes: boolean; readonly all: boolean },
) {
  const changed = changedBetween(before, after, { sizes: options.sizes });
  const left = (filter: 'only' | 'inside') =>
    changed.filter(({ change }) => filterOf(change) === filter).length;
  if (options.json) {
    const both = changed.filter(({ change }) => filterOf(change) !== 'only');
    const json = {
      v: 1,
      structs: both.map(toJson),
      onlyInA: onlyJson(changed, 'before'),
      onlyInB: onlyJson(changed, 'after'),
    };
    const notes = options.sizes ? [noteMessage('members-unseen')] : [];
    return { text: jsonText(json), notes };
  }
  const shown = options.all
    ? changed
    : changed.filter(({ change }) => filterOf(change) === 'layout');
  const text = shown.length === 0 ? '' : `${HEAD}${shown.map(line).join('')}`;
  const notes = [
    ...(options.all || left('only') === 0 ? [] : [noteMessage('more-in-one', left('only'))]),
    ...(options.all || left('inside') === 0 ? [] : [noteMessage('more-inside', left('inside'))]),
    ...(options.sizes ? [noteMessage('members-unseen')] : []),
  ];
  const none = options.sizes
    ? 'No struct changed its size or its number of lines.\n'
    : 'No struct changed its size, its number of lines, or the line of a field.\n';
  return { text: text || none, notes };
}

const HEAD = '  size A   size B  change lines A     B cross  name\n';

function line({ pair, change, inside }: Changed): string {
  const { before, after } = pair;
  const size = (side: FilePair['before']) => (side === null ? '-' : `${side.sizeBytes}`);
  const lines = (side: FilePair['before']) => (side === null ? '-' : `${side.lines}`);
  const grown = grownBytes(pair);
  const difference = before === null || after === null ? '' : `${grown > 0 ? '+' : ''}${grown}`;
  return [
    size(before).padStart(8),
    size(after).padStart(8),
    difference.padStart(7),
    lines(before).padStart(7),
    lines(after).padStart(5),
    (inside === null ? '' : `${inside.crossed}`).padStart(5),
    ` ${pairLabel(pair)}${change === 'inside' ? '  (no field on another line)' : ''}\n`,
  ].join(' ');
}

/** A struct that both files have. */
function toJson({ pair, change, inside }: Changed) {
  const { before, after } = pair;
  return {
    name: pairLabel(pair),
    change,
    before: before?.sizeBytes ?? null,
    after: after?.sizeBytes ?? null,
    lines: [before?.lines ?? null, after?.lines ?? null],
    fields: inside,
  };
}

/** Structs that only one file has. */
function onlyJson(changed: readonly Changed[], side: 'before' | 'after') {
  const wanted = side === 'before' ? 'onlyBefore' : 'onlyAfter';
  return changed
    .filter(({ change }) => change === wanted)
    .map(({ pair }) => ({ name: pairLabel(pair), sizeBytes: pair[side]?.sizeBytes ?? null }));
}

function figuresIn(applied: Applied) {
  const isUnion = applied.struct.root.keyword === 'union';
  return figuresOf(computeLayout(applied.struct), isUnion, applied.state);
}
