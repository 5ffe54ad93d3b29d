import { expect, test } from 'vitest';
import { editInView } from '../state/documentReducers';
import { documentInView } from '../state/inView';
import { edit, opened } from '../state/testing/opened';
import type { MemberPath } from '../../core/layout/ids';
import { notesModel } from './notesModel';

const VIEW = documentInView(
  editInView(
    opened('struct s { long a; long b; };'),
    ['note line 1 "second"', 'note line 0 "first"', 'note b "mind"'].map(edit),
  ),
)!;

const onField = (member: string) => ({ kind: 'field', member: member as MemberPath }) as const;

test('notes on fields come first, then those on lines in their order', () => {
  const { count, forms, listed } = notesModel(VIEW, null, []);
  expect([count, forms]).toEqual([3, []]);
  expect(listed.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'b: mind',
    'line 0: first',
    'line 1: second',
  ]);
});

test('what is open to be changed is in its form, and not in the list', () => {
  const { forms, listed } = notesModel(VIEW, { kind: 'line', line: 1 }, [onField('b').member]);
  expect(forms).toEqual([
    { target: onField('b'), name: 'b', text: 'mind', isAsked: false },
    { target: { kind: 'line', line: 1 }, name: 'line 1', text: 'second', isAsked: true },
  ]);
  expect(listed.map(({ name }) => name)).toEqual(['line 0']);
});

test('of several selected fields none has a form', () => {
  const both = [onField('a').member, onField('b').member];
  expect(notesModel(VIEW, onField('a'), both).forms).toEqual([]);
  expect(notesModel(VIEW, onField('a'), [both[0]!]).forms).toMatchObject([
    { name: 'a', text: '', isAsked: true },
  ]);
});
