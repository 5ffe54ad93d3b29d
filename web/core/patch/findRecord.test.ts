import { expect, test } from 'vitest';
import { aggregate, structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { isDeclaringFile } from './findRecord';

test('a dropped file is the declaring one by the end of its path', () => {
  const desc = structDesc(X86_64, aggregate('struct', 'file', 0, []));
  const types = desc.types.map((type, index) =>
    index === desc.root
      ? { ...type, declared: { file: './include/linux/fs.h', line: 1067, column: 8 } }
      : type,
  );
  const file = { ...desc, types };
  expect(isDeclaringFile('include/linux/fs.h', file)).toBe(true);
  // A folder was dropped, or only the file itself.
  expect(isDeclaringFile('linux-6.14/include/linux/fs.h', file)).toBe(true);
  expect(isDeclaringFile('fs.h', file)).toBe(true);
  expect(isDeclaringFile('include/uapi/linux/fs.h', file)).toBe(false);
  expect(isDeclaringFile('include/linux/dcache.h', file)).toBe(false);
  // As a compiler writes what a source in another folder includes.
  const beside = desc.types.map((type, index) =>
    index === desc.root
      ? { ...type, declared: { file: 'lib/compress/../common/file.h', line: 3, column: 8 } }
      : type,
  );
  expect(isDeclaringFile('lib/common/file.h', { ...desc, types: beside })).toBe(true);
  // BTF states no file.
  expect(isDeclaringFile('include/linux/fs.h', desc)).toBe(false);
});
