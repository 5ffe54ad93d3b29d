import {
  aggregate,
  array,
  member,
  pointer,
  scalar,
  structDesc,
  type MemberSpec,
} from '../../../core/facts/build';
import { X86_64 } from '../../../core/facts/targets';
import type { StructDesc } from '../../../core/facts/generated';

/** One struct with every shape that the grid draws. */
export function sampleStruct(): StructDesc {
  const int = scalar('int', 4);
  const u8 = scalar('u8', 1);
  const u64 = scalar('u64', 8);
  const listHead = aggregate('struct', 'list_head', 16, [
    member('next', 0, pointer('struct list_head *')),
    member('prev', 8, pointer('struct list_head *')),
  ]);
  const slot = aggregate('struct', 'slot', 24, [
    member('owner', 0, pointer('struct task_struct *')),
    member('seq', 8, int),
    member('link', 16, pointer('struct slot *')),
  ]);
  const either = aggregate('union', '', 16, [
    member('f_pipe', 0, u64),
    member('f_rwsem', 0, listHead),
    member(null, 0, aggregate('struct', '', 8, [member('low', 0, int), member('high', 4, int)])),
  ]);
  return structDesc(
    X86_64,
    aggregate(
      'struct',
      'sample',
      256,
      [
        member('state', 0, int),
        member('kind', 4, u8),
        bits('in_use', 40, 1),
        bits('dirty', 41, 1),
        bits('generation', 42, 6),
        member('list', 8, listHead),
        member('count', 24, scalar('short', 2)),
        member('name', 32, array(scalar('char', 1), 40)),
        member(null, 72, either),
        member('__cacheline_group_begin__sample_hot', 88, array(u8, 0)),
        member('lock', 88, int),
        member('slots', 96, array(slot, 3)),
        member('hot', 192, u64, 64),
        member('last', 200, u64),
        member('tail', 208, array(u64, null)),
      ],
      { alignBytes: 64 },
    ),
  );
}

function bits(name: string, offsetBits: number, widthBits: number): MemberSpec {
  return {
    ...member(name, 0, scalar('u8', 1)),
    offsetBits,
    bitField: { widthBits, unitBits: 8 },
  };
}
