import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { extractProfile, profileLines } from '../../web/analysis/attribute/extract';
import { readProfile } from '../../web/cli/open/readProfile';
import { AFTER, BEFORE } from './addressSpaceReports';

/** The posted text; it may lie beside the checkout and is not part of it. */
const FIXTURES = '../shared/fixtures/c2c';
const present = existsSync(FIXTURES);
if (!present) console.warn('The posted reports do not lie beside the checkout: left out.');

test.runIf(present).each([
  ['before', BEFORE],
  ['after', AFTER],
])('the study carries what the reader makes of the report %s', (name, carried) => {
  const profile = readProfile(`${FIXTURES}/address_space-${name}.txt`);
  const wanted = new Set(profileLines(profile).map(({ id }) => id));
  const read = extractProfile(profile, { name: carried.name, takenOn: carried.takenOn, wanted });
  expect(rounded(carried)).toEqual(rounded(read));
});

/** Rust and JavaScript may differ in the last bit of a quotient. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'number' ? Number(each.toFixed(6)) : each,
  );
}
