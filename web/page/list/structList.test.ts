import { expect, test } from 'vitest';
import { parseNameQuery } from '../state/nameSearch';
import { catalogOf } from '../state/listSelectors';
import { facts, index } from '../state/testing/files';
import type { FileId } from '../../core/layout/ids';
import { nameParts, structList } from './structList';

const CATALOG = catalogOf([
  {
    id: 'f1' as FileId,
    name: 'f1',
    sizeBytes: 1,
    phase: {
      kind: 'ready',
      facts,
      index: index('struct file 184\nstruct spinlock 4'),
      more: null,
    },
  },
]);

const listed = (query: string) =>
  structList(
    CATALOG,
    { query, sort: { by: 'match', descending: false }, file: null },
    { heat: null, held: null },
  );

test('members are looked for where they are asked for, or no struct begins as the name does', () => {
  const asks = (query: string) => listed(query).memberQuery;
  expect(asks('file.f_ref')).toEqual({ struct: 'file', member: 'f_ref', inside: '' });
  expect(asks('file')).toBeNull();
  expect(asks('fl')?.member).toBe('fl');
  expect(listed('fl')).toMatchObject({ isAboutMembers: false, bareMember: { member: 'fl' } });
  expect(listed('spinlock_t')).toMatchObject({ isTypedef: true, listedCount: 1 });
});

test('files are asked once for what is typed, however often the list is made', () => {
  expect(listed('f_ref').memberQuery).not.toBeNull();
  expect(listed('f_ref').memberQuery).toBe(listed('f_ref').memberQuery);
  expect(listed('f_ref').query).toBe(listed('f_ref').query);
});

test('what matches of a name is marked', () => {
  const marked = (name: string, typed: string) =>
    nameParts(name, parseNameQuery(typed))
      .map(({ text, isMatched }) => (isMatched ? `[${text}]` : text))
      .join('');
  expect(marked('mm_struct', 'struct')).toBe('mm_struct');
  expect(marked('mm_struct', 'stru')).toBe('mm_[stru]ct');
  expect(marked('file', 'file')).toBe('[file]');
  expect(marked('file', '')).toBe('file');
});
