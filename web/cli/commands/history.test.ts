import { noteLine } from '../words';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import type { StructHistory } from '../../core/compare/structHistory';
import { Failure } from '../failure';
import { HISTORY_COMMAND } from './history';

const folder = testFolder();

/** The same struct in three releases, each with `offsetof` of its members as gcc has them. */
const RELEASES = [
  'struct box { long a; char b; long c; char pad[48]; int last; };',
  'struct box { char b; long a; long c; char pad[48]; int last; unsigned x:3, y:4; };',
  'struct other { int a; };',
];

describe('three releases', needs('gcc', 'pahole'), () => {
  const files = RELEASES.map((_, at) => join(folder, `v${at}.o`));
  beforeAll(() => {
    for (const [at, struct] of RELEASES.entries()) {
      const name = at === 2 ? 'other' : 'box';
      compiled(join(folder, `v${at}.c`), `${struct} struct ${name} one;`);
    }
  });

  test('a column for each, with what moved', async () => {
    const { text, notes } = await HISTORY_COMMAND.run(['box', ...files]);
    expect(text.replace(/ +/g, ' ')).toBe(`box v0.o v1.o v2.o
size 80 80 -
lines 2 2 -
holes 1 1 -
bytes in holes 7 7 -
padding 4 0 -

b 8:0 *0:0 -
a 0:0 *8:0 -
c 16:0 16:0 -
pad 24:0 24:0 -
last 72:1 72:1 -
x - 76:1 -
y - 76.3:1 -
`);
    expect(notes.map(noteLine)[0]).toMatch(/v2\.o has no struct or union `box`/);
  });

  test('as a picture: a column for each, a line for each member that moved', async () => {
    const { text } = await HISTORY_COMMAND.run(['box', ...files.slice(0, 2), '--svg']);
    const words = [...text.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, each]) => each);
    expect(words.filter((each) => each === 'pad')).toHaveLength(2);
    expect(words.filter((each) => each === 'y')).toHaveLength(1);
    expect(words.filter((each) => each === 'line 1')).toHaveLength(2);
    // `a` and `b` exchanged their places.
    expect(text.match(/<polyline/g)).toHaveLength(2);
  });

  test('sizes and offsets are those of pahole', async () => {
    const json = (await HISTORY_COMMAND.run(['box', ...files, '--json'])).text;
    const { releases, members } = JSON.parse(json) as StructHistory;
    for (const [at, file] of files.slice(0, 2).entries()) {
      const { stdout } = spawnSync('pahole', ['-C', 'box', file], { encoding: 'utf8' });
      expect(stdout).toMatch(new RegExp(`size: ${releases[at]?.figures?.sizeBytes}, `));
      for (const { path, places } of members) {
        const place = places[at];
        const offset = new RegExp(`\\b${path}(?:\\[\\d+\\])?(?::\\d+)?; +/\\* +(\\d+)`).exec(
          stdout,
        );
        expect(place === null || place === undefined ? null : place.offsetBits >> 3).toBe(
          offset === null ? null : Number(offset[1]),
        );
      }
    }
  });

  test('only what changed, and what no file has', async () => {
    const { text } = await HISTORY_COMMAND.run(['box', '--changed', ...files.slice(0, 2)]);
    expect(text).not.toMatch(/^last/m);
    expect(text).toMatch(/^x +- +76:1$/m);
    const run = async () => HISTORY_COMMAND.run(['nothing', ...files]);
    await expect(run()).rejects.toThrow(Failure);
    await expect(async () => HISTORY_COMMAND.run(['box'])).rejects.toThrow(
      /history takes a struct/,
    );
  });
});
