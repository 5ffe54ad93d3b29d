import { expect, test } from 'vitest';
import { parseMemberQuery } from './memberQuery';

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
