import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPORTS, needsReports } from '../../base/testing/needs';
import { extractProfile, profileLines } from '../../analysis/attribute/extract';
import type { DocumentProfile } from '../../edit/profiles';
import { openTexts, type Texts } from '../../ingest/texts';
import { expandProfile, leanProfile } from '../../share/leanProfile';
import { TABLE_1 } from '../../share/table';
import { readValue, writeValue } from '../../share/values';

const WASM = 'wasm/pkg/hitmap_texts_bg.wasm';
const NAMES = [
  'address_space-before.txt',
  'address_space-after.txt',
  'synthetic/NN.txt',
  'synthetic/NNN.txt',
  'synthetic/peer_arm64.txt',
  'synthetic/script_memfields.txt',
  'real/joemario_c2c_example_410.txt',
];

let texts: Texts | null = null;

function profileOf(name: string): DocumentProfile {
  texts ??= openTexts(new WebAssembly.Module(readFileSync(WASM)));
  const bytes = new Uint8Array(readFileSync(`${REPORTS}${name}`));
  const source = {
    name,
    size: bytes.length,
    readAt: (at: number, length: number) => bytes.slice(at, at + length),
  };
  const read = texts.readProfile(source, () => undefined);
  if (!read.ok) throw new Error(read.error.message);
  const wanted = new Set(profileLines(read.value).map(({ id }) => id));
  return extractProfile(read.value, { name, takenOn: [], wanted });
}

test.each(NAMES)('%s comes out of a link with every count', needsReports(), (name) => {
  const profile = profileOf(name);
  expect(profile.lines.flatMap(({ rows }) => rows).length).toBeGreaterThan(0);
  const value = readValue(writeValue(leanProfile(profile), TABLE_1), TABLE_1);
  // A row's percentages are left out: its counts were made from them.
  const lines = profile.lines.map((line) => ({
    ...line,
    rows: line.rows.map((row) => ({ ...row, shares: null })),
  }));
  expect(value.ok && expandProfile(value.value)).toEqual({ ...profile, lines });
});
