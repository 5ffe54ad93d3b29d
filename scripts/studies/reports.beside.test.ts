import { expect, test } from 'vitest';
import { REPORTS, needsReports } from '../../web/core/base/testing/needs';
import { sliceProfile, profileLines } from '../../web/core/heat/slice';
import { readProfile } from '../../web/cli/open/readProfile';
import { AFTER, BEFORE } from './addressSpaceReports';

test.each([
  ['before', BEFORE],
  ['after', AFTER],
])('the study carries what the reader makes of the report %s', needsReports(), (name, carried) => {
  const profile = readProfile(`${REPORTS}address_space-${name}.txt`);
  const wanted = new Set(profileLines(profile).map(({ id }) => id));
  const read = sliceProfile(profile, {
    name: carried.name,
    measuredOn: carried.measuredOn,
    wanted,
  });
  expect(rounded(carried)).toEqual(rounded(read));
});

/** Rust and JavaScript may differ in the last bit of a quotient. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'number' ? Number(each.toFixed(6)) : each,
  );
}
