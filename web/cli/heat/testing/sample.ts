import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { attribute, type Attribution } from '../../../core/heat/attribute';
import { addCounts, COUNT_KINDS, sumCounts } from '../../../core/heat/counts';
import { sliceProfile, profileLines } from '../../../core/heat/slice';
import { lineUnit } from '../../../core/heat/lineUnit';
import { ADDRESS_SPACE } from '../../../core/heat/testing/addressSpace';
import type { Binding, DocumentProfile } from '../../../core/edit/profiles';
import type { AccessProfile } from '../../../core/facts/generated';
import { orderedFrom } from '../../../core/layout/original';
import { structFromC } from '../../../core/layout/testing/c';
import { expandProfile, compactProfile } from '../../../core/document/compact';
import type { Value } from '../../../core/document/checkedJson';
import { readProfile } from '../../open/readProfile';

/**
 * What every sample goes through: it is read, read again under a name that says nothing, laid on a struct without
 * a count lost, and taken out of a link with every count.
 */
export function checkSample(path: string): AccessProfile {
  const profile = readProfile(path);
  expect(readUnderAnotherName(path)).toEqual(profile);
  checkConserved(profile);
  checkLink(profile);
  return profile;
}

/** The heat of some lines and types of a profile on a struct that is given as C. */
export function attributed(
  profile: AccessProfile,
  source: string,
  bindings: readonly Omit<Binding, 'profile'>[],
): Attribution {
  const wanted = new Set(bindings.map(({ target }) => target));
  const extract = sliceProfile(profile, { name: 'p', measuredOn: [], wanted });
  const bound = bindings.map((each) => ({ ...each, profile: 'p' }));
  return attribute(orderedFrom(structFromC(source)), extract, bound);
}

function readUnderAnotherName(path: string): AccessProfile {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-sample-'));
  try {
    copyFileSync(path, join(folder, 'vmlinux.zip'));
    return readProfile(join(folder, 'vmlinux.zip'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What fields get and what they do not is the report: nothing bound, one line, and all of them at once. */
function checkConserved(profile: AccessProfile): void {
  const lines = profileLines(profile);
  // Here and there over the struct and past it.
  const bindings = [
    ...lines.map(({ id }, at) => ({ target: id, offsetBytes: (at * 24) % 200 })),
    ...profile.types.map(({ name }) => ({ target: name, offsetBytes: 0 })),
  ];
  for (const some of [[], bindings.slice(0, 1), bindings]) {
    const heat = attributed(profile, ADDRESS_SPACE, some);
    const parts = heat.unattributed.map(({ counts }) => counts);
    const all = addCounts(heat.attributed, sumCounts(parts));
    for (const kind of COUNT_KINDS) expect(all[kind]).toBeCloseTo(heat.total[kind], 4);
    if (some === bindings && lines.some(({ rows }) => rows.length > 0)) {
      // Lines of shares are left out beside lines in samples.
      const counted = lines.filter((line) => lineUnit(line) === heat.unit);
      expect(heat.rows).toHaveLength(counted.reduce((sum, { rows }) => sum + rows.length, 0));
    }
  }
}

function checkLink(profile: AccessProfile): void {
  const wanted = new Set(profileLines(profile).map(({ id }) => id));
  const extract = sliceProfile(profile, { name: 'p', measuredOn: [], wanted });
  const value = JSON.parse(JSON.stringify(compactProfile(extract))) as Value;
  expect(expandProfile(value)).toEqual(withoutShares(extract));
}

/** A row's percentages are left out of links where its counts were made from them. */
export function withoutShares(profile: DocumentProfile): DocumentProfile {
  const rowsOf = (rows: DocumentProfile['lines'][number]['rows']) =>
    rows.map((row) => ({ ...row, shares: null }));
  const lines = profile.lines.map((line) =>
    lineUnit(line) === 'percent' ? line : { ...line, rows: rowsOf(line.rows) },
  );
  return { ...profile, lines };
}
