import { expect, test } from 'vitest';
import { editInView, toggleExpanded } from '../state/documentReducers';
import { documentInView, findShownField } from '../state/inView';
import type { AppState } from '../state/state';
import { edit, opened } from '../state/testing/opened';
import type { MemberPath } from '../../core/layout/ids';
import { describeField } from './fieldFacts';

function facts(state: AppState, path: string) {
  const inView = documentInView(state)!;
  const field = findShownField(inView, path as MemberPath);
  return field && describeField(inView, field);
}

// a 0/1, hole 7, b 8/8, c 16/4.
const state = opened('struct s { char a; long b; int c; };');

test('a field of the original', () => {
  expect(facts(state, 'c')).toMatchObject({
    typeName: 'int',
    offsetBits: 128,
    offsetHex: '0x10',
    wasOffsetBits: null,
    sizeBits: 32,
    lines: '0',
    straddles: false,
    alignBytes: '4',
    alignFrom: 'of its type',
    nested: null,
  });
});

test('after an edit a field says where it was, and what forces its alignment', () => {
  const after = editInView(state, [edit('move c after a'), edit('align b 64')]);
  expect(facts(after, 'c')).toMatchObject({ offsetBits: 32, wasOffsetBits: 128 });
  expect(facts(after, 'b')).toMatchObject({
    offsetBits: 512,
    lines: '1',
    alignBytes: '64',
    alignFrom: 'forced by a change',
  });
});

test('a field over two lines that one would hold', () => {
  // c is at 8: bytes 60 to 75 of its line.
  const unaligned = opened('struct s { int a; int b; int c[4]; };');
  const shifted = editInView(unaligned, [edit('base 52')]);
  expect(facts(shifted, 'c')).toMatchObject({ lines: '0 to 1', straddles: true });
});

test('a field inside of a nested type is there once that is open, and cannot move alone', () => {
  const nested = opened('struct in { int x; int y; }; struct s { long a; struct in n; };');
  expect(facts(nested, 'n.y')).toBeNull();
  const open = toggleExpanded(nested, 'n' as MemberPath);
  expect(facts(open, 'n.y')).toMatchObject({ offsetBits: 96, sizeBits: 32 });
  expect(facts(open, 'n.y')?.nested).toContain('moves only with the field that contains it');
  expect(facts(open, 'n')?.nested).toContain('expands it');
});

test('a bit-field says its unit', () => {
  const bits = opened('struct s { int a; unsigned b : 3; unsigned c : 5; };');
  expect(facts(bits, 'c')).toMatchObject({
    offsetBits: 35,
    sizeBits: 5,
    bitField: '5 of a 32-bit unit at byte 4',
  });
});

test('a name that is not there', () => expect(facts(state, 'zzz')).toBeNull());
