import { expect, test } from 'vitest';
import { derived, keptWith } from './derived';

test('the same inputs give the same answer, and others another', () => {
  let count = 0;
  const of = derived((owner: { readonly name: string }, at: number, part: object | null) => {
    count += 1;
    return { text: `${owner.name} ${at} ${part === null}` };
  });
  const [a, b, part] = [{ name: 'a' }, { name: 'a' }, {}];
  expect(of(a, 1, part)).toBe(of(a, 1, part));
  expect(count).toBe(1);
  expect(of(b, 1, part)).not.toBe(of(a, 1, part));
  expect(of(a, 2, part)).not.toBe(of(a, 1, part));
  expect(of(a, 1, null)).not.toBe(of(a, 1, part));
  expect(count).toBe(4);
});

test('an answer of nothing is an answer, and a failure is none', () => {
  let count = 0;
  const nothing = derived(({ none }: { readonly none?: never }): undefined => {
    count += 1;
    return none;
  });
  const owner = {};
  nothing(owner);
  nothing(owner);
  expect(count).toBe(1);
  let fails = true;
  const sometimes = derived((of: object) => {
    if (fails) throw new Error('not yet');
    return of;
  });
  expect(() => sometimes(owner)).toThrow('not yet');
  fails = false;
  expect(sometimes(owner)).toBe(owner);
});

test('what is kept with an object is its own', () => {
  const seen = keptWith<object, string[]>(() => []);
  const [a, b] = [{}, {}];
  seen(a).push('x');
  expect(seen(a)).toEqual(['x']);
  expect(seen(b)).toEqual([]);
});

test('lists of any length are inputs too', () => {
  const joined = derived((...parts: readonly [object, ...object[]]) => [...parts]);
  const [a, b] = [{}, {}];
  expect(joined(a)).toBe(joined(a));
  expect(joined(a, b)).toBe(joined(a, b));
  expect(joined(a, b)).not.toBe(joined(a));
});
