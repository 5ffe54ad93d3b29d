import { describe, expect, test } from 'vitest';
import { sumAtoms } from './atoms';
import { closedForm } from './testing/closedForm';
import { everywhere } from './visits';
import { lineHitm, lineTransactions } from './line';
import { posteriorsOf, ratesAt, type Baseline } from './calibrateRates';
import type { RateModel } from './rateModel';
import { lineRates } from './rates';
import vectors from './vectors.json';

/** The figures come from a reference implementation and were reproduced by a second one. */
const TOLERANCE = 1e-6;

function near(actual: number | null | undefined, expected: number | null, what: string): void {
  if (expected === null) {
    expect(actual ?? null, what).toBeNull();
    return;
  }
  const off = Math.abs((actual ?? NaN) - expected);
  expect(
    off <= TOLERANCE * Math.max(1, Math.abs(expected)),
    `${what}: ${actual} for ${expected}`,
  ).toBe(true);
}

describe('closed form of one line', () => {
  vectors.closedForm.forEach((vector, number) => {
    test(`vector ${number}`, () => {
      const cpus = vector.loads.map((loads, cpu) => ({
        loads,
        stores: vector.stores[cpu] ?? 0,
        atomics: vector.atomics[cpu] ?? 0,
      }));
      const line = closedForm(cpus);
      vector.modified.forEach((value, cpu) =>
        near(line.modified[cpu], value, `modified at ${cpu}`),
      );
      near(line.hitm, vector.hitm, 'hitm');
      near(line.atomicHitm, vector.atomicHitm, 'atomicHitm');
      near(line.loadMisses, vector.loadMisses, 'loadMisses');
      near(line.ownershipRequests, vector.ownershipRequests, 'ownershipRequests');
    });
  });
});

type Case = (typeof vectors.cases)[number];

function baselineOf({ input }: Case): { baseline: Baseline; ids: string[] } {
  const lines = input.lines.map((line) =>
    line.atoms.map(({ id, cpuShares, rows }) => ({ id, rows, cpuShares: sharesOf(cpuShares) })),
  );
  const atoms = sumAtoms(lines);
  let next = 0;
  return {
    ids: atoms.map(({ id }) => id),
    baseline: {
      atoms,
      lines: input.lines.map((line) => ({
        atoms: line.atoms.map(() => next++),
        cleanLoads: line.cleanLoads,
      })),
      cpuCount: input.cpuCount,
      storeRatio: input.storeRatio,
    },
  };
}

function sharesOf(shares: object | null): Map<number, number> | null {
  return shares === null
    ? null
    : new Map(Object.entries(shares).map(([cpu, share]) => [Number(cpu), Number(share)]));
}

describe('model', () => {
  for (const vector of vectors.cases) {
    for (const expected of vector.expected) {
      test(`${vector.name}, co-access ${expected.alpha}`, () => {
        const { baseline, ids } = baselineOf(vector);
        const model = ratesAt(posteriorsOf(baseline, everywhere(expected.alpha)));
        checkCalibration(model, ids, vector, expected);
        for (const layout of expected.layouts) {
          const lines = layout.lines.map((line) => line.map((id) => ids.indexOf(id)));
          checkLayout(model, ids, lines, layout);
        }
      });
    }
  }
});

function checkCalibration(
  model: RateModel,
  ids: readonly string[],
  vector: Case,
  expected: Case['expected'][number],
): void {
  near(model.logStoreRatio, expected.logStoreRatio, 'ln store ratio');
  expected.lines.forEach((line, number) => {
    const theta = model.lines[number]?.theta ?? null;
    near(theta?.value, line.theta, `theta of line ${number}`);
    near(theta?.logDeviation, line.theta_sd, `deviation of line ${number}`);
    near(model.lines[number]?.storeRatio, line.rho, `store ratio of line ${number}`);
  });
  const symbolOrder = symbolNames(vector);
  for (const atom of expected.atoms) {
    const index = ids.indexOf(atom.id);
    const users = model.atoms[index]?.users ?? [];
    users.forEach((user, place) => {
      const name = symbolOrder[user.symbol] ?? '';
      const exposed: Record<string, number | undefined> = atom.exposed;
      near(model.exposed[index]?.[place], exposed[name] ?? 0, `${atom.id}: exposed to ${name}`);
    });
    near(model.storeVisits[index], atom.storeVisits, `${atom.id}: store visits`);
    near(model.atomicVisits[index], atom.atomicVisits, `${atom.id}: atomic visits`);
    near(model.visibility[index], atom.visibility, `${atom.id}: visibility`);
    near(model.rmtShare[index], atom.rmtShare, `${atom.id}: remote share`);
    near(model.carried[index], atom.carried, `${atom.id}: carried`);
    near(lineHitm(model, [index])[0], atom.floor, `${atom.id}: floor`);
  }
}

/** In the order in which `sumAtoms` meets them. */
function symbolNames({ input }: Case): string[] {
  const rows = input.lines.flatMap((line) => line.atoms.flatMap((atom) => atom.rows));
  return [...new Set(rows.map(({ symbol }) => symbol))];
}

function checkLayout(
  model: RateModel,
  ids: readonly string[],
  lines: readonly (readonly number[])[],
  layout: Case['expected'][number]['layouts'][number],
): void {
  let rmt = 0;
  lines.forEach((line, number) => {
    const hitm = lineHitm(model, line);
    const perAtom: Record<string, number | undefined> = layout.atomHitm;
    hitm.forEach((value, at) => {
      const id = ids[line[at] as number] as string;
      near(value, perAtom[id] ?? NaN, `HITM of ${id}`);
      rmt += value * (model.rmtShare[line[at] as number] as number);
    });
    near(sum(hitm), layout.lineHitm[number] ?? NaN, `HITM of line ${number}`);
    near(
      lineTransactions(lineRates(model, line), 0),
      layout.transactions[number] ?? NaN,
      `transactions of line ${number}`,
    );
  });
  near(total(model, lines), layout.hitm, 'HITM');
  near(rmt, layout.rmt, 'rmt HITM');
  near(total(model, lines) - rmt, layout.lcl, 'lcl HITM');
}

function total(model: RateModel, lines: readonly (readonly number[])[]): number {
  return sum(lines.map((line) => sum(lineHitm(model, line))));
}

function sum(values: Iterable<number>): number {
  let all = 0;
  for (const value of values) all += value;
  return all;
}
