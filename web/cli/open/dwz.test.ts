import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { run } from '../testing/run';

const tools = needs('gcc', 'dwz');

const HEADER = `struct inner { char tag; long value; };
struct shared { struct inner in; struct inner *next; char name[20]; int tail; };
struct more { struct shared *a, *b; struct inner many[3]; };
`;

const folder = testFolder();

/** Two programs that share types, which `dwz -m` moved to a file of its own. */
beforeAll(() => {
  for (const name of ['one', 'two']) {
    writeFileSync(
      join(folder, `${name}.c`),
      `${HEADER}struct shared s; struct more m; struct own_${name} { struct shared in; } o; __attribute__((noinline)) int tail_of(struct shared *it) { return it->tail; } int main(int n, char **w) { return tail_of((void *)w); }`,
    );
    execFileSync('gcc', ['-g', '-O2', '-o', name, `${name}.c`], { cwd: folder });
  }
  execFileSync('dwz', ['-m', 'common.dwz', 'one', 'two'], { cwd: folder });
});

test('it is found beside the program by its recorded name, or named', tools, () => {
  const one = join(folder, 'one');
  const common = join(folder, 'common.dwz');
  expect(run(['show', one, 'shared']).text).toContain('/* size: 48, cachelines: 1, members: 4 */');
  expect(run(['what', one, 'tail_of']).text).toContain('shared.tail (byte 44), direct');

  mkdirSync(join(folder, 'away'));
  renameSync(common, join(folder, 'away/common.dwz'));
  expect(run(['ls', one]).text).not.toContain('struct shared');
  expect(run(['what', one, 'tail_of']).text).toMatch(
    /its type is in the supplementary file .*common\.dwz/,
  );
  const { text } = run(['ls', one, '--dwz', join(folder, 'away/common.dwz')]);
  expect(text).toMatch(/^ +48 .* struct shared$/m);
  renameSync(join(folder, 'away/common.dwz'), common);
});

test('another file under --dwz is refused by its build-id', tools, () => {
  const words = ['ls', join(folder, 'one'), '--dwz', join(folder, 'two')];
  expect(() => run(words)).toThrow(
    /not the supplementary file .*common.dwz that the program names/,
  );
});
