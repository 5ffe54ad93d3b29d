import { expect, test } from 'vitest';
import { originOf, type OriginFacts } from './origin';
import type { BuildMatch } from './loadBias';

const NOTHING: OriginFacts = { buildMatch: null, sameBuild: null, sameRelease: null };

function buildMatch(verdict: BuildMatch['verdict']): BuildMatch {
  return { verdict, loadBias: 0n, agree: 0, checked: 4, missing: [], object: null };
}

test('a build-id decides, then where functions lie, then the release', () => {
  const cases: readonly [Partial<OriginFacts>, string][] = [
    [{}, 'unknown'],
    [{ sameBuild: true, buildMatch: buildMatch('other'), sameRelease: false }, 'same'],
    [{ sameBuild: false, buildMatch: buildMatch('matches') }, 'other'],
    [{ buildMatch: buildMatch('matches'), sameRelease: false }, 'same'],
    [{ buildMatch: buildMatch('tooFew') }, 'unknown'],
    [{ buildMatch: buildMatch('other') }, 'elsewhere'],
    [{ buildMatch: buildMatch('other'), sameRelease: true }, 'elsewhere'],
    [{ buildMatch: buildMatch('other'), sameRelease: false }, 'other'],
    [{ sameRelease: false }, 'other'],
    [{ sameRelease: true }, 'unknown'],
  ];
  for (const [facts, origin] of cases) {
    expect(originOf({ ...NOTHING, ...facts }), JSON.stringify(Object.keys(facts))).toBe(origin);
  }
});
