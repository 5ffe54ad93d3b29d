import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumAtoms } from './atoms';
import { lineHitm } from './line';
import type { AccessRow } from './profile';
import { everywhere } from './visits';
import { posteriorsOf, ratesAt } from './calibrateRates';
import type { RateModel } from './rateModel';
import { lineRates } from './rates';

/** What must hold of any profile, in the form in which it is true (docs/model.md). */

const RUNS = Number(process.env.HITMAP_RUNS ?? 300);

interface RandomProfile {
  readonly lines: readonly (readonly { readonly rows: readonly AccessRow[] }[])[];
  readonly cleanLoads: readonly number[] | null;
  readonly cpuCount: number;
}

interface Shape {
  readonly uniformCpus: boolean;
  readonly plainLoadsOnly: boolean;
}

function profiles({ uniformCpus, plainLoadsOnly }: Shape): fc.Arbitrary<RandomProfile> {
  const many = fc.constantFrom(8, 16, 64);
  return many.chain((cpuCount) => {
    const cpus = uniformCpus ? fc.constant(cpuCount) : fc.integer({ min: 1, max: cpuCount });
    const symbol = fc.constantFrom('read', 'update', 'scan', 'other');
    const base = { symbol, codeOffset: fc.integer({ min: 0, max: 99 }), cpus };
    const hitm = fc.integer({ min: 0, max: 900 });
    const none = fc.constant(0);
    const load = fc.record({
      ...base,
      rmtHitm: hitm,
      lclHitm: hitm,
      otherLoads: hitm,
      stores: none,
    });
    const store = fc.record({
      ...base,
      rmtHitm: none,
      lclHitm: none,
      otherLoads: none,
      stores: fc.integer({ min: 1, max: 2000 }),
    });
    const atomic = fc.record({
      ...base,
      rmtHitm: fc.integer({ min: 0, max: 30 }),
      lclHitm: fc.integer({ min: 0, max: 30 }),
      otherLoads: fc.integer({ min: 1, max: 300 }),
      stores: fc.integer({ min: 1, max: 2000 }),
    });
    const unsampled = fc.record({
      ...base,
      rmtHitm: none,
      lclHitm: none,
      otherLoads: none,
      stores: none,
      isUnsampled: fc.constant(true as const),
    });
    const any = uniformCpus ? [load, store, atomic] : [load, store, atomic, unsampled];
    const row = plainLoadsOnly ? fc.oneof(load, store) : fc.oneof(load, ...any);
    const atom = fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 3 }) });
    const line = fc.array(atom, { minLength: 1, maxLength: 5 });
    return fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      cleanLoads: fc.option(
        fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 3, maxLength: 3 }),
      ),
      cpuCount: fc.constant(cpuCount),
    });
  });
}

function modelOf(profile: RandomProfile, coAccess: number): RateModel {
  let next = 0;
  const lines = profile.lines.map((line, number) => ({
    atoms: line.map(() => next++),
    cleanLoads: profile.cleanLoads?.[number] ?? null,
  }));
  const atoms = sumAtoms(
    profile.lines.map((line) =>
      line.map(({ rows }, i) => ({ id: String(i), rows, cpuShares: null })),
    ),
  );
  const { cpuCount } = profile;
  return ratesAt(
    posteriorsOf({ atoms, lines, cpuCount, storeRatio: null }, everywhere(coAccess)),
    0,
  );
}

const COUNTED = { uniformCpus: false, plainLoadsOnly: false };
const UNIFORM = { uniformCpus: true, plainLoadsOnly: false };
const coAccess = fc.constantFrom(0, 0.75, 1);

function holds<T>(input: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(input, property), { numRuns: RUNS });
}

/** Calibration iterates at most 300 rounds; what is left then, in odd profiles, is within a thousandth. */
function same(actual: number, expected: number): void {
  expect(Math.abs(actual - expected), `${actual} for ${expected}`).toBeLessThanOrEqual(
    1e-3 * Math.max(1, expected),
  );
}

describe('invariants of the model', () => {
  test('I1: the baseline is what was measured, field by field', () => {
    holds(fc.tuple(profiles(COUNTED), coAccess), ([profile, alpha]) => {
      const model = modelOf(profile, alpha);
      for (const line of linesOf(model)) {
        lineHitm(model, line).forEach((value, at) => {
          const atom = model.atoms[line[at] as number];
          const measured = (atom?.hitm ?? 0) + (atom?.atomicHitm ?? 0);
          same(value, measured);
        });
      }
    });
  });

  test('I2: the order inside a line does not matter', () => {
    holds(fc.tuple(profiles(COUNTED), coAccess, fc.func(fc.nat())), ([profile, alpha, rank]) => {
      const model = modelOf(profile, alpha);
      const all = model.atoms.map((_, index) => index);
      const shuffled = [...all].sort((a, b) => rank(a) - rank(b) || a - b);
      same(total(model, shuffled), total(model, all));
    });
  });

  test('I3: a field that nobody accesses changes nothing', () => {
    holds(fc.tuple(profiles(COUNTED), coAccess), ([profile, alpha]) => {
      const idle: AccessRow = { ...NOTHING, symbol: 'idle' };
      const padded = {
        ...profile,
        lines: profile.lines.map((line) => [...line, { rows: [idle] }]),
      };
      const plain = modelOf(profile, alpha);
      const withIdle = modelOf(padded, alpha);
      const merged = withIdle.atoms.map((_, index) => index);
      same(total(withIdle, merged), total(plain, [...plain.atoms.keys()]));
    });
  });

  test('I4: a field without stores, alone on a line, has no HITM that could be modelled', () => {
    holds(fc.tuple(profiles(COUNTED), coAccess), ([profile, alpha]) => {
      const model = modelOf(profile, alpha);
      for (const [index, atom] of model.atoms.entries()) {
        if (atom.stores > 0) continue;
        expect(total(model, [index])).toBeCloseTo(model.carried[index] as number, 9);
      }
    });
  });

  test('I5: predicting is homogeneous: twice the rates give twice the HITM', () => {
    holds(fc.tuple(profiles(COUNTED), coAccess), ([profile, alpha]) => {
      const model = modelOf(profile, alpha);
      const all = [...model.atoms.keys()];
      same(total(scaled(model, 2), all), 2 * total(model, all));
    });
  });

  test('I6: HITM of plain loads is at most the load visits and at most the store visits', () => {
    holds(profiles({ ...UNIFORM, plainLoadsOnly: true }), (profile) => {
      const model = withoutFactors(modelOf(profile, 0));
      const all = [...model.atoms.keys()];
      const { exposed, allStores } = lineRates(model, all);
      const loads = exposed.reduce((sum, value) => sum + value, 0);
      expect(total(model, all)).toBeLessThanOrEqual(Math.min(loads, allStores) * (1 + 1e-9));
    });
  });

  test('I7: with uniform CPUs, more loads or more stores never give fewer HITM', () => {
    const more = fc.record({ which: fc.nat(), by: fc.double({ min: 1, max: 5, noNaN: true }) });
    holds(
      fc.tuple(profiles({ ...UNIFORM, plainLoadsOnly: true }), more),
      ([profile, { which, by }]) => {
        const model = withoutFactors(modelOf(profile, 0));
        const all = [...model.atoms.keys()];
        const before = total(model, all);
        const index = which % all.length;
        expect(total(louder(model, index, by, 'loads'), all)).toBeGreaterThanOrEqual(
          before * (1 - 1e-9),
        );
        expect(total(louder(model, index, by, 'stores'), all)).toBeGreaterThanOrEqual(
          before * (1 - 1e-9),
        );
      },
    );
  });

  test('I8: merging two lines never helps (uniform CPUs, plain loads, no co-access)', () => {
    holds(
      fc.tuple(profiles({ ...UNIFORM, plainLoadsOnly: true }), fc.func(fc.boolean())),
      ([profile, side]) => {
        const model = withoutFactors(modelOf(profile, 0));
        const all = [...model.atoms.keys()];
        const a = all.filter((index) => side(index));
        const b = all.filter((index) => !side(index));
        const apart = total(model, a) + total(model, b);
        expect(total(model, all)).toBeGreaterThanOrEqual(apart * (1 - 1e-9) - 1e-9);
      },
    );
  });

  test('I9: without one reader the line has no more HITM, and every other reader no less', () => {
    holds(
      fc.tuple(profiles({ ...UNIFORM, plainLoadsOnly: true }), fc.nat()),
      ([profile, which]) => {
        const model = withoutFactors(modelOf(profile, 0));
        const readers = model.atoms.flatMap((atom, index) => (atom.stores === 0 ? [index] : []));
        const gone = readers[which % Math.max(1, readers.length)];
        fc.pre(gone !== undefined);
        const all = [...model.atoms.keys()];
        const rest = all.filter((index) => index !== gone);
        const before = lineHitm(model, all);
        const after = lineHitm(model, rest);
        expect(total(model, rest)).toBeLessThanOrEqual(total(model, all) * (1 + 1e-9) + 1e-9);
        rest.forEach((index, at) => {
          expect(after[at]).toBeGreaterThanOrEqual((before[index] as number) * (1 - 1e-9));
        });
      },
    );
  });
});

const NOTHING: AccessRow = {
  symbol: '',
  codeOffset: 0,
  rmtHitm: 0,
  lclHitm: 0,
  otherLoads: 0,
  stores: 0,
  cpus: 1,
};

function linesOf(model: RateModel): number[][] {
  const lines: number[][] = [];
  model.atoms.forEach((atom, index) => (lines[atom.line] ??= []).push(index));
  return lines;
}

function total(model: RateModel, line: readonly number[]): number {
  return lineHitm(model, line).reduce((sum, value) => sum + value, 0);
}

/** The form itself: nothing that only makes the baseline exact. */
function withoutFactors(model: RateModel): RateModel {
  const one = new Float64Array(model.atoms.length).fill(1);
  return {
    ...model,
    plainFactor: one,
    atomicFactor: one,
    carried: new Float64Array(model.atoms.length),
  };
}

function scaled(model: RateModel, by: number): RateModel {
  return {
    ...model,
    lines: model.lines.map((line) => ({ ...line, storeRatio: line.storeRatio * by })),
    exposed: model.exposed.map((visits) => visits.map((value) => value * by)),
    storeVisits: model.storeVisits.map((value) => value * by),
    atomicVisits: model.atomicVisits.map((value) => value * by),
    visitRate: model.visitRate.map((value) => value * by),
    carried: model.carried.map((value) => value * by),
    pattern: (symbol, line) => {
      const pattern = model.pattern(symbol, line);
      return { ...pattern, exposed: pattern.exposed * by };
    },
  };
}

function louder(model: RateModel, index: number, by: number, what: 'loads' | 'stores'): RateModel {
  if (what === 'loads') {
    return {
      ...model,
      exposed: model.exposed.map((visits, i) => (i === index ? visits.map((v) => v * by) : visits)),
    };
  }
  return {
    ...model,
    atoms: model.atoms.map((atom, i) =>
      i === index
        ? {
            ...atom,
            users: atom.users.map((user) => ({
              ...user,
              stores: user.stores * by,
              topStores: user.topStores * by,
            })),
          }
        : atom,
    ),
  };
}
