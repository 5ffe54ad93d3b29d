import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import type { ShowJson } from '../../core/format/json';
import { run } from '../testing/run';

const folder = testFolder();

/** Types of the header are only declared in the debug information. */
function compileReduced(): string {
  writeFileSync(join(folder, 'elsewhere.h'), 'struct inner { long a; char b[24]; };');
  writeFileSync(
    join(folder, 'main.c'),
    `#include "elsewhere.h"
struct outer { char c; struct inner in; long after; struct inner last; };
struct outer object;
_Static_assert(sizeof(struct outer) == 80, "8 for c and its hole, 32, 8, 32");
`,
  );
  const flags = ['-g', '-femit-struct-debug-baseonly', '-c', 'main.c', '-o', 'main.o'];
  execFileSync('gcc', flags, { cwd: folder });
  return join(folder, 'main.o');
}

test('what follows a member of unknown size is no hole, and no padding', needs('gcc'), () => {
  const words = ['show', compileReduced(), 'outer'];
  const { text } = run(words);
  expect(text).toMatch(/struct inner\s+in;\s+\/\*\s+8\s+\? \*\/\n\tlong int\s+after;/);
  expect(text).toMatch(/ holes: 1, sum holes: 7 /);
  expect(text).not.toContain('padding');
  const { figures } = JSON.parse(run([...words, '--json']).text) as ShowJson;
  expect(figures).toMatchObject({ sizeBytes: 80, holes: 1, holeBytes: 7, paddingBytes: 0 });
});
