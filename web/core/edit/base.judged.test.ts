import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../base/testing/seed';
import { structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { applyEdits } from './apply';
import { newDocument, type LayoutDocument } from './document';
import { needsCompiler } from './testing/compiler';
import { edited, checkRefused } from './testing/edited';
import { emitStruct } from './testing/emit';
import { randomEdits } from './testing/randomEdits';
import { specOf, structCase } from './testing/randomStructs';

const GCC = { name: 'gcc', command: 'gcc', flags: [] };

test(
  'a struct begins in its line where gcc puts it behind so many bytes of another',
  needsCompiler(GCC),
  () => {
    const cases = fc.sample(fc.tuple(structCase, fc.nat(63), fc.constantFrom(64, 128)), {
      numRuns: 150,
      seed: SEED,
    });
    const placed = cases.map(([{ root, picks }, baseBytes, lineBytes]) => {
      const plain = newDocument(structDesc(X86_64, specOf(root, X86_64)));
      const document: LayoutDocument = { ...plain, baseBytes, lineBytes };
      const { edits } = randomEdits(applyEdits(document), picks);
      return applyEdits({ ...document, edits });
    });
    const parts = placed.map(({ struct, state }, at) => {
      const { wantedBaseBytes, lineBytes } = state;
      return `${emitStruct(struct, `S${at}`)}
struct C${at} { char before[${wantedBaseBytes}]; S${at} s; } __attribute__((aligned(${lineBytes})));
static void say${at}(void) { printf("%zu\\n", __builtin_offsetof(struct C${at}, s) % ${lineBytes}); }`;
    });
    const folder = mkdtempSync(join(tmpdir(), 'hitmap-base-'));
    try {
      const calls = placed.map((_, at) => `say${at}();`).join(' ');
      const text = `#include <stdio.h>\n${parts.join('\n')}\nint main(void) { ${calls} return 0; }\n`;
      // Each enum of the random structs needs an enumerator of its own.
      let enums = 0;
      writeFileSync(
        join(folder, 'a.c'),
        text.replace(/UNIQUE/g, () => `E${enums++}`),
      );
      execFileSync('gcc', ['-w', '-o', join(folder, 'a'), join(folder, 'a.c')]);
      const outputs = execFileSync(join(folder, 'a'), { encoding: 'utf8' }).trim().split('\n');
      expect(placed.map(({ state }) => state.baseBytes)).toEqual(outputs.map(Number));
      expect(new Set(outputs).size).toBeGreaterThan(8);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

const SHELF = 'struct shelf { long key; int lock; long rest[3]; };';

test('a base that the alignment forbids is refused', () => {
  checkRefused(
    SHELF,
    'base 12',
    '`shelf` is aligned to 8 bytes: it cannot begin 12 bytes into a cache line. Give a multiple of 8.',
  );
  checkRefused(
    SHELF,
    'align lock 64\nbase 8',
    '`shelf` is aligned to 64 bytes: it always begins a cache line, so its base offset is 0.',
  );
  // Lines of 128 have two such places.
  expect(edited(SHELF, 'line 128\nalign lock 64\nbase 64').state.baseBytes).toBe(64);
});

test('a base that was set comes back with the alignment that lets it', () => {
  const { baseBytes } = edited(SHELF, 'base 48\nalign lock 32').state;
  expect(baseBytes).toBe(0);
  expect(edited(SHELF, 'base 40\nalign lock 16').state.baseBytes).toBe(48);
  expect(edited(SHELF, 'base 48\nalign lock 64\nunalign lock').state.baseBytes).toBe(48);
});
