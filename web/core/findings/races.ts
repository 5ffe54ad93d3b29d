import { listed } from '../base/prose';
import { runOf } from '../edit/runs';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedStruct } from '../layout/order';
import type { Finding } from './finding';

/**
 * Bit-fields that came into one memory location (C11 3.14) by an edit: a store to one of them writes the
 * others back too. In the untouched order they are what the source says, and no finding.
 */
export function raceFindings(now: OrderedStruct, original: OrderedStruct): readonly Finding[] {
  if (now.root === original.root) return [];
  const runOfMember = new Map<MemberPath, number>();
  for (const [run, members] of runsOf(original.root).entries()) {
    for (const path of members) runOfMember.set(path, run);
  }
  return runsOf(now.root).flatMap((members) => {
    const apart = new Map<number | undefined, MemberPath>();
    for (const path of members)
      if (!apart.has(runOfMember.get(path))) apart.set(runOfMember.get(path), path);
    if (apart.size < 2) return [];
    return {
      kind: 'race',
      title: 'Bit-fields that were apart share a storage unit',
      reason: `${listed([...apart.values()].map((path) => `\`${path}\``))} now lie in one storage unit: a store to one writes the other back, so two threads that hold no common lock can lose a store.`,
      members,
      lines: [],
      functions: [],
      samples: 0,
    };
  });
}

/** The named bit-fields of each storage run. */
function runsOf(aggregate: OrderedAggregate): MemberPath[][] {
  const runs: MemberPath[][] = [];
  const { members } = aggregate;
  for (let index = 0; index < members.length;) {
    const { end } = runOf(aggregate, index);
    const run = members.slice(index, end);
    const bits = run.filter(({ bitField, name }) => bitField !== null && name !== null);
    if (bits.length > 0) runs.push(bits.map(({ path }) => path));
    for (const { inner } of run) if (inner !== null) runs.push(...runsOf(inner));
    index = end;
  }
  return runs;
}
