import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNNING_KERNEL = '/sys/kernel/btf/vmlinux';

/** Why a journey of the running kernel is skipped: it cannot be installed. */
export const NO_RUNNING_KERNEL = `${RUNNING_KERNEL} cannot be read here: the kernel has no BTF`;

type Sample =
  | 'shop.o'
  | 'shop.btf'
  | 'shop.c'
  | 'mapping.o'
  | 'depot.o'
  | 'depot-audit.o'
  | 'depot-arm.o'
  | 'depot-arm64.o'
  | 'fleet'
  | 'parcel.dwo'
  | 'truck.dwo'
  | 'fleet-dwz'
  | 'fleet.dwz';

export const sample = (name: Sample) =>
  fileURLToPath(new URL(`../samples/${name}`, import.meta.url));

/** A struct with a hole, and a later member that fits into it without anything else moving. */
export interface HoleCase {
  readonly file: string;
  readonly struct: string;
  readonly holeAt: number;
  /** The member after the hole. */
  readonly before: string;
  readonly member: string;
}

/**
 * The running kernel's BTF, copied to where a browser may read it (files under /sys state no size), or
 * null where it cannot be read.
 */
export function runningKernel(): string | null {
  try {
    accessSync(RUNNING_KERNEL, constants.R_OK);
  } catch {
    return null;
  }
  const copy = join(mkdtempSync(join(tmpdir(), 'hitmap-')), 'vmlinux.btf');
  writeFileSync(copy, readFileSync(RUNNING_KERNEL));
  return copy;
}

/** A sample of the corpus of reports, as perf prints it. */
export function readCorpus(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url)), 'utf8');
}

/** A file with these bytes, for what is not to be committed. */
export function fileOf(name: string, bytes: Uint8Array | string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'hitmap-')), name);
  writeFileSync(path, bytes);
  return path;
}

interface ShownMember {
  readonly name: string | null;
  readonly type: string;
  readonly offsetBits: number;
  readonly sizeBits: number;
}

/**
 * Looks in a kernel for a struct of plain members whose last one fits into a hole. Told by arithmetic on
 * what `hitmap show --json` states, not by the engine's own word for it: the hole is the space between
 * the end of one member and the start of the next.
 */
export function findHoleCase(file: string): HoleCase {
  const { structs } = hitmapJson<{
    structs: { kind: string; name: string; variant: number; sizeBytes: number; holes: number }[];
  }>('ls', file);
  const candidates = structs.filter(
    ({ kind, holes, variant, sizeBytes }) =>
      kind === 'struct' && holes === 1 && variant === 0 && sizeBytes > 64 && sizeBytes < 400,
  );
  for (const { name } of candidates.slice(0, 200)) {
    const { members } = hitmapJson<{ members: ShownMember[] }>('show', file, name);
    const found = holeForLast(members);
    if (found !== null) return { file, struct: name, ...found };
  }
  throw new Error(`no struct with a hole that its last member fits in ${file}`);
}

function holeForLast(members: readonly ShownMember[]): Omit<HoleCase, 'file' | 'struct'> | null {
  const last = members.at(-1);
  // Scalars of 1, 2 or 4 bytes: aligned to their size on every machine.
  if (!last?.name || ![8, 16, 32].includes(last.sizeBits) || /[[{]/.test(last.type)) return null;
  for (const [index, member] of members.slice(0, -2).entries()) {
    const next = members[index + 1];
    const holeBits = member.offsetBits + member.sizeBits;
    if (!next?.name || next.offsetBits - holeBits < last.sizeBits) continue;
    if (holeBits % last.sizeBits !== 0 || member.sizeBits % 8 !== 0) continue;
    return { holeAt: holeBits / 8, before: next.name, member: last.name };
  }
  return null;
}

export function hitmapJson<T>(...args: string[]): T {
  return JSON.parse(hitmapText(...args, '--json')) as T;
}

/** What the built command line prints. */
export function hitmapText(...args: string[]): string {
  const bin = fileURLToPath(new URL('../../dist-cli/hitmap.mjs', import.meta.url));
  return execFileSync(process.execPath, [bin, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
}
