import { describe, expect, test } from 'vitest';
import { applyEdits } from '../edit/apply';
import type { AccessRow } from '../facts/generated';
import { line, row } from '../heat/testing/profiles';
import { type Prediction, calibrateBasis } from './predict';
import type { MemberPath } from '../layout/ids';
import { profileBases } from './basis';
import { fieldsInDoubt } from './doubt';
import { disagreement } from './several';
import { documentOf, predictions, type Given } from './testing/bound';

const SOURCE = 'struct s { long w; long r; long pad[6]; long x; long y; };';

const documentWith = (...reports: readonly Given[]) => documentOf(SOURCE, ...reports);

function forecastOf({ outcome }: Prediction) {
  if (!outcome.ok) throw new Error(outcome.error.kind);
  return outcome.value.forecast;
}

/** One code place on these logical CPUs. */
function on(cpus: readonly number[], each: AccessRow): AccessRow {
  const node = {
    node: 0,
    cpuCount: null,
    cpus: [...cpus],
    snoopPercent: null,
    storesPercent: null,
  };
  return { ...each, cpuCount: cpus.length, nodes: [node] };
}

const WRITTEN_AND_READ = [
  row(0, 'writer', { stores: 4000 }),
  row(8, 'reader', { rmt: 900, lcl: 600, loads: 2000 }),
];

describe('two threads of one core', () => {
  const rows = [
    on([0], row(0, 'writer', { stores: 4000 })),
    on([4], row(8, 'reader', { lcl: 600, loads: 2000 })),
  ];

  test('count as one CPU where the topology is known: there is nothing to predict', () => {
    const [only] = predictions(documentWith({ rows, more: { cores: [[0, 4]] } }));
    expect(only?.outcome).toEqual({ ok: false, error: { kind: 'oneCpu' } });
  });

  test('and as two where it is not, or where they are of two cores', () => {
    for (const cores of [
      [],
      [
        [0, 1],
        [4, 5],
      ],
    ]) {
      const [only] = predictions(documentWith({ rows, more: { cores } }));
      expect(only && forecastOf(only).hitm.total).toBeCloseTo(600, 6);
    }
  });

  test('threads that are pinned, each row from one CPU, are more than one CPU', () => {
    const pinned = rows.map((each) => ({ ...each, nodes: [], cpuCount: 1 }));
    const [only] = predictions(documentWith({ rows: pinned }));
    expect(only && forecastOf(only).hitm.total).toBeCloseTo(600, 6);
  });

  test('accesses of a row are spread over cores, not threads', () => {
    const spread = [
      on([0, 4], row(0, 'writer', { stores: 100 })),
      on([1, 2], row(8, 'reader', { lcl: 50 })),
    ];
    const document = documentWith({ rows: spread, more: { cores: [[0, 4], [1], [2]] } });
    const [basis] = profileBases(document, applyEdits(document));
    const atoms = basis?.profile.instances[0]?.atoms.map(({ field, cpuShares, rows: own }) => [
      field,
      [...(cpuShares ?? [])],
      own.map(({ cpus }) => cpus),
    ]);
    expect(atoms).toEqual([
      ['w', [[0, 1]], [1]],
      [
        'r',
        [
          [1, 0.5],
          [2, 0.5],
        ],
        [2],
      ],
    ]);
    expect(basis?.profile.cpuCount).toBe(3);
  });
});

test('a bound report is measured at its own order, and predicted for another', () => {
  const document = documentWith({ rows: WRITTEN_AND_READ });
  const [before] = predictions(document);
  expect(before && forecastOf(before)).toMatchObject({
    basis: 'measured',
    baseline: { hitm: 1500 },
  });
  const [after] = predictions(document, 'move r last');
  const { basis, hitm, rows, seenBand } = forecastOf(after as Prediction);
  expect(basis).toBe('predicted');
  // A line that nobody writes has no HITM.
  expect(hitm.total).toBe(0);
  expect(rows()).toEqual([
    { field: 'r', offsetBytes: 0, measured: 1500, predicted: 0, outcome: 'vanishes' },
  ]);
  expect(seenBand.low).toBe(0);
});

test('peer snoops are said not to be predicted from; tags then stand in', () => {
  const document = documentWith({ rows: WRITTEN_AND_READ, more: { display: 'peer' } });
  const [only] = predictions(document);
  expect(only?.outcome).toEqual({ ok: false, error: { kind: 'peerSnoops' } });
  const [tags, peer] = predictions(document, 'tag w write-hot', 'tag r read-hot');
  expect(tags?.basis.profile.kind).toBe('tags');
  expect(tags?.outcome.ok).toBe(true);
  expect(peer?.outcome.ok).toBe(false);
});

test('two profiles that an order helps and hurts are said to disagree', () => {
  const both = documentWith(
    { name: 'first.txt', rows: WRITTEN_AND_READ },
    {
      name: 'second.txt',
      rows: [],
      more: {
        lines: [
          line('0x1000', [row(8, 'reader', { loads: 3000 })]),
          line('0x1040', [
            row(0, 'poller', { rmt: 500, loads: 900 }),
            row(8, 'counter', { stores: 3000 }),
          ]),
        ],
      },
    },
  );
  expect(disagreement(predictions(both))).toBeNull();
  // r leaves w, which the first profile likes, for the line that the second sees written.
  const sentence = disagreement(predictions(both, 'move r last'));
  expect(sentence).toMatch(/fall in first\.txt and to rise in second\.txt/);
});

test('fields in doubt are those whose line nobody writes, and not those that a tag speaks of', () => {
  const document = documentWith({ rows: WRITTEN_AND_READ });
  const doubtsWith = (...words: readonly string[]) => {
    const [only] = predictions(document, ...words);
    if (!only?.outcome.ok) throw new Error('no prediction');
    return fieldsInDoubt(only.outcome.value.calibrated, only.basis).map(({ field }) => field);
  };
  expect(doubtsWith()).toEqual(['x', 'y']);
  expect(doubtsWith('tag y cold')).toEqual(['x']);
});

test('what is said of prefetch decides, and is no axis of the range any more', () => {
  const forecastWith = (...words: string[]) => {
    const [only] = predictions(documentWith({ rows: WRITTEN_AND_READ }), 'move x first', ...words);
    if (!only?.outcome.ok) throw new Error('no forecast');
    return only.outcome.value.forecast;
  };
  const unsaid = forecastWith();
  expect(forecastWith('prefetch 0.3', 'prefetch unknown').band).toEqual(unsaid.band);
  const off = forecastWith('prefetch off');
  expect(off.hitm.total).toBeCloseTo(unsaid.hitm.total, 9);
  expect(off.band.low).toBeGreaterThanOrEqual(unsaid.band.low);
  expect(off.band.high).toBeLessThanOrEqual(unsaid.band.high);
});

test('equal tags calibrate once', () => {
  const document = documentWith({ rows: WRITTEN_AND_READ });
  const [basis] = profileBases(document, applyEdits(document));
  if (basis === undefined) throw new Error('no basis');
  const tag = { member: 'x' as MemberPath, role: 'read-hot', weight: null } as const;
  const once = calibrateBasis(basis, { tags: [tag], prefetchShare: null });
  expect(calibrateBasis(basis, { tags: [{ ...tag }], prefetchShare: null })).toBe(once);
  expect(calibrateBasis(basis, { tags: [tag], prefetchShare: 0 })).not.toBe(once);
  expect(calibrateBasis(basis, { tags: [], prefetchShare: null })).not.toBe(once);
});
