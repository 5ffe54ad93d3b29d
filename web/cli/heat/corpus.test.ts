import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AccessProfile } from '../../core/facts/generated';
import { checkSample } from './testing/sample';

/** Texts and recordings whose truth is known (`corpus/README.md`). */
const CORPUS = fileURLToPath(new URL('../../../corpus/', import.meta.url));
const files = readdirSync(CORPUS).filter((name) => /\.(?:txt|data)$/.test(name));

/**
 * What the text carries, by who made it. The Rust reader is held to all of it (`crates/perf/tests/reading/corpus.rs`);
 * here the command line's reader is held to what a person sees first: which lines, how often, and who.
 */
function truthOf(file: string): AccessProfile {
  const text = readFileSync(`${CORPUS}${file.replace(/\.\w+$/, '.truth.json')}`, 'utf8');
  return (JSON.parse(text) as { readonly profile: AccessProfile }).profile;
}

function essence({ kind, lines, stats, variables }: AccessProfile) {
  const seen = lines.map(({ address, counts, rows }) => ({
    address,
    counts,
    rows: rows
      .map((row) => `${row.offsetBytes} ${row.codeAddress} ${row.symbol} ${row.object}`)
      .sort(),
  }));
  const key = ({ address, counts }: (typeof seen)[number]) => `${address} ${counts.records}`;
  const named = variables.map(({ name, counts }) => ({ name, counts }));
  return { kind, lines: seen.sort((a, b) => (key(a) < key(b) ? -1 : 1)), stats, variables: named };
}

test('the corpus is there', () => {
  expect(files.length).toBeGreaterThanOrEqual(50);
});

test.each(files)(
  '%s is read as it was made, keeps its counts on a struct and in a link',
  (file) => {
    const profile = checkSample(`${CORPUS}${file}`);
    expect(essence(profile)).toEqual(essence(truthOf(file)));
  },
);
