import { expect, test } from 'vitest';
import type { AccessProfile, HeatUnit } from '../../core/facts/generated';
import type { FileId } from '../../core/layout/ids';
import type { LoadedFile } from '../state/state';
import { heatMarks } from './heatMarks';

/** Rows like `percent struct page: 18.48 0.73`: a load event and a store event. */
function report(rows: string): LoadedFile {
  const types = rows
    .trim()
    .split('\n')
    .map((row) => {
      const [, unit = '', name = '', values = ''] = /^\s*(\S+) (.+): (.+)$/.exec(row) ?? [];
      return {
        name,
        unit: unit as HeatUnit,
        object: null,
        sizeBytes: null,
        samples: null,
        events: ['mem-loads', 'mem-stores'],
        values: values.split(' ').map(Number),
        rows: [],
      };
    });
  // Only its types are asked for.
  const profile = { types } as unknown as AccessProfile;
  return {
    id: 'f1' as FileId,
    name: 'types.txt',
    sizeBytes: 1,
    phase: { kind: 'profile', profile, measured: null, label: null },
  };
}

function shares(rows: string): string[] {
  return heatMarks({ files: [report(rows)], documents: [], hot: [] }).map(
    ({ keyword, name, share }) => `${keyword} ${name} ${(100 * share).toFixed(2)} %`,
  );
}

test('a share that perf states is taken, the larger of its events; what has no type has no mark', () => {
  expect(
    shares(`
      percent long unsigned int: 26.09 3.28
      percent struct page: 18.48 0.73
      percent (unknown): 11.71 50.27
      samples struct page: 447 33`),
  ).toEqual(['null long unsigned int 26.09 %', 'struct page 18.48 %']);
});

test('counts are shares of all that is counted, also of what has no type', () => {
  expect(
    shares(`
      samples struct page: 60 20
      samples union thp: 5 5
      samples (unknown): 10 0`),
  ).toEqual(['struct page 80.00 %', 'union thp 10.00 %']);
});

test('nothing changed: the same list', () => {
  const state = { files: [report('samples struct page: 1 0')], documents: [], hot: [] };
  expect(heatMarks(state)).toBe(heatMarks({ ...state, documents: [], hot: [] }));
});
