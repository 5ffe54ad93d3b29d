import { expect, test } from 'vitest';
import {
  aggregate,
  member,
  opaque,
  pointer,
  scalar,
  structDesc,
  type AggregateSpec,
} from '../facts/build';
import { X86_64 } from '../facts/targets';
import { computeLayout } from './compute';
import { orderedFrom } from './original';
import { structFromC } from './testing/c';
import { written } from './testing/check';
import { membersOf } from './walk';

const int = scalar('int', 4);
const long = scalar('long', 8);

function judged(spec: AggregateSpec) {
  return orderedFrom(structDesc(X86_64, spec));
}

test('members are named the same in every configuration', () => {
  const struct = orderedFrom(
    structFromC(`struct s {
      int a;
      int :3;
      union { struct { int b; int :5; }; struct { struct { char c; }; } d; };
      struct { union { int e; }; };
      struct { int :4; };
    };`),
  );
  expect([...membersOf(struct.root)].map((each) => each.path)).toEqual([
    'a',
    'bits(#1)',
    'anon(b)',
    'anon(b).anon(b)',
    'b',
    'anon(b).anon(b).bits(#1)',
    'd',
    'anon(e)',
    'anon(e).anon(e)',
    'e',
    'anon(#4)',
    'anon(#4).bits(#0)',
  ]);
});

test('a struct whose offsets the rules do not explain is shown as it is, and not edited', () => {
  const struct = judged(aggregate('struct', 's', 24, [member('a', 0, int), member('b', 12, long)]));
  expect(struct.verdict).toEqual({
    kind: 'readOnly',
    reason:
      'The compiler put `b` at byte 12; the rules of the ABI, with all that is known of its type, put it at byte 8.',
  });
  expect(struct.root.readOnly).not.toBeNull();
  expect(written(computeLayout(struct))).toEqual(['a 0 4', '- 4 8 hole', 'b 12 8', '- 20 4 tail']);
});

test('a randomized struct is recognised, and shown in the order of its offsets', () => {
  const struct = judged(
    aggregate('struct', 's', 16, [member('a', 8, pointer('void *')), member('b', 0, long)]),
  );
  expect(struct.verdict.kind).toBe('readOnly');
  expect(written(computeLayout(struct))).toEqual(['b 0 8', 'a 8 8']);
});

test('a wrong size is a difference, too', () => {
  const { verdict } = judged(aggregate('struct', 's', 24, [member('a', 0, long)]));
  expect(verdict.kind === 'readOnly' && verdict.reason).toMatch(/made `s` 24 bytes/);
});

test('what was inferred is said', () => {
  const inferred = { bytes: 64, from: 'inferred' } as const;
  const line = { ...opaque('struct line', 64, 64), align: inferred };
  const { verdict } = judged(
    aggregate('struct', 's', 192, [
      { ...member('a', 0, int), align: null },
      { ...member('b', 64, int), align: inferred },
      member('c', 128, line),
    ]),
  );
  expect(verdict).toEqual({
    kind: 'agreesByInference',
    inferred: ['`b` is taken to be aligned to 64.', 'struct line is taken to be aligned to 64.'],
  });
});

test('a member that its type aligns has no alignment of its own', () => {
  const line = opaque('struct line', 64, 64);
  const { root } = judged(
    aggregate('struct', 's', 128, [member('a', 0, int), member('b', 64, line, 64)]),
  );
  expect(root.members.map((each) => each.align)).toEqual([null, null]);
});
