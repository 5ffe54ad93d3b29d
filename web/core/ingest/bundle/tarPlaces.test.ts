import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { tarRanges } from './tar';

const DEEP = `linux/${'deep/'.repeat(30)}a-name-that-no-old-header-holds.h`;
const FILES = {
  'linux/a.h': 'struct a;\n',
  [DEEP]: 'struct deep;\n',
  'linux/z.c': 'x'.repeat(2e7),
};

test.each(['gnu', 'pax'])(
  'where the files of an archive lie, however long their names are (%s)',
  async (format) => {
    const folder = mkdtempSync(join(tmpdir(), 'hitmap-tar-'));
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const args = [
      '-C',
      folder,
      `--format=${format}`,
      '-cf',
      join(folder, 'a.tar'),
      'linux/a.h',
      DEEP,
      'linux/z.c',
    ];
    expect(spawnSync('tar', args).status).toBe(0);
    const archive = new Blob([readFileSync(join(folder, 'a.tar'))]);
    rmSync(folder, { recursive: true });
    const places = await tarRanges(archive);
    const found = await Promise.all(
      places.map(async ({ name, start, end }) => [name, await archive.slice(start, end).text()]),
    );
    expect(Object.fromEntries(found)).toEqual(FILES);
    // What is cut off is not there, and what came before is.
    const cut = await tarRanges(archive.slice(0, 3000));
    expect(cut.map(({ name }) => name)).toContain('linux/a.h');
  },
);
