import { expect, test } from 'vitest';
import type { MemberPath } from '../../core/layout/ids';
import type { Suggestion } from '../../core/search/input';
import { amount, changeShare, openRange, range, shortAmount, type Scale } from './amounts';
import { frontPoints, nearestPoint, PLOT } from '../predict/frontPoints';
import { suggestionChips } from '../predict/suggestionCards';

const SAMPLES: Scale = { kind: 'samples' };
const shares = (whole: number): Scale => ({ kind: 'shares', whole });

test.each([
  [0, '0', '0'],
  [842.4, '842', '842'],
  [24_310, '24,310', '24.3K'],
  [5_000_000_000, '5.00B', '5.00B'],
  [NaN, '0', '0'],
  [Infinity, '0', '0'],
])('%d samples', (value, whole, short) => {
  expect(amount(value, SAMPLES)).toBe(whole);
  expect(shortAmount(value, SAMPLES)).toBe(short);
});

test.each([
  [37, 100, '37 %'],
  [0.4, 100, '0.4 %'],
  [0, 0, 'none'],
  [3, 0, 'some'],
  [NaN, 100, '0 %'],
  [5, NaN, 'some'],
])('tags: %d of %d', (value, whole, text) => {
  expect(amount(value, shares(whole))).toBe(text);
});

test('ranges and changes', () => {
  expect(range({ low: 207, high: 33_696 }, SAMPLES)).toBe('207 to 33.7K');
  expect(range({ low: 0, high: 0 }, SAMPLES)).toBe('0');
  const seenBand = { low: 10, high: 20 };
  expect(openRange({ seenBand, band: seenBand }, SAMPLES)).toBe('10 to 20');
  expect(openRange({ seenBand, band: { low: 10, high: 900 } }, SAMPLES)).toBe('10 to 20 or more');
  expect(changeShare(100, 13)).toBe('−87 %');
  expect(changeShare(0, 5)).toBe('new');
  expect(changeShare(0, 0)).toBe('=');
});

function suggestion(point: number, after: number, edits: number, strideBytes = 192): Suggestion {
  const hitm = { before: 1000, after, band: { low: after, high: after + 50 } };
  const figures: Suggestion['figures'] = {
    hitm,
    odds: null,
    transactions: null,
    sizeBytes: 184,
    strideBytes,
    holeBytes: 0,
    edits,
    straddles: 0,
    unknownReaders: 0,
    unknownReaderFields: [],
    hiddenWriters: 0,
    unknownLocks: [],
    pairs: 0,
    knockOn: [],
  };
  return { edits: [], figures, aim: 'conflicts', reason: '', point };
}

test('the front as points: one for each, fewer conflicts lower, more memory open, none on another', () => {
  const points = frontPoints([
    suggestion(0, 0, 2),
    suggestion(0, 0, 2),
    suggestion(1, 500, 1),
    suggestion(2, 0, 2, 256),
  ]);
  expect(points.map(({ suggestion: { point } }) => point)).toEqual([0, 1, 2]);
  const [first, second, third] = points;
  expect(first?.yPx).toBe(PLOT.bottomPx);
  expect(second?.yPx).toBe((PLOT.bottomPx + PLOT.topPx) / 2);
  expect(third?.grows).toBe(true);
  expect(third?.xPx).not.toBe(first?.xPx);
  expect(nearestPoint(points, second?.xPx ?? 0, (second?.yPx ?? 0) + 9)).toBe(second);
  expect(nearestPoint(points, 0, 0)).toBeNull();
});

test('the price in a few words, what speaks against it marked', () => {
  const { figures } = suggestion(0, 130, 1);
  expect(suggestionChips(figures, SAMPLES).map(({ text }) => text)).toEqual([
    'HITM 1,000 → 130 (130 to 180)',
    '184 B, takes 192',
    '1 field moves',
  ]);
  const worse = { ...figures, straddles: 1, unknownReaders: 2 };
  expect(
    suggestionChips(worse, SAMPLES).flatMap(({ text, isCaution }) => (isCaution ? [text] : [])),
  ).toEqual(['1 straddle more', '2 readers unknown']);
  const locked = { ...figures, unknownLocks: ['mutex' as MemberPath] };
  const isMentioned = (given: Suggestion['figures']) =>
    suggestionChips(given, SAMPLES).some(({ text }) => text.startsWith('better or worse unknown'));
  expect(isMentioned(locked)).toBe(true);
  expect(isMentioned({ ...locked, odds: { better: 60, worse: 15, of: 100 } })).toBe(false);
});
