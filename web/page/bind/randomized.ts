import { buildMessage } from '../../core/bind/messages';
import { located } from '../../core/base/messages';
import type { Diagnostic, StructDesc } from '../../core/facts/generated';
import type { AppQuestions } from '../state/app';
import type { FileId } from '../../core/layout/ids';
import { rowsOf } from '../../core/bind/rows';

/**
 * The first members of structs that CONFIG_RANDSTRUCT shuffles: those marked `__randomize_layout` and,
 * by itself, those of function pointers alone (include/linux/{path,fs,proc_fs}.h since v4.13).
 */
const FIRST_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['path', 'mnt'],
  ['file_operations', 'owner'],
  ['inode_operations', 'lookup'],
  ['super_operations', 'alloc_inode'],
  ['vm_operations_struct', 'open'],
]);

/** Whether a kernel's structs were shuffled, which only their order tells; a note where they were. */
export async function randomizedNote(
  app: AppQuestions,
  file: FileId,
): Promise<readonly Diagnostic[]> {
  const chosen = [...FIRST_MEMBERS.keys()].map((name) => ({
    name,
    kind: 'struct' as const,
    sizeBytes: null,
  }));
  const found = await app.askFile(file, (index) => ({
    kind: 'describeAll',
    rows: rowsOf(index, chosen),
  }));
  return found.ok ? noteOf(found.value.filter((struct) => struct !== null)) : [];
}

/** One alone may have been changed by its authors since. */
export function noteOf(structs: readonly StructDesc[]): readonly Diagnostic[] {
  const moved = structs.filter((struct) => firstMember(struct) !== FIRST_MEMBERS.get(struct.name));
  if (structs.length < 3 || moved.length < 2) return [];
  return [located(buildMessage('randomized'))];
}

function firstMember({ types, root }: StructDesc): string | null {
  const shape = types[root]?.shape;
  if (shape?.kind !== 'aggregate') return null;
  const [first] = [...shape.members].sort((a, b) => a.offsetBits - b.offsetBits);
  return first?.name ?? null;
}
