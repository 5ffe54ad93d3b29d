import { derived } from '../../core/base/derived';
import { plural } from '../../core/base/prose';
import type { Declared, StructDesc, Target } from '../../core/facts/generated';
import { isNamed } from '../../core/facts/machine';
import type { Layout } from '../../core/layout/layout';
import { leavesOf } from '../../core/layout/walk';

/** What a title says of a struct. */
export interface StructFacts {
  readonly keyword: string;
  readonly name: string;
  readonly memberCount: number;
  readonly machine: string;
  /** `include/linux/fs.h:1067`; null where it is not known. */
  readonly declared: string | null;
}

export function structFacts(struct: StructDesc): StructFacts {
  const root = struct.types[struct.root];
  const aggregate = root?.shape.kind === 'aggregate' ? root.shape : null;
  return {
    keyword: aggregate?.keyword ?? 'struct',
    name: struct.name,
    memberCount: aggregate?.members.length ?? 0,
    machine: machineText(struct.target),
    declared: root?.declared ? declaredText(root.declared) : null,
  };
}

/** Where most fields lie inside anonymous structs (`mm_struct` has two members), both are said. */
export function memberText({ memberCount }: StructFacts, layout: Layout): string {
  const text = plural(memberCount, 'member');
  const fields = fieldCount(layout);
  return fields < 2 * memberCount ? text : `${text}, ${plural(fields, 'field')} in all`;
}

const fieldCount = derived((layout: Layout): number => [...leavesOf(layout)].length);

/** `fs.h:1067`, or `line 1067` where only that is known. */
export function declaredText(declared: Declared): string {
  return declared.file === '' ? `line ${declared.line}` : `${declared.file}:${declared.line}`;
}

/** `x86-64`; where no machine is stated (raw BTF), what is known of it: `64-bit little-endian`. */
export function machineText(target: Target): string {
  if (isNamed(target.machine)) return target.machine;
  return `${target.pointerBytes * 8}-bit ${target.bigEndian ? 'big' : 'little'}-endian`;
}
