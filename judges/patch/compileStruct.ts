import { sentence } from '../../web/core/base/messages';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hazardsInTree } from '../../web/cli/commands/hazardsInTree';
import { followedBy, givenSource } from '../../web/cli/open/followed';
import { csource, readPosted, scalarsOf } from '../../web/cli/open/openText';
import { openSourceTree, type SourceTree } from '../../web/cli/open/sourceTree';
import { computeLayout } from '../../web/core/layout/compute';
import type { Layout } from '../../web/core/layout/layout';
import { orderedFrom } from '../../web/core/layout/original';
import type { SourceText } from '../../web/core/layout/text/sourceText';
import { leavesOf } from '../../web/core/layout/walk';
import { isDeclaringFile } from '../../web/core/patch/findRecord';
import { planPatch } from '../../web/core/patch/plan';
import type { CodeBase } from './codeBase';
import { randomEdits, randomMoves, type Edited } from './edits';
import { assertionsOf, compiled, compiledAsIs, PREDICTED } from './gcc';
import { countReading, readingOf } from './reviewed';
import type { Tally } from './tally';

/**
 * Compiles a struct, patches its header at random as `hitmap patch --tree` does, compiles again, and compares with
 * the predicted layout: gcc by assertions, and by the debug information that it writes.
 */
export function checkCompilesOf(
  base: CodeBase,
  header: string,
  struct: string,
  rounds: number,
  random: (below: number) => number,
  tally: Tally,
): void {
  const path = join(base.root, header);
  const tree = openSourceTree(base.root);
  if (tree === null || !existsSync(path)) return;
  const asIs = compiledAsIs(base, header, struct);
  if (typeof asIs === 'string') {
    tally.count('does not compile as it is');
    return;
  }
  const { desc, way } = asIs;
  if (!isDeclaringFile(header, desc)) {
    // This one stands under an `#if` that does not hold: the compiler saw another.
    tally.count('another file declares what was compiled');
    return;
  }
  tally.count(`structs whose header compiles ${way}`);
  const bytes = readFileSync(path);
  const given = givenSource({ path: header, bytes }, desc, tree);
  const { doc } = given.source;
  const original = followedBy(given, desc).desc;
  const scalars = scalarsOf(original.target);
  for (let round = 0; round < rounds; round++) {
    const edited =
      round % 2 === 0
        ? randomMoves(original, 1 + random(4), random)
        : randomEdits(original, 1 + random(4), random);
    if (edited === null) {
      const { readOnly } = orderedFrom(original).root;
      tally.count(readOnly === null ? 'nothing to edit' : 'read-only struct');
      return;
    }
    tally.count('edited');
    const words = edited.document.edits.map((edit) => JSON.stringify(edit)).join(' ');
    const fail = (why: string) => tally.fail(`${why} [${words}]`);
    const result = planPatch({
      header: { path: header, bytes, doc },
      ...edited,
      dialect: given.dialect,
      split: [],
      comments: [],
      boundaries: true,
      versions: { header: null, binary: null },
      mayChangeFormat: true,
      defined: given.defined,
      scalars,
      csource: csource(),
    });
    if (!result.ok) {
      const { kind } = result.error;
      tally.count(`refused: ${kind}`);
      // The header is the one that was compiled: what says otherwise names a wrong cause.
      if (['selfCheck', 'mismatch', 'noStruct', 'words'].includes(kind))
        fail(sentence(result.error));
      continue;
    }
    const { diff, after, verdict } = result.value;
    tally.count(`tied: ${verdict.kind}`);
    if (verdict.kind !== 'exact') fail(`wrong cause: the header is not said to be the same one`);
    countReading(readingOf(edited, readPosted(diff), scalars), { ...tally, fail });
    const predicted = computeLayout(edited.applied.struct);
    const assertions = assertionsOf(struct, predicted);
    const rebuilt = compiled(base, header, struct, way, { bytes: after, assertions });
    if (typeof rebuilt === 'string') {
      const complaint = complaintOf(rebuilt);
      tally.count(complaint);
      // The code's own word on an order is not our failure, where the patch says it beforehand.
      const isNamed =
        complaint === COMPLAINTS.positional && namesPositional(tree, edited, given.source, rebuilt);
      if (complaint !== COMPLAINTS.asserted && !isNamed) fail(rebuilt.slice(0, 600));
      continue;
    }
    const difference = differs(predicted, computeLayout(orderedFrom(rebuilt)));
    tally.count(
      difference === null ? 'compiled to the predicted layout' : COMPLAINTS.anotherLayout,
    );
    if (difference !== null) fail(difference);
  }
}

const COMPLAINTS = {
  anotherLayout: 'compiled to another layout',
  asserted: 'the code asserts another layout',
  positional: 'the code initialises members by their place',
  other: 'does not compile after',
} as const;

function complaintOf(stderr: string): (typeof COMPLAINTS)[keyof typeof COMPLAINTS] {
  if (stderr.includes(PREDICTED)) return COMPLAINTS.anotherLayout;
  if (/static assertion|BUILD_BUG_ON|size of array .* is negative/.test(stderr)) {
    return COMPLAINTS.asserted;
  }
  return /initializ(?:er|ation)/.test(stderr) ? COMPLAINTS.positional : COMPLAINTS.other;
}

/** Whether a file that gcc refuses for an initialiser is among those that the tree was found to have. */
function namesPositional(
  tree: SourceTree,
  { document }: Edited,
  source: SourceText,
  stderr: string,
): boolean {
  const { places } = hazardsInTree(tree, document.struct, source, []);
  return places.some(({ kind, path }) => kind === 'positional' && stderr.includes(path));
}

function differs(predicted: Layout, built: Layout): string | null {
  const offsets = new Map(
    [...leavesOf(built)].map((field) => [field.member.name, field.offsetBits]),
  );
  for (const field of leavesOf(predicted)) {
    if (field.member.name === null) continue;
    const offset = offsets.get(field.member.name);
    if (offset !== field.offsetBits) {
      return `${field.member.name} is predicted at bit ${field.offsetBits} and lies at ${offset ?? 'no place'}`;
    }
  }
  return predicted.sizeBits === built.sizeBits
    ? null
    : `predicted ${predicted.sizeBits / 8} bytes, built ${built.sizeBits / 8}`;
}
