import { expect, test } from 'vitest';
import { parseNameQuery } from '../state/nameSearch';
import { bareMemberQuery, parseMemberQuery } from './memberQuery';

const read = (typed: string) => {
  const query = parseMemberQuery(typed);
  return query && [query.struct, query.member, query.inside];
};

test('a dot, an arrow or a star asks for members; all else for structs', () => {
  expect(read('file.f_ref')).toEqual(['file', 'f_ref', '']);
  expect(read('struct file.f_path.dentry')).toEqual(['file', 'f_path', 'dentry']);
  expect(read('mm_struct->mmap_lock')).toEqual(['mm_struct', 'mmap_lock', '']);
  expect(read('.f_ref')).toEqual([null, 'f_ref', '']);
  expect(read('f_*')).toEqual([null, 'f_*', '']);
  expect(read('file.')).toEqual(['file', '', '']);
  for (const typed of ['', 'file', 'struct file', 'foo#2', '.', '*', 'std::map<int*>']) {
    expect([typed, read(typed)]).toEqual([typed, null]);
  }
});

test('a bare name may be that of a member, unless it is said to be one of a struct', () => {
  const bare = (typed: string) => bareMemberQuery(parseNameQuery(typed))?.member ?? null;
  expect(bare('f_ref')).toBe('f_ref');
  for (const typed of ['', 'f', 'struct f_ref', 'f_ref#2', 'open file', '7z']) {
    expect([typed, bare(typed)]).toEqual([typed, null]);
  }
});
