import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../web/cli/failure';
import { findStruct } from '../../web/cli/open/findStruct';
import { openFile } from '../../web/cli/open/openFile';
import type { StructDesc } from '../../web/core/facts/generated';
import type { Layout } from '../../web/core/layout/layout';
import { leavesOf } from '../../web/core/layout/walk';
import type { CodeBase } from './codeBase';

/**
 * How the header of a struct is compiled, the strictest first: a header that compiles alone has to go on doing so,
 * one that says `#error "must not be included directly"` is reached through the others.
 */
export type Way = 'alone' | 'after the common headers' | 'through the common headers';

const WAYS: readonly Way[] = ['alone', 'after the common headers', 'through the common headers'];

/** A header that takes the place of the one in the tree, and what gcc has to find true of the struct then. */
export interface Patched {
  readonly bytes: Uint8Array;
  readonly assertions: readonly string[];
}

/** The struct as gcc lays it out, in the first way that compiles; gcc's complaint where none does. */
export function compiledAsIs(
  base: CodeBase,
  header: string,
  struct: string,
): { readonly desc: StructDesc; readonly way: Way } | string {
  let complaint = '';
  for (const way of WAYS) {
    const desc = compiled(base, header, struct, way, null);
    if (typeof desc !== 'string') return { desc, way };
    complaint = desc;
  }
  return complaint;
}

/** Where a layout says that members lie, for gcc to confirm. Bit-fields have no address: their bytes are read from DWARF. */
export function assertionsOf(struct: string, layout: Layout): readonly string[] {
  const members = [...leavesOf(layout)].flatMap(({ member, offsetBits }) =>
    member.name === null || member.bitField !== null || member.statedOffsetBits === null
      ? []
      : [
          `_Static_assert(__builtin_offsetof(${struct}, ${member.name}) == ${offsetBits / 8}, "${PREDICTED} ${member.name}");`,
        ],
  );
  const size = `_Static_assert(sizeof(${struct}) == ${layout.sizeBits / 8}, "${PREDICTED} size");`;
  return [...members, size];
}

/** What our own assertions begin with, apart from those of the code. */
export const PREDICTED = 'hitmap predicted';

const scratch = mkdtempSync(join(tmpdir(), 'hitmap-compile-'));

/** The struct as gcc lays it out, or gcc's complaint. */
export function compiled(
  base: CodeBase,
  header: string,
  struct: string,
  way: Way,
  patched: Patched | null,
): StructDesc | string {
  const source = join(scratch, 'probe.c');
  const object = join(scratch, 'probe.o');
  const assertions = patched?.assertions ?? [];
  const lines = [`${struct} hitmap_probe;`, ...assertions, ''];
  writeFileSync(source, includesOf(base, header, way) + lines.join('\n'));
  const { status, stderr } = withHeader(base, header, patched?.bytes ?? null, () =>
    gcc(base, ['-g', '-gdwarf-4', '-w', '-c', source, '-o', object]),
  );
  if (status !== 0) return stderr;
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

/** What makes a header's structs known, as lines. */
export function includesOf(base: CodeBase, header: string, way: Way): string {
  const names = {
    alone: [...base.first, base.includeName(header)],
    'after the common headers': [...base.first, ...base.common, base.includeName(header)],
    'through the common headers': [...base.first, ...base.common],
  }[way];
  return names.map((name) => `#include <${name}>\n`).join('');
}

/** gcc with the folders and flags of a code base, in its linked tree. */
export function gcc(base: CodeBase, words: readonly string[]): { status: number; stderr: string } {
  const { status, stderr } = spawnSync(
    'gcc',
    [
      ...base.flags,
      ...base.includes.flatMap((folder) => ['-I', inLinkedTree(base, folder)]),
      ...base.forced.flatMap((file) => ['-include', inLinkedTree(base, file)]),
      ...words,
    ],
    { maxBuffer: 1 << 28 },
  );
  return { status: status ?? 1, stderr: stderr.toString() };
}

/** Runs something while the linked tree has another text in the place of a header. */
export function withHeader<T>(
  base: CodeBase,
  header: string,
  bytes: Uint8Array | null,
  run: () => T,
): T {
  if (bytes === null) return run();
  const target = inLinkedTree(base, join(base.root, header));
  rmSync(target);
  writeFileSync(target, bytes);
  try {
    return run();
  } finally {
    rmSync(target);
    symlinkSync(join(base.root, header), target);
  }
}

/** Where the linked tree has a path of a code base; a path outside of it is itself. */
export function inLinkedTree({ root }: CodeBase, path: string): string {
  return path.startsWith(root) ? linkedTree(root) + path.slice(root.length) : path;
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
