import { expect, test } from 'vitest';
import { originOf, type OriginFacts } from './origin';
import type { Belonging } from './slide';

const NOTHING: OriginFacts = { belonging: null, sameBuild: null, sameRelease: null };

function belonging(verdict: Belonging['verdict']): Belonging {
  return { verdict, slide: 0n, agree: 0, checked: 4, missing: [], object: null };
}

test('a build-id decides, then where functions lie, then the release', () => {
  const cases: readonly [Partial<OriginFacts>, string][] = [
    [{}, 'unknown'],
    [{ sameBuild: true, belonging: belonging('other'), sameRelease: false }, 'same'],
    [{ sameBuild: false, belonging: belonging('belongs') }, 'other'],
    [{ belonging: belonging('belongs'), sameRelease: false }, 'same'],
    [{ belonging: belonging('tooFew') }, 'unknown'],
    [{ belonging: belonging('other') }, 'elsewhere'],
    [{ belonging: belonging('other'), sameRelease: true }, 'elsewhere'],
    [{ belonging: belonging('other'), sameRelease: false }, 'other'],
    [{ sameRelease: false }, 'other'],
    [{ sameRelease: true }, 'unknown'],
  ];
  for (const [facts, origin] of cases) {
    expect(originOf({ ...NOTHING, ...facts }), JSON.stringify(Object.keys(facts))).toBe(origin);
  }
});
