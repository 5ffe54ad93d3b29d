import { figuresOf } from '../../analysis/figures';
import { hunksOf, subjectOf } from '../../analysis/posted/hunks';
import { hunksByStruct, postedEdits } from '../../analysis/posted/postedEdits';
import { applyEdits, withoutEdits } from '../../edit/apply';
import type { Applied } from '../../edit/applied';
import { newDocument } from '../../edit/document';
import { formatEdit } from '../../edit/words';
import { computeLayout } from '../../layout/compute';
import { layoutDiff } from '../../output/layoutDiff';
import { Failure } from '../failure';
import { findStruct } from '../open/findStruct';
import { openFile } from '../open/openFile';
import { readText } from '../open/structOf';
import { FLAG, parseWords, type CliCommand } from '../words';

/** `hitmap review FILE PATCH`: a posted diff, before and after. */
export const REVIEW_COMMAND: CliCommand = {
  help: `hitmap review FILE PATCH: what a posted diff does to the layouts of the structs that it changes

  --json    JSON

PATCH is a patch or a whole mail, quoted or wrapped; - is standard input. Member moves, alignments and
paddings become edits; what cannot be placed is said on standard error. Exit code 1: nothing could be placed.
`,
  run(args) {
    const { values, positionals } = parseWords('review', args, { json: FLAG });
    const [path, patch] = positionals;
    if (path === undefined || patch === undefined) {
      throw new Failure('review takes a file and a patch: `hitmap review FILE PATCH`.');
    }
    const text = readText(patch);
    const byStruct = hunksByStruct(hunksOf(text));
    if (byStruct.size === 0) throw new Failure(`${patch} holds no unified diff.`);
    const file = openFile(path, 'best', false);
    const notes: string[] = [];
    const reviewed = [...byStruct].flatMap(([name, hunks]) => {
      // A hunk that names no struct is of a comment or a function.
      if (name === '') return [];
      if (!file.names.includes(name)) {
        notes.push(
          `note: ${path} holds no struct \`${name}\`; ${hunks.length} of the hunks are left out.`,
        );
        return [];
      }
      const document = newDocument(findStruct(file, name));
      const { edits, problems } = postedEdits(document, hunks);
      notes.push(
        ...problems.map(({ range, reason }) => `note: struct ${name}, ${range}: ${reason}`),
      );
      if (edits.length === 0) return [];
      const before = shown(withoutEdits(document));
      const after = shown(applyEdits({ ...document, edits }));
      return [{ name, edits: edits.map(formatEdit), before, after }];
    });
    file.close();
    const subject = subjectOf(text);
    const exitCode = reviewed.length === 0 ? 1 : 0;
    if (values.json) {
      const structs = reviewed.map(({ name, edits, before, after }) => {
        return { name, edits, before: before.figures, after: after.figures };
      });
      return {
        text: `${JSON.stringify({ v: 1, subject, structs, notes }, null, 2)}\n`,
        notes: [],
        exitCode,
      };
    }
    if (reviewed.length === 0) {
      notes.push(`note: nothing of ${patch} changes a layout of ${path}, or it is there already.`);
    }
    const texts = reviewed.map(
      ({ name, edits, before, after }) =>
        `struct ${name}: ${before.figures.sizeBytes} to ${after.figures.sizeBytes} bytes, ${before.figures.lines} to ${after.figures.lines} lines\n\n` +
        `${edits.map((words) => `  ${words}\n`).join('')}\n${layoutDiff(before.applied, after.applied)}`,
    );
    return { text: texts.join('\n'), notes, exitCode };
  },
};

function shown(applied: Applied) {
  const layout = computeLayout(applied.struct);
  const isUnion = applied.struct.root.keyword === 'union';
  return { applied, figures: figuresOf(layout, isUnion, applied) };
}
