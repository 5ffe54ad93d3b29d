import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MemberPath } from '../layout/ids';
import type { Edit, Place } from './edit';
import { LINE_SIZES, TAG_ROLES } from './limits';
import { parseEdit } from './parse';
import { formatEdit } from './words';

function check(words: string, edit: unknown): void {
  expect(parseEdit(words)).toEqual({ ok: true, value: edit });
}

function checkError(words: string, error: string): void {
  expect(parseEdit(words)).toEqual({
    ok: false,
    error: `Cannot read the edit \`${words}\`: ${error}`,
  });
}

test('every form can be read', () => {
  check('move f_ref last', { kind: 'move', members: ['f_ref'], to: { at: 'last' } });
  check('  move a , b   after c ', {
    kind: 'move',
    members: ['a', 'b'],
    to: { at: 'after', member: 'c' },
  });
  check('move a before b alone', {
    kind: 'move',
    members: ['a'],
    to: { at: 'before', member: 'b' },
    alone: true,
  });
  // Places have a fixed length, so that members may be called like keywords.
  check('move first,alone before last', {
    kind: 'move',
    members: ['first', 'alone'],
    to: { at: 'before', member: 'last' },
  });
  check('move a into anon(b).anon(b)', {
    kind: 'move',
    members: ['a'],
    to: { at: 'into', aggregate: 'anon(b).anon(b)' },
  });
  check('align x cacheline', { kind: 'align', member: 'x', bytes: 'cacheline' });
  check('pad 8 before y', { kind: 'pad', bytes: 8, before: 'y' });
  check('tag x write-hot 1.5', { kind: 'tag', member: 'x', role: 'write-hot', weight: 1.5 });
  check('note x "a \\"word\\", and more"', {
    kind: 'note',
    member: 'x',
    text: 'a "word", and more',
  });
  check('bind "before.txt" 0xff1ddd3f0c8a3b00 at 80', {
    kind: 'bind',
    profile: 'before.txt',
    target: '0xff1ddd3f0c8a3b00',
    offsetBytes: 80,
  });
  check('bind p "struct page" at -16', {
    kind: 'bind',
    profile: 'p',
    target: 'struct page',
    offsetBytes: -16,
  });
  check('unpad "base(std::pair<int, int>)"', {
    kind: 'unpad',
    before: 'base(std::pair<int, int>)',
  });
});

test('an error says what was expected, what was found, and the form', () => {
  checkError(
    'mvoe a last',
    'expected one of the words move, order, align, unalign, isolate, pad, unpad, pin, unpin, together, tag, untag, line, pair, base, bind, unbind, note, found `mvoe`. Did you mean `move`?',
  );
  const form = 'The form is `move A[,B…] first|last|before X|after X|into X|out [alone]`.';
  checkError(
    'move a',
    `expected a place: first, last, before, after, into, out, found the end. ${form}`,
  );
  checkError(
    'move a, last',
    `expected a place: first, last, before, after, into, out, found the end. ${form}`,
  );
  checkError('move a last now', `expected nothing more, found \`now\`. ${form}`);
  checkError(
    'align x 48',
    'expected `cacheline` or a power of two up to 65536, found `48`. The form is `align X N|cacheline`.',
  );
  checkError(
    'line 100',
    'expected 32, 64, 128, 256, found `100`. The form is `line 32|64|128|256`.',
  );
  checkError('note x "open', 'A double quote has no partner.');
});

const path = fc
  .oneof(
    fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/),
    fc.constantFrom('anon(a).anon(a)', 'bits(#3)', 'slots[2].seq', 'first', 'alone', 'cacheline'),
    fc.string({ minLength: 1, maxLength: 12 }),
  )
  .map((text) => text as MemberPath);
const members = fc.array(path, { minLength: 1, maxLength: 4 });
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.constantFrom('first' as const, 'last' as const, 'out' as const).map((at) => ({ at })),
  fc.record({ at: fc.constantFrom('before' as const, 'after' as const), member: path }),
  fc.record({ at: fc.constant('into' as const), aggregate: path }),
);
const power = fc.integer({ min: 0, max: 16 }).map((n) => 2 ** n);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), members, to: place }),
  fc.record({
    kind: fc.constant('move' as const),
    members,
    to: place,
    alone: fc.constant(true as const),
  }),
  fc.record({ kind: fc.constantFrom('order' as const, 'together' as const), members }),
  fc.record({
    kind: fc.constant('align' as const),
    member: path,
    bytes: fc.oneof(power, fc.constant('cacheline' as const)),
  }),
  fc.record({
    kind: fc.constantFrom(
      'unalign' as const,
      'isolate' as const,
      'pin' as const,
      'unpin' as const,
      'untag' as const,
    ),
    member: path,
  }),
  fc.record({
    kind: fc.constant('pad' as const),
    bytes: fc.integer({ min: 1, max: 65536 }),
    before: path,
  }),
  fc.record({ kind: fc.constant('unpad' as const), before: path }),
  fc.record({
    kind: fc.constant('tag' as const),
    member: path,
    role: fc.constantFrom(...TAG_ROLES),
    weight: fc.option(fc.double({ min: 1e-9, max: 1e12, noNaN: true })),
  }),
  fc.record({ kind: fc.constant('line' as const), bytes: fc.constantFrom(...LINE_SIZES) }),
  fc.record({ kind: fc.constant('pair' as const), on: fc.boolean() }),
  fc.record({ kind: fc.constant('base' as const), bytes: fc.integer({ min: 0, max: 65536 }) }),
  fc.record({ kind: fc.constant('note' as const), member: path, text: fc.string() }),
  fc.record({
    kind: fc.constant('bind' as const),
    profile: path,
    target: path,
    offsetBytes: fc.integer({ min: -(2 ** 24), max: 2 ** 24 }),
  }),
  fc.record({ kind: fc.constant('unbind' as const), profile: path, target: path }),
);

test('an edit that is written is read back as it was', () => {
  fc.assert(
    fc.property(edit, (value) => {
      expect(parseEdit(formatEdit(value))).toEqual({ ok: true, value });
    }),
    { numRuns: 1000 },
  );
});

test('no text makes the reader throw', () => {
  const words = fc.array(
    fc.oneof(
      fc.constantFrom('move', 'tag', 'note', 'a', ',', '"', '"x"', '8', 'last'),
      fc.string(),
    ),
  );
  fc.assert(
    fc.property(words, (list) => {
      const edit = parseEdit(list.join(' '));
      expect(edit.ok || edit.error.length > 20).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
