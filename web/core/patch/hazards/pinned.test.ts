import { sentence } from '../../base/messages';
import { expect, test } from 'vitest';
import { newDocument } from '../../edit/document';
import { formatRule } from '../../edit/words';
import { parseEdit } from '../../edit/parse';
import type { Hazard } from '../../facts/generated';
import { aggregate, member, scalar, structDesc } from '../../facts/build';
import { X86_64 } from '../../facts/targets';
import { orderedFrom } from '../../layout/original';
import { heldBy, rangesBy } from './places';

const INT = scalar('int', 4);
const STRUCT = structDesc(
  X86_64,
  aggregate(
    'struct',
    's',
    20,
    ['a', 'b', 'c', 'd', 'e'].map((name, at) => member(name, 4 * at, INT)),
  ),
);

const hazard = (change: Partial<Hazard>): Hazard => ({
  kind: 'positional',
  line: 1,
  text: '',
  members: [],
  subject: '',
  values: 0,
  rows: 1,
  size: false,
  certain: true,
  ...change,
});

function check(change: Partial<Hazard>, edits: readonly string[], held: readonly string[]): void {
  const parsed = edits.map((words) => {
    const edit = parseEdit(words);
    if (!edit.ok) throw new Error(sentence(edit.error));
    return edit.value;
  });
  const document = { ...newDocument(STRUCT), edits: parsed };
  expect(heldBy(document, orderedFrom(STRUCT), [hazard(change)])).toEqual(held);
}

test('what a tree holds in place', () => {
  check({ values: 2 }, [], ['a', 'b']);
  check({ kind: 'cast' }, [], ['a']);
  // All of a range, and all that a clearing to the end clears.
  check({ kind: 'copiedRange', members: ['b', 'd'] }, [], ['b', 'c', 'd']);
  check({ kind: 'memset', members: ['d'] }, [], ['d', 'e']);
  check({ kind: 'copiedRange', members: ['c'], size: true }, [], ['c', 'd', 'e']);
  check({ kind: 'offsetof', members: ['d'] }, [], []);
  check({ kind: 'assertion', members: ['d'] }, [], ['d']);
});

test('what a tree takes as one is a range, which nothing enters or leaves', () => {
  const ranges = (change: Partial<Hazard>) =>
    rangesBy([hazard(change)], orderedFrom(STRUCT)).map(formatRule);
  expect(ranges({ kind: 'copiedRange', members: ['b', 'd'] })).toEqual(['range b,c,d']);
  expect(ranges({ kind: 'copiedRange', members: ['c'], size: true })).toEqual([
    'range c,d,e to end',
  ]);
  expect(ranges({ kind: 'memset', members: ['d'] })).toEqual(['range d,e to end']);
  expect(ranges({ values: 3 })).toEqual([]);
});

test('an order that a person made already is not undone by it', () => {
  check({ values: 3 }, ['move b after a', 'move e before c'], ['a', 'b']);
  check({ values: 2 }, ['move a after b'], []);
});
