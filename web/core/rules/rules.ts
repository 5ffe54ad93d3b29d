import { ruleMessage } from './messages';
import type { Applied } from '../edit/applied';
import { ruleMembers, type Rule } from '../edit/rule';
import { rulesOf } from '../edit/rules';
import { formatRule } from '../edit/words';
import type { MemberPath } from '../layout/ids';
import type { Layout } from '../layout/layout';
import { linesOf } from '../layout/lines';
import { leavesOf } from '../layout/walk';
import type { OrderedStruct, OrderedAggregate } from '../layout/order';
import { judgeRule, type Broken, type Judged } from './judge';
import { placesIn } from './places';

/** A rule, and whether a layout keeps it. */
export interface RuleState {
  /** As edit words and `hitmap check` have it; of a group that the source declares `group NAME`. */
  readonly words: string;
  /** Null for a group that the source declares: nobody but the source can lift that. */
  readonly rule: Rule | null;
  readonly members: readonly MemberPath[];
  /** Why it is broken; null where it holds. */
  readonly broken: Broken | null;
}

/**
 * Every rule for a layout, and whether it holds: those that were set, then the groups of the source.
 * `original` is the untouched order, which says who belongs to a group. Cheap where there is no rule.
 */
export function ruleStates(
  applied: Applied,
  layout: Layout,
  original: OrderedStruct,
): readonly RuleState[] {
  const judged = {
    sizeBytes: layout.sizeBits / 8,
    places: placesIn(layout, applied.struct.desc),
    fields: () => leavesOf(layout),
    ruler: applied.state,
  };
  const set = rulesOf(applied.state).map((rule): RuleState => ({
    words: formatRule(rule),
    rule,
    members: ruleMembers(rule),
    broken: judgeRule(rule, judged),
  }));
  return [...set, ...groupStates(groupsOf(original.root), applied.struct, judged)];
}

function groupStates(
  groups: readonly CachelineGroup[],
  { root }: OrderedStruct,
  { places, ruler }: Judged,
): readonly RuleState[] {
  if (groups.length === 0) return [];
  const present = new Map(groupsOf(root).map(({ name, members }) => [name, new Set(members)]));
  return groups.map(({ name, members }): RuleState => {
    const strayed = members.filter((path) => present.get(name)?.has(path) !== true);
    const lines = strayed.flatMap((path) => {
      const place = places(path);
      return place === null ? [] : [linesOf(place.offsetBits, place.sizeBits, ruler).first];
    });
    return {
      words: `group ${name}`,
      rule: null,
      members,
      // What `CACHELINE_ASSERT_GROUP_MEMBER` would refuse.
      broken:
        strayed.length === 0
          ? null
          : { why: ruleMessage('left-group', strayed), violatingMembers: strayed, lines },
    };
  });
}

/** A group that the source declares: `__cacheline_group_begin(x)` to `__cacheline_group_end(x)` of include/linux/cache.h. */
interface CachelineGroup {
  readonly name: string;
  readonly members: readonly MemberPath[];
}

const BEGIN = '__cacheline_group_begin__';
const END = '__cacheline_group_end__';

/** The groups of a struct and of the anonymous ones inside it. */
function groupsOf(aggregate: OrderedAggregate): readonly CachelineGroup[] {
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
