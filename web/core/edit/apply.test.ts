import { sentence } from '../base/messages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregate, declaredOnly, member, scalar, structDesc } from '../facts/build';
import type { TypeFact } from '../facts/generated';
import { X86_64 } from '../facts/targets';
import { computeLayout } from '../layout/compute';
import { structFromC } from '../layout/testing/c';
import type { OrderedAggregate, OrderedMember } from '../layout/order';
import { membersOf } from '../layout/walk';
import { applyEdit, applyEdits, withoutEdits } from './apply';
import { newDocument } from './document';
import type { Edit } from './edit';
import { movedMembers } from './move';
import { findSiblings } from './names';
import { padPath } from './padding';
import { parseEdit } from './parse';
import { locate } from './tree';
import { formatEdit } from './words';
import { checkEdited, checkRefused, edited } from './testing/edited';
import { randomEdits } from './testing/randomEdits';
import { specOf, structCase } from './testing/randomStructs';

const HOLED = `struct s { char a; long b; int c; char d; };`;

test('move closes a hole', () => {
  checkEdited(
    HOLED,
    `move c after a`,
    `
    a  0   1
    -  1   3  hole
    c  4   4
    b  8   8
    d  16  1
    -  17  7  tail`,
  );
});

test('members that move together keep their order, however they are named', () => {
  checkEdited(
    HOLED,
    `move d,a last`,
    `
    b  0   8
    c  8   4
    a  12  1
    d  13  1
    -  14  2  tail`,
  );
});

test('order shares out the places that the members hold', () => {
  checkEdited(
    HOLED,
    `order d,b,a`,
    `
    d  0   1
    -  1   7  hole
    b  8   8
    c  16  4
    a  20  1
    -  21  3  tail`,
  );
});

const BITS = `struct s { int a:3; int b:5; int :0; int c; char d; int e:2; };`;

test('bit-fields of one storage run move as one, with the :0 that closes it', () => {
  checkEdited(
    BITS,
    `move b last`,
    `
    c         0    4
    d         4    1
    e         5    0.2
    a         5.2  0.3
    b         5.5  0.5
    -         6.2  1.6  hole
    bits(#2)  8    0`,
  );
});

test('alone takes one bit-field out of its run', () => {
  checkEdited(
    BITS,
    `move b last alone`,
    `
    a         0    0.3
    -         0.3  3.5  hole
    bits(#2)  4    0
    c         4    4
    d         8    1
    e         9    0.2
    b         9.2  0.5
    -         9.7  2.1  tail`,
  );
});

test('a place beside a bit-field is beside its run', () => {
  checkEdited(
    BITS,
    `move c after a`,
    `
    a         0    0.3
    b         0.3  0.5
    -         1    3    hole
    bits(#2)  4    0
    c         4    4
    d         8    1
    e         9    0.2
    -         9.2  2.6  tail`,
  );
});

const NESTED = `struct s { int a; struct { char b; long c; }; union { int d; long e; }; char f; };`;

test('into and out of an anonymous struct', () => {
  checkEdited(
    NESTED,
    `
    move a into anon(b)
    move c out`,
    `
    anon(b)  0   8
    b        0   1
    -        1   3  hole
    a        4   4
    c        8   8
    anon(d)  16  8
    d        16  4
    e        16  8
    f        24  1
    -        25  7  tail`,
  );
});

test('an anonymous struct goes with its last member', () => {
  checkEdited(
    `struct s { struct { char a; int b; }; long c; };`,
    `
    move a after c
    move b after a`,
    `
    c  0   8
    a  8   1
    -  9   3  hole
    b  12  4`,
  );
  const applied = edited(`struct s { struct { char a; }; long c; };`, `move a out`);
  expect(applied.struct.root.members.map((each) => each.path)).toEqual(['a', 'c']);
});

test('align and unalign', () => {
  checkEdited(
    `struct s { char a; char b __aligned(8); };`,
    `
    unalign b
    align a 4`,
    `
    a  0  1
    b  1  1
    -  2  2  tail`,
  );
});

test('an aligned anonymous struct is a multiple of its alignment in size', () => {
  checkEdited(
    `struct s { struct { char a; }; char b; };`,
    `align anon(a) 16`,
    `
    anon(a)  0   16
    a        0   1
    -        1   15  tail
    b        16  1
    -        17  15  tail`,
  );
});

test('isolate gives a line, and the next one to whatever follows', () => {
  checkEdited(
    `struct s { int a; int b; int c; int d; };`,
    `
    isolate b
    move c last`,
    `
    a  0    4
    -  4    60  hole
    b  64   4
    -  68   60  hole
    d  128  4
    c  132  4
    -  136  56  tail`,
  );
});

test('isolate of a bit-field is of its run', () => {
  checkEdited(
    `struct s { int a; int b:1; int c:1; int d; };`,
    `isolate c`,
    `
    a  0     4
    -  4     60    hole
    b  64    0.1
    c  64.1  0.1
    -  64.2  63.6  hole
    d  128   4
    -  132   60    tail`,
  );
});

test('pad replaces the padding that it put there, unpad takes it away', () => {
  const source = `struct s { int a; int b; };`;
  const padded = `
    a       0   4
    pad(b)  4   8
    b       12  4`;
  checkEdited(source, `pad 8 before b`, padded);
  checkEdited(source, `pad 4 before b\npad 8 before b`, padded);
  checkEdited(source, `pad 4 before b\nunpad b`, `a 0 4\nb 4 4`);
});

test('padding is named in lower case, unless a member has that name', () => {
  const named = (source: string, before: string) =>
    edited(source, `pad 8 before ${before}`).struct.root.members.find(
      ({ role }) => role === 'padding',
    )?.name;
  expect(named('struct s { int a; int NumOpAllowed; };', 'NumOpAllowed')).toBe(
    'pad_num_op_allowed',
  );
  expect(named('struct s { int a; int IPAddr2; };', 'IPAddr2')).toBe('pad_ip_addr2');
  expect(named('struct s { int pad_next_one; int nextOne; };', 'nextOne')).toBe('pad_nextOne');
  expect(named('struct s { int pad_x; int X; };', 'X')).toBe('pad_X');
  expect(named('struct s { int pad_x; int x; };', 'x')).toBe('pad_x_');
});

test('what cannot be is refused with a sentence, and changes nothing', () => {
  checkRefused(HOLED, `move bb last`, 'There is no member `bb`. Did you mean `b`?');
  checkRefused(HOLED, `move b before b`, '`b` cannot be moved beside itself.');
  checkRefused(HOLED, `move b out`, '`b` is in no anonymous struct or union to be moved out of.');
  checkRefused(HOLED, `unpad b`, 'There is no padding before `b` that an edit put in.');
  checkRefused(HOLED, `unalign b`, '`b` has no alignment of its own to remove.');
  checkRefused(
    HOLED,
    `move a into b`,
    '`b` is not an anonymous struct: only into one can a member be moved.',
  );
  checkRefused(
    NESTED,
    `move a,b last`,
    '`a` and `b` are in different structs or unions: an edit takes members of one.',
  );
  checkRefused(
    NESTED,
    `move a into anon(d)`,
    'In a union `a` would share bytes with the other members: members can be moved only into a struct.',
  );
  checkRefused(
    BITS,
    `move a before b`,
    '`b` shares its storage unit with the bit-field that moves, and these move together, unless the edit ends in `alone`.',
  );
  checkRefused(
    `struct in { int x; }; struct s { int a; struct in b; };`,
    `move b.x last`,
    '`b.x` is inside `b`, which has its own type (struct in): edit `b`, or open that type.',
  );
});

test('a flexible array stays last', () => {
  const source = `struct s { int a; char b; long c[]; };`;
  checkRefused(source, `move c first`, '`c` is a flexible array: it has to stay the last member.');
  checkRefused(
    source,
    `move a after c`,
    '`c` has to stay the last member: it is, or ends in, a flexible array.',
  );
  checkEdited(source, `move a last`, `b 0 1\n- 1 3 hole\na 4 4\nc 8 0`);
});

test('a pinned member keeps its offset', () => {
  checkRefused(
    HOLED,
    `pin b\nmove a last`,
    'The edit would shift `b`, which is pinned: unpin `b` first.',
  );
  checkEdited(
    HOLED,
    `pin b\nmove c after a`,
    `a 0 1\n- 1 3 hole\nc 4 4\nb 8 8\nd 16 1\n- 17 7 tail`,
  );
});

test('an edit that does not apply is kept and marked, and those after it go on', () => {
  const applied = edited(HOLED, `move b last\nmove gone first\nmove d first`);
  expect(applied.skipped.map(({ index }) => index)).toEqual([1]);
  expect(applied.struct.root.members.map((each) => each.path)).toEqual(['d', 'a', 'c', 'b']);
});

test('tags, notes, groups and settings are state, the last word counts', () => {
  const applied = edited(
    HOLED,
    `
    tag a cold
    tag a read-hot 2.5
    note b "why"
    note b "because"
    together a,b
    together b,c
    line 128
    pair on
    base 48`,
  );
  expect(applied).toMatchObject({
    state: {
      tags: [{ member: 'a', role: 'read-hot', weight: 2.5 }],
      notes: [{ member: 'b', text: 'because' }],
      together: [['b', 'c']],
      lineBytes: 128,
      pair: true,
      baseBytes: 48,
    },
    skipped: [],
  });
});

test('a struct that cannot be recomputed refuses layout edits, and takes notes', () => {
  const desc = structDesc(
    X86_64,
    aggregate('struct', 's', 16, [
      member('a', 0, scalar('int', 4)),
      member('b', 4, declaredOnly('struct', 'secret')),
      member('c', 12, scalar('int', 4)),
    ]),
  );
  const applied = applyEdits({
    ...newDocument(desc),
    edits: [
      { kind: 'move', members: [desc.name as never], to: { at: 'last' } },
      { kind: 'note', member: 'a' as never, text: 'first' },
    ],
  });
  expect(applied.skipped.map(({ index }) => index)).toEqual([0]);
  expect(applied.skipped[0]?.reason.text).toMatch(/size of `b` is unknown/);
  expect(applied.state.notes).toHaveLength(1);
});

/** haproxy's `THREAD_ALIGN()`; gcc of the struct without `b` has `lock` at 64 and 128 bytes. */
const MARKED = `struct s {
  long a; long b[8]; long c; union { } __aligned(64); long lock; long e;
};`;

test('an empty aligned union stays where any other member goes', () => {
  const removed = edited(MARKED, 'remove b');
  expect(removed.skipped).toEqual([]);
  const layout = computeLayout(removed.struct);
  expect(layout.sizeBits).toBe(128 * 8);
  expect(offsetOf(layout, 'lock')).toBe(64);
  const again = computeLayout(edited(MARKED, 'pad 8 before e\nunpad e').struct);
  expect(again).toEqual(computeLayout(edited(MARKED, '').struct));
});

function offsetOf({ items }: ReturnType<typeof computeLayout>, name: string): number | undefined {
  return items.flatMap((item) =>
    item.kind === 'field' && item.member.name === name ? [item.offsetBits / 8] : [],
  )[0];
}

test('an edit leaves the order and the kind of all that it does not name', () => {
  fc.assert(
    fc.property(structCase, ({ root, picks }) => {
      let before = withoutEdits(newDocument(structDesc(X86_64, specOf(root, X86_64))));
      for (const edit of randomEdits(before, picks).edits) {
        const after = applyEdit(before, edit);
        if (!after.ok) throw new Error(sentence(after.error));
        const named = namedBy(before.struct.root, edit);
        const kept = (struct: typeof before.struct) =>
          [...membersOf(struct.root)].filter((each) => !named.has(each.path)).map(kindOf);
        expect(kept(after.value.struct), formatEdit(edit)).toEqual(kept(before.struct));
        before = after.value;
      }
    }),
  );
});

/** The members that an edit is about, with what lies in them, and the aggregates that it empties. */
function namedBy(root: OrderedAggregate, edit: Edit): ReadonlySet<string> {
  const paths = (): readonly OrderedMember[] => {
    if (edit.kind === 'move') {
      const found = findSiblings(root, edit.members);
      return found.ok ? movedMembers(found.value.all, edit.alone === true) : [];
    }
    const own = edit.kind === 'order' ? edit.members : [];
    const one = edit.kind === 'remove' ? [edit.member] : [];
    const pad = edit.kind === 'pad' || edit.kind === 'unpad' ? [padPath(edit.before)] : [];
    return [...own, ...one, ...pad].flatMap((path) => locate(root, path)?.member ?? []);
  };
  const named = new Set<string>();
  const take = (member: OrderedMember) => {
    named.add(member.path);
    for (const inside of member.inner === null ? [] : membersOf(member.inner))
      named.add(inside.path);
  };
  for (const member of paths()) take(member);
  if (edit.kind === 'pad') named.add(padPath(edit.before));
  // From the inside out: what holds nothing else goes too.
  for (const member of [...membersOf(root)].reverse()) {
    const { inner } = member;
    if (
      inner !== null &&
      inner.members.length > 0 &&
      inner.members.every(({ path }) => named.has(path))
    )
      named.add(member.path);
  }
  return named;
}

function kindOf({ path, role, typeName, inner }: OrderedMember): string {
  return `${path} ${role} ${inner === null ? typeName : inner.keyword}`;
}

test('nothing comes before the pointer to the virtual functions', () => {
  const plain = structFromC('struct v { void *_vptr; int flags; long id; };');
  const types = plain.types.map((type): TypeFact => {
    if (type.shape.kind !== 'aggregate') return type;
    const [head, ...rest] = type.shape.members;
    const members = head === undefined ? [] : [{ ...head, role: 'vtable' as const }, ...rest];
    return { ...type, shape: { ...type.shape, members } };
  });
  const desc = { ...plain, types };
  const order = (words: string) => {
    const edit = parseEdit(words);
    if (!edit.ok) throw new Error(sentence(edit.error));
    const applied = applyEdits({ ...newDocument(desc), edits: [edit.value] });
    return [applied.struct.root.members.map(({ path }) => path), applied.skipped.length];
  };
  // g++: a class with virtual functions has its pointer at 0 whatever member is declared first.
  expect(order('move id first')).toEqual([['vtable', 'id', 'flags'], 0]);
  expect(order('move id before vtable')).toEqual([['vtable', 'flags', 'id'], 1]);
  expect(order('move vtable last')).toEqual([['vtable', 'flags', 'id'], 1]);
  expect(order('order id,vtable')).toEqual([['vtable', 'flags', 'id'], 1]);
  expect(order('pad 8 before vtable')).toEqual([['vtable', 'flags', 'id'], 1]);
  expect(order('remove vtable')).toEqual([['vtable', 'flags', 'id'], 1]);
});
