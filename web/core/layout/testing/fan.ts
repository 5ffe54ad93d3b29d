import { aggregate, member, scalar, structDesc, type MemberSpec } from '../../facts/build';
import type { StructDesc } from '../../facts/generated';
import { X86_64 } from '../../facts/targets';

/** `struct top`: each struct in it holds `width` of the one before, so that members grow by powers. */
export function fan(width: number, levels: number, isNamed: boolean): StructDesc {
  let inner = aggregate('struct', isNamed ? 't0' : '', 4, [member('a', 0, scalar('int', 4))]);
  for (let level = 1; level <= levels; level++) {
    const size = inner.sizeBytes ?? 0;
    const members = Array.from({ length: width }, (_, at): MemberSpec => ({
      ...member('a', at * size, inner),
      name: isNamed ? `m${at}` : null,
    }));
    const tag = level === levels ? 'top' : isNamed ? `t${level}` : '';
    inner = aggregate('struct', tag, size * width, members);
  }
  return structDesc(X86_64, inner);
}
