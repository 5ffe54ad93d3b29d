import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFile } from '../../web/cli/open/openFile';
import { findStruct } from '../../web/cli/open/findStruct';
import { Failure } from '../../web/cli/failure';
import type { StructDesc } from '../../web/facts/generated';
import { computeLayout } from '../../web/layout/compute';
import type { Layout } from '../../web/layout/layout';
import { orderedFrom } from '../../web/layout/original';
import { leavesOf } from '../../web/layout/walk';
import { isDeclaringFile } from '../../web/output/patch/findRecord';
import { planPatch } from '../../web/output/patch/plan';
import { readHeader } from '../../web/cli/open/openText';
import { randomEdits, randomMoves, type Edited } from './edits';
import type { CodeBase } from './codeBase';
import type { Tally } from './tally';

const scratch = mkdtempSync(join(tmpdir(), 'hitmap-compile-'));

/** Compiles a struct, patches its header at random, compiles again, and compares with the predicted layout. */
export function checkCompilesOf(
  base: CodeBase,
  header: string,
  struct: string,
  rounds: number,
  random: (below: number) => number,
  tally: Tally,
): void {
  const path = join(base.root, header);
  if (!existsSync(path)) return;
  const asIs = compiledAsIs(base, header, struct);
  if (typeof asIs === 'string') {
    tally.count('does not compile as it is');
    return;
  }
  const { desc: original, direct } = asIs;
  if (!isDeclaringFile(header, original)) {
    // This one stands under an `#if` that does not hold: the compiler saw another.
    tally.count('another file declares what was compiled');
    return;
  }
  const bytes = readFileSync(path);
  const doc = readHeader(bytes);
  for (let round = 0; round < rounds; round++) {
    const edited =
      round % 2 === 0
        ? randomMoves(original, 1 + random(4), random)
        : randomEdits(original, 2, random);
    if (edited === null) {
      const { readOnly } = orderedFrom(original).root;
      tally.count(readOnly === null ? 'nothing to edit' : 'read-only struct');
      return;
    }
    tally.count('edited');
    const result = planPatch({
      header: { path: header, bytes, doc },
      ...edited,
      dialect: base.dialect,
      split: [],
      comments: [],
      boundaries: true,
      versions: { header: null, binary: null },
      mayChangeFormat: true,
      defined: null,
      scalars: [],
      readHeader,
    });
    if (!result.ok) {
      tally.count(`refused: ${result.error.kind}`);
      const fault = ['selfCheck', 'mismatch', 'noStruct'].includes(result.error.kind);
      if (fault) tally.fail(`${result.error.sentence} [${wordsOf(edited)}]`);
      continue;
    }
    tally.count(`tied: ${result.value.verdict.kind}`);
    const rebuilt = compiled(base, header, struct, result.value.after, direct);
    if (typeof rebuilt === 'string') {
      // The code's own word on an order is not our failure.
      const asserted = /static assertion|BUILD_BUG_ON|size of array .* is negative/.test(rebuilt);
      const placed = /initializ(?:er|ation)/.test(rebuilt);
      tally.count(
        asserted
          ? 'the code asserts another layout'
          : placed
            ? 'the code initialises members by their place'
            : 'does not compile after',
      );
      if (!asserted && !placed) tally.fail(`${rebuilt.slice(0, 600)} [${wordsOf(edited)}]`);
      continue;
    }
    const difference = differs(
      computeLayout(edited.applied.struct),
      computeLayout(orderedFrom(rebuilt)),
    );
    tally.count(
      difference === null ? 'compiled to the predicted layout' : 'compiled to another layout',
    );
    if (difference !== null) tally.fail(`${difference} [${wordsOf(edited)}]`);
  }
}

function wordsOf(edited: Edited): string {
  return edited.document.edits.map((edit) => JSON.stringify(edit)).join(' ');
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

/** How a struct was compiled: with its header included by name, or by the headers before it. */
interface Compiled {
  readonly desc: StructDesc;
  readonly direct: boolean;
}

/** The struct as gcc lays it out; gcc's complaint where neither way compiles. */
function compiledAsIs(base: CodeBase, header: string, struct: string): Compiled | string {
  const direct = compiled(base, header, struct, null, true);
  if (typeof direct !== 'string') return { desc: direct, direct: true };
  // `#error "this header file must not be included directly"`
  const desc = compiled(base, header, struct, null, false);
  return typeof desc === 'string' ? direct : { desc, direct: false };
}

/** The struct as gcc lays it out, with `patched` in the place of its header; or gcc's complaint. */
function compiled(
  base: CodeBase,
  header: string,
  struct: string,
  patched: Uint8Array | null,
  direct: boolean,
): StructDesc | string {
  const tree = linkedTree(base.root);
  const inTree = (path: string) =>
    path.startsWith(base.root) ? tree + path.slice(base.root.length) : path;
  const source = join(scratch, 'probe.c');
  const object = join(scratch, 'probe.o');
  const names = direct ? [...base.prelude, base.includeName(header)] : base.prelude;
  const includes = names.map((name) => `#include <${name}>\n`).join('');
  writeFileSync(source, `${includes}${struct} hitmap_probe;\n`);
  const target = join(tree, header);
  if (patched !== null) {
    rmSync(target);
    writeFileSync(target, patched);
  }
  const { status, stderr } = spawnSync('gcc', [
    '-g',
    '-gdwarf-4',
    '-w',
    ...base.flags,
    ...base.includes.flatMap((folder) => ['-I', inTree(folder)]),
    ...base.forced.flatMap((file) => ['-include', inTree(file)]),
    '-c',
    source,
    '-o',
    object,
  ]);
  if (patched !== null) {
    rmSync(target);
    symlinkSync(join(base.root, header), target);
  }
  if (status !== 0) return stderr.toString();
  try {
    const file = openFile(object, 'dwarf', false);
    const desc = findStruct(file, struct);
    file.close();
    return desc;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

const linked = new Map<string, string>();

/**
 * A tree of links to the headers, in which one can be replaced: a folder that is only searched first
 * would not be found by `#include "next.h"`, which looks beside the file that says it.
 */
function linkedTree(root: string): string {
  const known = linked.get(root);
  if (known !== undefined) return known;
  const tree = join(scratch, `tree${linked.size}`);
  mkdirSync(tree);
  spawnSync('cp', ['-rs', `${root}/.`, tree]);
  linked.set(root, tree);
  return tree;
}
