import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEdit } from './parse';
import { arbitraryEdit } from './testing/arbitraryEdit';
import { formatEdit } from './words';

function check(words: string, edit: unknown): void {
  expect(parseEdit(words)).toMatchObject({ ok: true, value: edit });
}

function checkError(words: string, error: string): void {
  expect(parseEdit(words)).toMatchObject({
    ok: false,
    error: { id: 'edit/unreadable', text: `Cannot read the edit \`${words}\`: ${error}` },
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
  check('apart a,b | c', { kind: 'apart', a: ['a', 'b'], b: ['c'] });
  check('apart a|c', { kind: 'apart', a: ['a'], b: ['c'] });
  check('apart a,b,c', { kind: 'apart', a: ['a', 'b', 'c'], b: [] });
  check('stay a, b', { kind: 'stay', members: ['a', 'b'], line: null });
  check('stay in in 2', { kind: 'stay', members: ['in'], line: 2 });
  check('size 184', { kind: 'size', bytes: 184 });
  check('lift apart a|c', { kind: 'lift', rule: { kind: 'apart', a: ['a'], b: ['c'] } });
  check('lift together a,b', { kind: 'lift', rule: { kind: 'sameLine', members: ['a', 'b'] } });
  check('lift stay a in 0', { kind: 'lift', rule: { kind: 'inLine', members: ['a'], line: 0 } });
  check('lift size 184', { kind: 'lift', rule: { kind: 'maxSize', bytes: 184 } });
  check('align x cacheline', { kind: 'align', member: 'x', bytes: 'cacheline' });
  check('pad 8 before y', { kind: 'pad', bytes: 8, before: 'y' });
  check('tag x write-hot 1.5', { kind: 'tag', member: 'x', role: 'write-hot', weight: 1.5 });
  check('tag x counter by io', {
    kind: 'tag',
    member: 'x',
    role: 'counter',
    weight: null,
    by: 'io',
  });
  check('tag x read-hot 2 by io', {
    kind: 'tag',
    member: 'x',
    role: 'read-hot',
    weight: 2,
    by: 'io',
  });
  check('note x "a \\"word\\", and more"', {
    kind: 'note',
    member: 'x',
    text: 'a "word", and more',
  });
  check('note line 2 "all of it is read on lookup"', {
    kind: 'noteLine',
    line: 2,
    text: 'all of it is read on lookup',
  });
  // A member may be called so.
  check('note line "2"', { kind: 'note', member: 'line', text: '2' });
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
    'expected one of the words move, order, align, unalign, isolate, pad, unpad, add, remove, pin, unpin, together, apart, stay, range, size, lift, tag, untag, line, pair, base, prefetch, bind, unbind, note, found `mvoe`. Did you mean `move`?',
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
  checkError(
    'prefetch 2',
    'expected `off`, `unknown`, or a share of misses up to 1, found `2`. The form is `prefetch SHARE|off|unknown`.',
  );
  checkError('note x "open', 'A double quote has no partner.');
});

test('an edit that is written is read back as it was', () => {
  fc.assert(
    fc.property(arbitraryEdit, (value) => {
      expect(parseEdit(formatEdit(value))).toEqual({ ok: true, value });
    }),
    { numRuns: 2000 },
  );
});
