import { locatedSentence } from '../base/messages';
import { expect, test } from 'vitest';
import { aggregate, member, scalar, structDesc } from '../facts/build';
import { expansionIn, withinReach } from '../facts/expansion';
import { X86_64 } from '../facts/targets';
import { computeLayout } from './compute';
import { nestedLayout } from './nested';
import { orderedFrom } from './original';
import { fan } from './testing/fan';

/** Each struct holds the one before twice. */
const twice = (levels: number, isNamed: boolean) => withinReach(fan(2, levels, isNamed));

test('a struct with too many unnamed members opens closed, and can be opened by a level', () => {
  const desc = twice(12, false);
  const { items } = computeLayout(orderedFrom(desc));
  expect(items.map((item) => item.kind === 'field' && item.inner)).toEqual([null, null]);
  const [first] = items;
  if (first?.kind !== 'field') throw new Error('no field');
  expect(nestedLayout(desc, first)?.items.length).toBe(2);
  expect(orderedFrom(desc).verdict.kind).toBe('agrees');
  expect(locatedSentence(desc.diagnostics[0]!)).toMatch(
    /12,286 members.*, more than 1,000.*Open an unnamed struct/,
  );
  expect([8, 9].map((levels) => twice(levels, false).diagnostics.length)).toEqual([0, 1]);
  expect(computeLayout(orderedFrom(twice(3, false))).items).toMatchObject([
    { inner: { items: [{ inner: {} }, { inner: {} }] } },
    {},
  ]);
});

test('of what has too much inside the smallest types are closed, and it is said', () => {
  for (const named of [true, false]) {
    const desc = twice(40, named);
    expect(expansionIn(desc.types)(desc.root).inside).toBeLessThanOrEqual(200_000);
    const output = desc.diagnostics.map(locatedSentence).join();
    expect(output).toMatch(/some 2\^42 members with those of all nested types, more than 200,000/);
    expect(withinReach(desc).diagnostics).toEqual(desc.diagnostics);
  }
});

test('a struct of very many members is shown for reading', () => {
  const of = (count: number) => {
    const int = scalar('int', 4);
    const members = Array.from({ length: count }, (_, at) => member(`m${at}`, at * 4, int));
    return orderedFrom(
      withinReach(structDesc(X86_64, aggregate('struct', 's', count * 4, members))),
    ).root.readOnly;
  };
  expect(of(10_000)).toBeNull();
  expect(of(10_001)).toMatch(/10,001 members, more than the 10,000/);
});
