import { plural } from '../base/prose';
import type { Applied } from '../edit/applied';
import type { Edit } from '../edit/edit';
import { layoutEdits } from '../edit/layoutEdits';

/**
 * What the offsets and figures of an edited struct rest on where its file states no alignment, and what would settle
 * it; null where the file states them, or nothing was moved.
 */
export function unstatedAlignments(
  { struct, skipped }: Applied,
  edits: readonly Edit[],
): string | null {
  if (struct.desc.source !== 'btf') return null;
  const left = new Set(skipped.map(({ edit }) => edit));
  if (layoutEdits({ edits }).every((edit) => left.has(edit))) return null;
  const { verdict } = struct;
  const inferred = verdict.kind === 'agreesByInference' ? verdict.inferred.length : 0;
  const rest =
    inferred > 0
      ? `on ${plural(inferred, 'alignment or packing', 'alignments or packings')} that the offsets of the file show, and on the natural ones of all other types`
      : 'on the natural alignments of its types';
  return `BTF states no alignments: the offsets and figures after this change rest ${rest}. An attribute that no offset shows would move fields elsewhere. A vmlinux with DWARF (the debug package of this kernel) or the struct’s header settles it.`;
}
