import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { structFromC } from '../../core/layout/testing/c';
import { treeAt } from '../open/headerOf';
import { hazardsInTree } from './hazardsInTree';

const folder = mkdtempSync(join(tmpdir(), 'hitmap-hazards-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a look over a tree tells of each file that can hold a place, and of how many', () => {
  for (const name of ['a.c', 'b.c', 'notes.txt']) writeFileSync(join(folder, name), 'int x;\n');
  const told: string[] = [];
  const desc = structFromC('struct s { int a; int b; };');
  hazardsInTree(treeAt(folder), desc, null, (looked, files) => told.push(`${looked} of ${files}`));
  expect(told).toEqual(['0 of 2', '1 of 2']);
});
