import { expect, test } from 'vitest';
import { edited } from '../edit/testing/edited';
import { computeLayout } from '../layout/compute';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { ruleStates } from './rules';

/** Each rule with why it is broken: null where it holds. */
function rules(source: string, edits: string) {
  const applied = edited(source, edits);
  expect(applied.skipped).toEqual([]);
  const original = orderedFrom(structFromC(source));
  const states = ruleStates(applied, computeLayout(applied.struct), original);
  return Object.fromEntries(states.map(({ words, broken }) => [words, broken?.why.text ?? null]));
}

/** a 0, b 8, rest 16 to 71, c 72: lines 0, 0, 0 and 1, 1. */
const SOURCE = 'struct s { long a; long b; char rest[56]; long c; };';

test('rules that hold, and why others do not', () => {
  expect(rules(SOURCE, 'apart a | c\ntogether a,b\nsize 80\nstay a\nstay c in 1')).toEqual({
    'together a,b': null,
    'apart a | c': null,
    'size 80': null,
    'stay a': null,
    'stay c in 1': null,
  });
  expect(rules(SOURCE, 'apart a | c,b\ntogether b,c\nsize 64\nstay a,rest\nstay c in 0')).toEqual({
    'together b,c': 'the members lie on lines 0 and 1',
    'apart a | c,b': '`a` and `b` share line 0',
    'size 64': 'the struct is 80 bytes',
    'stay a,rest': '`rest` lies on lines 0 and 1',
    'stay c in 0': '`c` lies on line 1',
  });
});

test('apart without a stroke keeps each from every other', () => {
  expect(rules(SOURCE, 'apart a,b,c')).toEqual({ 'apart a,b,c': '`a` and `b` share line 0' });
  expect(rules(SOURCE, 'apart a,c')).toEqual({ 'apart a,c': null });
  // A field that straddles meets those on both of its lines.
  expect(rules(SOURCE, 'apart rest | a,b,c')['apart rest | a,b,c']).toBe(
    '`rest` and `a` share line 0, `rest` and `b` share line 0, `rest` and `c` share line 1',
  );
});

test('rules speak of the lines in view, and of the order in view', () => {
  expect(rules(SOURCE, 'apart a | c\nline 128')['apart a | c']).toBe('`a` and `c` share line 0');
  expect(rules(SOURCE, 'apart a | c\nmove c first')['apart a | c']).toMatch(/share line 0\b/);
  expect(rules(SOURCE, 'together a,b\nbase 56')['together a,b']).toBe(
    'the members lie on lines 0 and 1',
  );
});

test('a rule names what lies inside of nested types', () => {
  const source = `struct s { struct lock { int count; char pad[60]; int wait; } lock; long other;
    struct slot { int seq; int n; } slots[8]; };`;
  // wait is at 64, other at 72, slots at 80 of 8 bytes each: slots[5].n at 124, slots[6] at 128.
  expect(
    rules(source, 'together lock.wait,other\ntogether slots[5].n,slots[6].seq\nstay lock'),
  ).toEqual({
    'together lock.wait,other': null,
    'together slots[5].n,slots[6].seq': 'the members lie on lines 1 and 2',
    'stay lock': '`lock` lies on lines 0 and 1',
  });
});

test('many lines in a row are said by their ends', () => {
  const source = 'struct s { char buf[1000]; char big[8000]; };';
  expect(rules(source, 'stay buf\nstay big')).toEqual({
    'stay buf': '`buf` lies on lines 0 to 15',
    'stay big': '`big` lies on lines 15 to 140',
  });
});

test('a range holds its own members and nothing else', () => {
  const range = 'struct s { int first; char a; short b; char c; long d; char e; };';
  const check = (edits: string, broken: Record<string, string | null>) =>
    expect(rules(range, edits)).toEqual(broken);
  check('range a,b,c\nrange d,e to end', { 'range a,b,c': null, 'range d,e to end': null });
  // `e` fits the hole after `a`, and no member of the range moves.
  check('range a,b,c\nmove e after a', { 'range a,b,c': '`e` is in the range' });
  check('range a,b,c\nmove b last', { 'range a,b,c': '`b` left the range' });
  check('range a,b,c\nmove c before a', { 'range a,b,c': '`a`, `b` and `c` left the range' });
  check('range a,b,c\nmove e before a', { 'range a,b,c': null });
  check('range d,e to end\nmove first last', {
    'range d,e to end': '`first` is in the range',
  });
});

test('who breaks a rule, and the lines to look at', () => {
  const state = (edits: string) => {
    const applied = edited(SOURCE, edits);
    const original = orderedFrom(structFromC(SOURCE));
    return ruleStates(applied, computeLayout(applied.struct), original)[0]?.broken;
  };
  expect(state('apart a | c,b')).toMatchObject({ violatingMembers: ['a', 'b'], lines: [0] });
  expect(state('stay a,rest')).toMatchObject({ violatingMembers: ['rest'], lines: [0, 1] });
  expect(state('size 64')).toMatchObject({ violatingMembers: [], lines: [1] });
});

test('a rule is lifted by its own words, and no other with it', () => {
  expect(rules(SOURCE, 'apart a | c\napart a | b\nlift apart a | b')).toEqual({
    'apart a | c': null,
  });
  expect(rules(SOURCE, 'size 80\nlift size 80')).toEqual({});
  expect(rules(SOURCE, 'together a,b\nlift together a,b')).toEqual({});
  const applied = edited(SOURCE, 'size 80\nlift size 81');
  expect(applied.skipped.map(({ reason }) => reason.text)).toEqual(['There is no rule `size 81`.']);
});

test('of sizes the last one counts, and of groups each member is in one', () => {
  expect(rules(SOURCE, 'size 64\nsize 100')).toEqual({ 'size 100': null });
  expect(rules(SOURCE, 'together a,b,c\ntogether b,rest')).toEqual({
    'together a,c': 'the members lie on lines 0 and 1',
    'together b,rest': 'the members lie on lines 0 and 1',
  });
});

test('groups of the source are rules', () => {
  const source = `struct s { long a; char __cacheline_group_begin__hot[0]; long b; long c;
    char __cacheline_group_end__hot[0]; long d; };`;
  expect(rules(source, '')).toEqual({ 'group hot': null });
  expect(rules(source, 'move b last')).toEqual({ 'group hot': '`b` is no longer in the group' });
  // Within the group, and into it, is nobody's concern: the kernel asserts who is inside.
  expect(rules(source, 'move c before b')).toEqual({ 'group hot': null });
  expect(rules(source, 'move d before b')).toEqual({ 'group hot': null });
});
