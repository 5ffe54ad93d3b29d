import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate } from '../layout/order';

/** A group that the source declares: `__cacheline_group_begin(x)` to `__cacheline_group_end(x)` of include/linux/cache.h. */
export interface CachelineGroup {
  readonly name: string;
  readonly members: readonly MemberPath[];
}

const BEGIN = '__cacheline_group_begin__';
const END = '__cacheline_group_end__';

/** The groups of a struct and of the anonymous ones inside it. */
export function groupsOf(aggregate: OrderedAggregate): readonly CachelineGroup[] {
  const { members } = aggregate;
  return members.flatMap((member, index) => {
    const inside = member.inner === null ? [] : groupsOf(member.inner);
    if (!member.name?.startsWith(BEGIN)) return inside;
    const name = member.name.slice(BEGIN.length);
    const end = members.findIndex((each, at) => at > index && each.name === END + name);
    if (end < 0) return inside;
    return [{ name, members: members.slice(index + 1, end).map(({ path }) => path) }];
  });
}
