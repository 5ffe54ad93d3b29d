import { figuresOf } from '../../analysis/figures';
import { accountOf, isWhole, leftByReason, lineText } from '../../analysis/posted/accountWords';
import { isAssumption, noteText } from '../../analysis/posted/notes';
import {
  NO_NAME,
  review,
  type FindByMembers,
  type FindStruct,
  type NamelessHunk,
  type Review,
  type ReviewedStruct,
} from '../../analysis/posted/review';
import { applyEdits, withoutEdits } from '../../edit/apply';
import type { Applied } from '../../edit/applied';
import { newDocument } from '../../edit/document';
import { formatEdit } from '../../edit/words';
import type { PostedDiff, StructDesc } from '../../facts/generated';
import { computeLayout } from '../../layout/compute';
import { KERNEL_TYPEDEFS } from '../../layout/text/aliases';
import type { KnownType } from '../../layout/text/choices';
import { layoutDiff } from '../../output/compare/layoutDiff';
import { mayBeOf, structByMembers } from '../../output/patch/structByMembers';
import { Failure } from '../failure';
import { findNamed, findStruct } from '../open/findStruct';
import { openFile, type OpenFile } from '../open/openFile';
import { readPosted, scalarsOf } from '../open/openText';
import { readBytes } from '../open/structOf';
import { FLAG, parseWords, type CliCommand, type CommandResult } from '../words';

/** `hitmap review FILE PATCH`: a posted diff, before and after. */
export const REVIEW_COMMAND: CliCommand = {
  help: `hitmap review FILE PATCH: what a posted diff does to the layouts of the structs that it changes

  --json    JSON

PATCH is a patch or a whole mail, quoted, wrapped, encoded, coloured; - is standard input. Moves, alignments,
paddings, members that come, go, or change their type, and structs put around members become edits. Each changed
line that is not shown is named on standard error with its reason. Exit code 1 where there are such lines.
`,
  run(args) {
    const { values, positionals } = parseWords('review', args, { json: FLAG });
    const [path, patch] = positionals;
    if (path === undefined || patch === undefined) {
      throw new Failure('review takes a file and a patch: `hitmap review FILE PATCH`.');
    }
    const diff = readPosted(readBytes(patch));
    if (diff.hunks.length === 0) {
      const [refused] = diff.refused;
      throw new Failure(
        refused === undefined
          ? `${patch} holds no unified diff.`
          : `${patch}, line ${refused.line}: ${refused.reason}`,
      );
    }
    const file = openFile(path, 'best', false);
    try {
      const found = reviewOf(file, diff);
      return values.json ? asJson(found, diff) : asText(found, path, patch);
    } finally {
      file.close();
    }
  },
};

/** The review, with the types of new members looked up in the file. */
export function reviewOf(file: OpenFile, diff: PostedDiff): Review {
  const find: FindStruct = ({ name }) => {
    if (name === '') return { reason: NO_NAME };
    if (!file.names.includes(name)) {
      return { reason: `${file.path} holds no struct \`${name}\`.` };
    }
    try {
      return newDocument(findStruct(file, name));
    } catch (error) {
      if (error instanceof Failure) return { reason: error.message };
      throw error;
    }
  };
  let structs: readonly StructDesc[] | null = null;
  const byMembers: FindByMembers = (hunk) => {
    const desc = structs && structByMembers(structs, hunk);
    return desc === null ? null : newDocument(desc);
  };
  const scalars = scalarsOf(file.session.facts.target);
  const known = new Map<string, KnownType>();
  const asked = new Set<string>();
  for (;;) {
    const found = review(diff, find, { scalars, known }, byMembers);
    if (structs === null && found.nameless.length > 0) {
      structs = structsLike(file, found.nameless);
      continue;
    }
    const wanted = found.wanted.filter((name) => !asked.has(name));
    if (wanted.length === 0) return found;
    for (const name of wanted) {
      asked.add(name);
      const alias = KERNEL_TYPEDEFS.get(name) ?? name;
      const desc = findNamed(file, alias);
      if (desc !== null) known.set(alias, { desc, typeIndex: desc.root });
    }
  }
}

/** Described at once: what a kernel has of structs is not held whole. */
const CHUNK_ROWS = 300;

/** The structs that any of the hunks can be of. */
function structsLike(
  { names, session }: OpenFile,
  hunks: readonly NamelessHunk[],
): readonly StructDesc[] {
  const near: StructDesc[] = [];
  for (let first = 0; first < names.length; first += CHUNK_ROWS) {
    const count = Math.min(CHUNK_ROWS, names.length - first);
    const rows = Array.from({ length: count }, (_, at) => first + at);
    const answer = session.ask({ kind: 'describeAll', rows });
    for (const desc of answer.ok ? answer.value : []) {
      if (desc !== null && hunks.some((hunk) => mayBeOf(desc, hunk))) near.push(desc);
    }
  }
  return near;
}

function asText(found: Review, path: string, patch: string): CommandResult {
  const changed = found.structs.filter(({ edits }) => edits.length > 0).map(comparison);
  const notes = [
    ...found.notes.map((note) => `note: ${noteText(note)}`),
    ...leftByReason(found).flatMap(({ range, lines, reason }) => [
      `left: ${range}: ${reason}`,
      ...lines.map((line) => `      ${lineText(line)}`.trimEnd()),
    ]),
  ];
  const account = accountOf(found);
  if (account !== null) notes.push(`note: ${account}`);
  else if (changed.length === 0) {
    notes.push(`note: nothing of ${patch} changes a layout of ${path}, or it is there already.`);
  }
  const texts = changed.map(
    ({ name, edits, before, after }) =>
      `struct ${name}: ${before.figures.sizeBytes} to ${after.figures.sizeBytes} bytes, ${before.figures.lines} to ${after.figures.lines} lines\n\n` +
      `${edits.map((words) => `  ${words}\n`).join('')}\n${layoutDiff(before.applied, after.applied)}`,
  );
  return { text: texts.join('\n'), notes, exitCode: isWhole(found) ? 0 : 1 };
}

function asJson(found: Review, { subject }: PostedDiff): CommandResult {
  const structs = found.structs
    .filter(({ edits }) => edits.length > 0)
    .map(comparison)
    .map(({ name, edits, before, after }) => {
      return { name, edits, before: before.figures, after: after.figures };
    });
  const { total, left, missing, notes } = found;
  const lines = { total, placed: total - left.length, missing };
  const assumed = notes.filter(isAssumption);
  const json = { v: 1, subject, structs, lines, left, notes: notes.map(noteText), assumed };
  return {
    text: `${JSON.stringify(json, null, 2)}\n`,
    notes: [],
    exitCode: isWhole(found) ? 0 : 1,
  };
}

function comparison({ document, edits }: ReviewedStruct) {
  return {
    name: document.struct.name,
    edits: edits.map(formatEdit),
    before: shown(withoutEdits(document)),
    after: shown(applyEdits({ ...document, edits })),
  };
}

function shown(applied: Applied) {
  const layout = computeLayout(applied.struct);
  const isUnion = applied.struct.root.keyword === 'union';
  return { applied, figures: figuresOf(layout, isUnion, applied.state) };
}
