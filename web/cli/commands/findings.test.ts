import { noteLine } from '../words';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { FINDINGS_COMMAND } from './findings';

const SOURCE = `struct s { int a; long b; int c; long d; char rest[128]; long cold; } s;
_Static_assert(sizeof(struct s) == 168, "as declared");
struct filled { int a; int c; long b; long d; char rest[128]; long cold; } filled;
_Static_assert(sizeof(struct filled) == 160, "with c in the hole");
`;

describe('hitmap findings, on what gcc made', needs('gcc'), () => {
  const folder = testFolder();
  const object = join(folder, 's.o');

  beforeAll(() => {
    compiled(join(folder, 's.c'), SOURCE);
  });

  const run = async (...args: string[]) => FINDINGS_COMMAND.run([object, 's', ...args]);

  test('a hole that a later field fills, and that nothing is known to be hot', async () => {
    const { text, notes } = await run();
    expect(text).toMatch(/Hole of 4 bytes at 4\b/);
    // The sizes that gcc asserts.
    expect(text).toMatch(/the struct takes 160 bytes instead of 168\b/);
    expect(notes.map(noteLine).join()).toContain('nothing is measured or tagged');
  });

  test('tags are heat: false sharing comes before holes, in JSON too', async () => {
    const tags = ['--edit', 'tag b write-hot', '--edit', 'tag d read-hot'];
    const { text, notes } = await run(...tags, '--json');
    const { findings } = JSON.parse(text) as { findings: { kind: string; members: string[] }[] };
    expect(findings.map(({ kind }) => kind)).toEqual(['falseSharing', 'hole']);
    expect(findings[0]?.members).toEqual(['b', 'd']);
    expect(notes).toEqual([]);
    const apart = await run(...tags, '--edit', 'move d last', '--edit', 'move c after a');
    expect(apart.text).toBe('Nothing was found.\n');
  });
});
