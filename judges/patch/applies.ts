import { sentence } from '../../web/core/base/messages';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HeaderDoc } from '../../web/core/facts/generated';
import { computeLayout } from '../../web/core/layout/compute';
import { orderedFrom } from '../../web/core/layout/original';
import { fieldsOf } from '../../web/core/layout/walk';
import { dialectOf } from '../../web/core/patch/request';
import { planPatch } from '../../web/core/patch/plan';
import { csource, readHeader, readPosted, scalarsOf } from '../../web/cli/open/openText';
import { X86_64 } from '../../web/core/facts/targets';
import { structOfText } from '../../web/core/patch/testing/structOfText';
import { textMembers } from '../../web/core/layout/text/textMembers';
import { randomEdits, randomMoves, type Edited } from './edits';
import { randomBuild } from './randomBuild';
import { randomFrom } from './random';
import { countReading, namesNothing, readingOf } from './reviewed';
import { report, tally } from './tally';

/** Of the kernel's source. */
export const KERNEL_FOLDERS = ['include/linux', 'include/net', 'mm', 'kernel/sched'];

/** Reorders every struct of a tree at random; whether every patch passes its self-check and
 * `git apply --check`, and is reviewed as the edits that it was made of. */
export function checkApplies(
  name: string,
  tree: string,
  folders: readonly string[],
  every: number,
  seed: number,
): boolean {
  const counted = tally();
  const { count, fail } = counted;
  const random = randomFrom(seed);
  const scalars = scalarsOf(X86_64);
  let number = 0;
  for (const path of folders
    .filter((folder) => existsSync(join(tree, folder)))
    .flatMap((folder) => filesUnder(tree, folder))) {
    const bytes = readFileSync(join(tree, path));
    const doc = readHeader(bytes);
    const dialect = dialectOf(path, doc);
    const patches: Uint8Array[] = [];
    for (const record of doc.records.keys()) {
      if (!isCandidate(doc, record)) continue;
      count('structs');
      if (number++ % every !== 0) continue;
      const edited = editsOf(doc, record, random);
      if (edited === null) {
        count('nothing to reorder');
        continue;
      }
      const result = planPatch({
        header: { path, bytes, doc },
        ...edited,
        dialect,
        split: [],
        comments: [],
        boundaries: true,
        versions: { header: null, binary: null },
        mayChangeFormat: true,
        defined: null,
        scalars: [],
        csource: csource(),
      });
      if (result.ok) {
        patches.push(result.value.diff);
        count('planned');
        for (const warning of result.value.warnings.filter((each) => namesNothing(sentence(each))))
          fail(`${path}: ${edited.document.struct.name}: a name is missing: ${sentence(warning)}`);
        countReading(readingOf(edited, readPosted(result.value.diff), scalars), {
          count,
          fail: (why) => fail(`${path}: ${edited.document.struct.name}: ${why} [${words(edited)}]`),
        });
        continue;
      }
      const { kind } = result.error;
      count(`refused: ${kind}`);
      const lost = kind === 'nothingToDo' && changesLayout(edited);
      if (
        lost ||
        namesNothing(sentence(result.error)) ||
        kind === 'selfCheck' ||
        kind === 'mismatch' ||
        kind === 'noStruct'
      ) {
        fail(
          `${path}: ${edited.document.struct.name}: ${sentence(result.error)} [${words(edited)}]`,
        );
      }
    }
    for (const patch of patches) {
      const error = gitRefuses(tree, patch);
      count(error === null ? 'git apply --check takes it' : 'git apply --check refuses it');
      if (error !== null) fail(`${path}: git: ${error}`);
    }
  }
  return report(`applied: ${name}`, counted);
}

function changesLayout({ applied, document }: Edited): boolean {
  const layouts = [applied.struct, orderedFrom(document.struct)].map(computeLayout);
  const [after, before] = layouts.map((layout) =>
    [...fieldsOf(layout)].map((field) => `${field.path} ${field.offsetBits}`).join('\n'),
  );
  return after !== before;
}

function words(edited: Edited): string {
  return edited.document.edits.map((edit) => JSON.stringify(edit)).join(' ');
}

/** A struct of which a random patch can be made. */
export function isCandidate(doc: HeaderDoc, record: number): boolean {
  const found = doc.records[record];
  if (found === undefined || found.parent !== null || found.unsupported !== null) return false;
  if (found.keyword !== 'struct' || (found.tag ?? found.typedefName) === null) return false;
  // A file may declare a name twice, under different conditions: the first is the one that is found.
  const first = doc.records.findIndex(
    (each) =>
      each.keyword === 'struct' &&
      (each.tag ?? each.typedefName) === (found.tag ?? found.typedefName),
  );
  return first === record && textMembers(doc, record).length > 1;
}

/** Random edits of a struct as its text declares it. */
export function editsOf(
  doc: HeaderDoc,
  record: number,
  random: (below: number) => number,
): Edited | null {
  const desc = structOfText(doc, record, {}, randomBuild(random(1000)));
  return random(3) === 0
    ? randomEdits(desc, 1 + random(3), random)
    : randomMoves(desc, 1 + random(4), random);
}

export function filesUnder(tree: string, folder: string): readonly string[] {
  return readdirSync(join(tree, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[ch]$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(tree.length + 1))
    .sort();
}

const scratch = mkdtempSync(join(tmpdir(), 'hitmap-patch-'));

function gitRefuses(tree: string, patch: Uint8Array): string | null {
  const file = join(scratch, 'one.patch');
  writeFileSync(file, patch);
  const { status, stderr } = spawnSync('git', ['apply', '--check', '--whitespace=nowarn', file], {
    cwd: tree,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: join(tree, '..') },
  });
  return status === 0 ? null : stderr.toString();
}
