import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { needs } from '../../web/core/base/testing/needs';
import { randomFrom } from '../patch/random';
import { tally } from '../patch/tally';
import { judgeOffsets, judgeUsers } from './judges';
import { judgedStruct, type JudgedStruct } from './struct';
import type { JudgedTree } from './trees';

const root = mkdtempSync(join(tmpdir(), 'hitmap-judged-'));
afterAll(() => rmSync(root, { recursive: true }));

const FILES = {
  'shop.h': `struct shop {
	int count;
	char *name;
	long price;
	char *owner;
	int rooms;
};
`,
  'table.c': `#include "shop.h"
struct shop shops[] = {
	{ 1, "one", 2, "me", 3 },
};
`,
  'length.c': `#include <stddef.h>
#include "shop.h"
unsigned crc(const void *, unsigned long);
unsigned key(struct shop *s) { return crc(s, offsetof(struct shop, price)); }
`,
};

const tree = (): JudgedTree => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text);
  const none = { includes: [root], first: [], common: [], forced: [], flags: [] };
  return {
    base: { name: 'shops', root, includeName: (header) => header, ...none },
    sources: root,
    headers: /^/,
  };
};

test('what gcc finds and nobody names is a failure of each judge', needs('gcc', 'grep'), () => {
  const judged = tree();
  const struct = judgedStruct(judged, 'shop.h', 'struct shop', randomFrom(1));
  expect(struct).not.toBeNull();
  const failures = (given: JudgedStruct) => {
    const counted = tally();
    const trial = { tree: judged, struct: given, tally: counted };
    judgeUsers(trial, { naming: ['table.c', 'length.c'], others: [], most: 10 });
    judgeOffsets(trial);
    return counted;
  };
  const right = failures(struct!);
  expect(right.failures).toEqual([]);
  expect(right.counts.get('errors named')).toBeGreaterThan(0);
  expect(right.counts.get('lengths and bounds')).toBe(1);
  const blind = { ...struct!, hazards: { ...struct!.hazards, places: [] } };
  expect(failures(blind).failures.map((why) => why.replace(/:.*/s, ''))).toEqual([
    'breaks the build, not named',
    'by position, not named',
    'an offset, not named',
  ]);
  // A length that is called the same though other members lie before it, or the other way round.
  const { before, after } = struct!.change.offsets;
  const turned = { ...struct!.change, offsets: { before: after, after: after } };
  expect(before).not.toEqual(after);
  expect(failures({ ...struct!, change: turned }).failures.join()).toContain('not said to change');
});
