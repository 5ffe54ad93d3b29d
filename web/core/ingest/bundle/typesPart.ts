import type { AccessRow } from '../../facts/generated';
import { KERNEL_PART, type Bundle } from './bundle';

/** The folder of the programs, the libraries and the kernel that carry debug information. */
export const PROGRAMS = 'programs/';
const DEBUGGED_KERNEL = `${PROGRAMS}vmlinux`;

/** The part whose types a line is of: that of the object whose rows have most samples. Null where the bundle has none of it. */
export function typesPart(bundle: Bundle, rows: readonly AccessRow[]): string | null {
  const samples = new Map<string, number>();
  for (const row of rows) {
    const part = partOf(bundle, row);
    if (part !== null) samples.set(part, (samples.get(part) ?? 0) + samplesOf(row));
  }
  const [first] = [...samples].sort(([, a], [, b]) => b - a);
  return first === undefined ? null : first[0];
}

/** Every part that has types: the kernel, programs, libraries. */
export function typesParts({ parts }: Bundle): readonly string[] {
  return [...parts.keys()].filter((part) => part === KERNEL_PART || part.startsWith(PROGRAMS));
}

/** The kernel's types, with its code where the bundle has that; null where it has neither. */
function kernelTypes({ parts }: Bundle): string | null {
  return [DEBUGGED_KERNEL, KERNEL_PART].find((part) => parts.has(part)) ?? null;
}

function partOf(bundle: Bundle, { level, object }: AccessRow): string | null {
  const program = object === null ? null : `${PROGRAMS}${partName(object)}`;
  if (program !== null && level !== 'kernel' && bundle.parts.has(program)) return program;
  return level === 'user' ? null : kernelTypes(bundle);
}

/** As the script calls the part of a program that lies at a path. */
function partName(object: string): string {
  const name = object.slice(object.lastIndexOf('/') + 1);
  return name.replace(/[^A-Za-z0-9._+-]/g, '_').slice(0, 60);
}

/** Rows of shares alone weigh alike. */
function samplesOf({ counts }: AccessRow): number {
  return counts.records ?? (counts.hitmLocal ?? 0) + (counts.hitmRemote ?? 0) + 1;
}
