import fc from 'fast-check';
import type { MemberPath } from '../../layout/ids';
import type { Edit, Place } from '../edit';
import { LINE_SIZES, TAG_ROLES } from '../limits';
import type { Rule } from '../rule';

/** Names as C has them, those that look like keywords, and whatever else a compiler may have called a member. */
const path = fc
  .oneof(
    fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/),
    fc.constantFrom('anon(a).anon(a)', 'bits(#3)', 'slots[2].seq', 'first', 'alone', 'cacheline'),
    fc.constantFrom('line', 'in', '|', 'a|b', '2', 'together'),
    fc.string({ minLength: 1, maxLength: 12 }),
  )
  .map((text) => text as MemberPath);
const members = fc.array(path, { minLength: 1, maxLength: 4 });
const several = fc.array(path, { minLength: 2, maxLength: 4 });
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ at: fc.constantFrom('first' as const, 'last' as const, 'out' as const) }),
  fc.record({ at: fc.constantFrom('before' as const, 'after' as const), member: path }),
  fc.record({ at: fc.constant('into' as const), aggregate: path }),
);
const power = fc.integer({ min: 0, max: 16 }).map((n) => 2 ** n);
const line = fc.integer({ min: 0, max: 1000 });
const maxSize = fc.integer({ min: 1, max: 2 ** 40 });
const text = fc.string();

const apart = fc.oneof(
  fc.record({ kind: fc.constant('apart' as const), a: members, b: members }),
  fc.record({ kind: fc.constant('apart' as const), a: several, b: fc.constant([]) }),
);
const range = fc.record({ kind: fc.constant('range' as const), members, toEnd: fc.boolean() });
const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ kind: fc.constant('sameLine' as const), members: several }),
  apart,
  fc.record({ kind: fc.constant('inLine' as const), members, line: fc.option(line) }),
  range,
  fc.record({ kind: fc.constant('maxSize' as const), bytes: maxSize }),
);

/** A kind that is missing here is a type error. */
const BY_KIND: {
  readonly [K in Edit['kind']]: (kind: K) => fc.Arbitrary<Extract<Edit, { kind: K }>>;
} = {
  move: (kind) =>
    fc.record(
      {
        kind: fc.constant(kind),
        members,
        to: place,
        alone: fc.constant(true as const),
      },
      { requiredKeys: ['kind', 'members', 'to'] },
    ),
  order: (kind) => fc.record({ kind: fc.constant(kind), members }),
  together: (kind) => fc.record({ kind: fc.constant(kind), members }),
  apart: () => apart,
  stay: (kind) => fc.record({ kind: fc.constant(kind), members, line: fc.option(line) }),
  range: () => range,
  size: (kind) => fc.record({ kind: fc.constant(kind), bytes: maxSize }),
  lift: (kind) => fc.record({ kind: fc.constant(kind), rule }),
  align: (kind) =>
    fc.record({
      kind: fc.constant(kind),
      member: path,
      bytes: fc.oneof(power, fc.constant('cacheline' as const)),
    }),
  unalign: (kind) => fc.record({ kind: fc.constant(kind), member: path }),
  unalignStruct: (kind) => fc.record({ kind: fc.constant(kind) }),
  isolate: (kind) => fc.record({ kind: fc.constant(kind), member: path }),
  pin: (kind) => fc.record({ kind: fc.constant(kind), member: path }),
  unpin: (kind) => fc.record({ kind: fc.constant(kind), member: path }),
  untag: (kind) => fc.record({ kind: fc.constant(kind), member: path }),
  pad: (kind) =>
    fc.record({
      kind: fc.constant(kind),
      bytes: fc.integer({ min: 1, max: 65536 }),
      before: path,
    }),
  unpad: (kind) => fc.record({ kind: fc.constant(kind), before: path }),
  add: (kind) =>
    fc.record({
      kind: fc.constant(kind),
      name: path,
      typeName: text,
      bytes: fc.integer({ min: 16, max: 65536 }),
      align: power,
      bits: fc.option(fc.integer({ min: 0, max: 128 })),
      to: fc.oneof(
        fc.record({ at: fc.constantFrom('first' as const, 'last' as const) }),
        fc.record({ at: fc.constantFrom('before' as const, 'after' as const), member: path }),
      ),
    }),
  remove: (kind) => fc.record({ kind: fc.constant(kind), member: path }),
  tag: (kind) =>
    fc.record({
      kind: fc.constant(kind),
      member: path,
      role: fc.constantFrom(...TAG_ROLES),
      weight: fc.option(fc.double({ min: 1e-9, max: 1e12, noNaN: true })),
    }),
  line: (kind) => fc.record({ kind: fc.constant(kind), bytes: fc.constantFrom(...LINE_SIZES) }),
  pair: (kind) => fc.record({ kind: fc.constant(kind), on: fc.boolean() }),
  base: (kind) => fc.record({ kind: fc.constant(kind), bytes: fc.integer({ min: 0, max: 65536 }) }),
  prefetch: (kind) =>
    fc.record({
      kind: fc.constant(kind),
      share: fc.option(fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs)),
    }),
  bind: (kind) =>
    fc.record({
      kind: fc.constant(kind),
      profile: path,
      target: path,
      offsetBytes: fc.integer({ min: -(2 ** 24), max: 2 ** 24 }),
    }),
  unbind: (kind) => fc.record({ kind: fc.constant(kind), profile: path, target: path }),
  note: (kind) => fc.record({ kind: fc.constant(kind), member: path, text }),
  noteLine: (kind) => fc.record({ kind: fc.constant(kind), line, text }),
};

/** An edit of any kind, of members that need not exist: for its words and for links. */
export const arbitraryEdit: fc.Arbitrary<Edit> = fc
  .constantFrom(...(Object.keys(BY_KIND) as Edit['kind'][]))
  .chain((kind): fc.Arbitrary<Edit> => BY_KIND[kind](kind as never));
