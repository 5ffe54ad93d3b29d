import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hazardsInTree } from '../../web/cli/commands/hazardsInTree';
import { followedBy, givenSource } from '../../web/cli/open/followed';
import { csource, scalarsOf } from '../../web/cli/open/openText';
import { openSourceTree } from '../../web/cli/open/sourceTree';
import { recordAt } from '../../web/core/layout/text/textMembers';
import { findRecord, isDeclaringFile } from '../../web/core/patch/findRecord';
import { type Hazards, type OrderChange, orderChange } from '../../web/core/patch/hazards/places';
import { planPatch } from '../../web/core/patch/plan';
import { membersOf } from '../../web/core/layout/walk';
import { orderedFrom } from '../../web/core/layout/original';
import type { CodeBase } from '../patch/codeBase';
import { randomMoves } from '../patch/edits';
import { compiledAsIs, gcc, type Way } from '../patch/gcc';
import { type Complaint, complaintsOf } from './complaints';
import type { JudgedTree } from './trees';

/** A struct of a tree with an order drawn for it, and what Hitmap names of the tree. */
export interface JudgedStruct {
  readonly header: string;
  /** As C declares a variable of it. */
  readonly struct: string;
  readonly way: Way;
  /** Its tag and the names that a typedef of the tree gives it, found by their text. */
  readonly names: readonly string[];
  readonly members: readonly string[];
  /** The header with the new order. */
  readonly patched: Uint8Array;
  /** The header with `designated_init` on the struct: then gcc names every value by position. */
  readonly marked: Uint8Array;
  readonly hazards: Hazards;
  readonly change: OrderChange;
}

/** Null where it does not compile, or no order of it can be drawn. */
export function judgedStruct(
  { base, sources }: JudgedTree,
  header: string,
  struct: string,
  random: (below: number) => number,
): JudgedStruct | null {
  const tree = openSourceTree(sources);
  const path = join(base.root, header);
  if (tree === null || !existsSync(path)) return null;
  const asIs = compiledAsIs(base, header, struct);
  if (typeof asIs === 'string' || !isDeclaringFile(header, asIs.desc)) return null;
  const bytes = readFileSync(path);
  const given = givenSource({ path: header, bytes }, asIs.desc, tree);
  const { doc } = given.source;
  const desc = followedBy(given, asIs.desc).desc;
  const edited = randomMoves(desc, MOVES, random);
  const record = findRecord(doc, desc);
  if (edited === null || record === null) return null;
  const planned = planPatch({
    header: { path: header, bytes, doc },
    ...edited,
    dialect: given.dialect,
    split: [],
    comments: [],
    boundaries: true,
    versions: { header: null, binary: null },
    mayChangeFormat: true,
    defined: given.defined,
    scalars: scalarsOf(desc.target),
    csource: csource(),
  });
  const { close, tag, typedefName } = recordAt(doc, record);
  if (!planned.ok) return null;
  const own = [tag, typedefName].filter((name) => name !== null);
  return {
    header,
    struct,
    way: asIs.way,
    names: [...new Set([...own, ...(tag === null ? [] : typedefsOf(sources, tag))])],
    members: [...membersOf(orderedFrom(desc).root)].flatMap(({ name }) => name ?? []),
    patched: planned.value.after,
    marked: Buffer.concat([
      bytes.subarray(0, close + 1),
      Buffer.from(' __attribute__((designated_init))'),
      bytes.subarray(close + 1),
    ]),
    hazards: hazardsInTree(tree, desc, given.source, []),
    change: orderChange(edited.document, edited.applied),
  };
}

const MOVES = 4;

function typedefsOf(sources: string, tag: string): readonly string[] {
  const found = grep(sources, ['-rhoE', '--include=*.[ch]', `typedef +struct +${tag} +\\w+ *;`]);
  return found.flatMap((text) => /(\w+) *;$/.exec(text)?.[1] ?? []);
}

export function grep(folder: string, words: readonly string[]): readonly string[] {
  const { stdout } = spawnSync('grep', [...words, '.'], { cwd: folder, maxBuffer: 1 << 28 });
  return stdout.toString().split('\n').filter(Boolean);
}

const scratch = mkdtempSync(join(tmpdir(), 'hitmap-users-'));
process.once('exit', () => rmSync(scratch, { recursive: true }));

/** What gcc says of a file of the tree, and of which files it reads. */
export function checkedFile(
  base: CodeBase,
  path: string,
  pathOf: (path: string) => string,
): { readonly complaints: readonly Complaint[]; readonly reads: readonly string[] } {
  const reads = join(scratch, 'reads');
  rmSync(reads, { force: true });
  // Newer compilers take the two for errors.
  const strict = ['-Werror=int-conversion', '-Werror=incompatible-pointer-types'];
  const words = ['-fsyntax-only', '-fdiagnostics-plain-output', ...strict, '-MD', '-MF', reads];
  const { stderr } = gcc(base, [...words, path]);
  const text = existsSync(reads) ? readFileSync(reads, 'utf8') : '';
  return {
    complaints: complaintsOf(stderr, pathOf),
    reads: text.split(/[\s\\]+/).map(pathOf),
  };
}
