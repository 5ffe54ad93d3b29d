import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { skippedFor } from '../base/testing/needs';
import { openSession } from './session';
import { sampleBtf } from './sampleBtf';
import { sampleDwarf } from './sampleDwarf';

const wasm = new URL('../../wasm/pkg/hitmap_types_bg.wasm', import.meta.url);
const built = skippedFor(existsSync(wasm) ? null : 'the WASM is not built (npm run build)');

// A sample that is refused would warm nothing, and no one would notice.
test('the reader takes the sample of BTF, and finds all of it', built, () => {
  const module = new WebAssembly.Module(readFileSync(wasm));
  const opened = openSession(module, sampleBtf(), () => undefined);
  if (!opened.ok) throw new Error(opened.error.message);
  const list = opened.value.index('btf');
  // The typedef is of a number, and no row.
  expect(list.ok && [list.value.sizesBytes.length, list.value.diagnostics]).toEqual([400, []]);
  const struct = opened.value.describe(0);
  expect(struct.ok && struct.value.types[struct.value.root]?.sizeBytes).toBe(64);
});

test('the reader takes the sample of DWARF, and finds all of it', built, () => {
  const module = new WebAssembly.Module(readFileSync(wasm));
  const opened = openSession(module, sampleDwarf(), () => undefined);
  if (!opened.ok) throw new Error(opened.error.message);
  const list = opened.value.index('dwarf');
  expect(list.ok && [list.value.sizesBytes.length, list.value.diagnostics]).toEqual([250, []]);
  const all = opened.value.index('summaries');
  expect(all.ok && Array.from(all.value.memberCounts).every((count) => count === 4)).toBe(true);
  const struct = opened.value.describe(0);
  expect(struct.ok && struct.value.types[struct.value.root]?.sizeBytes).toBe(32);
});
