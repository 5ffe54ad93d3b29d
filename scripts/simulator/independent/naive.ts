import type { AccessProfile } from '../../../web/analysis/hitm/profile';
import { fieldPath } from './sampled';

/** A rule of thumb: HITM of another layout from the rows of the profiled one. */
export type NaiveRule = (profile: AccessProfile, before: Int32Array, after: Int32Array) => number;

/** The rules that people use today, for comparison. */
export const NAIVE_RULES: Readonly<Record<string, NaiveRule>> = {
  /** A field keeps its HITM as long as any writer is on its line. */
  'keeps its HITM while a writer is on its line': (profile, _, after) => {
    const fields = totals(profile, after.length);
    return sum(
      fields.map(({ hitm }, field) =>
        fields.some(({ stores }, other) => stores > 0 && after[other] === after[field]) ? hitm : 0,
      ),
    );
  },
  /** A field that moves to another line loses its HITM; the others keep theirs. */
  'vanishes with the move': (profile, before, after) =>
    sum(
      totals(profile, after.length).map(({ hitm }, field) =>
        before[field] === after[field] ? hitm : 0,
      ),
    ),
  /** Edges min(loads of one, stores of the other) between the fields of a line, scaled to the baseline. */
  'edges min(load, store)': (profile, before, after) => {
    const fields = totals(profile, after.length);
    const edges = (layout: Int32Array) =>
      sum(
        fields.map(({ hitm }, i) =>
          sum(
            fields.map(({ stores }, j) => (layout[i] === layout[j] ? Math.min(hitm, stores) : 0)),
          ),
        ),
      );
    const measured = sum(fields.map(({ hitm }) => hitm));
    const base = edges(before);
    return base > 0 ? (measured * edges(after)) / base : measured;
  },
  'nothing changes': (profile, before) =>
    sum(totals(profile, before.length).map(({ hitm }) => hitm)),
};

function totals(profile: AccessProfile, fields: number): { hitm: number; stores: number }[] {
  const atoms = profile.instances.flatMap((group) => group.atoms);
  return Array.from({ length: fields }, (_, field) => {
    const rows = atoms.find((atom) => atom.field === fieldPath(field))?.rows ?? [];
    return {
      hitm: sum(rows.map((row) => row.rmtHitm + row.lclHitm)),
      stores: sum(rows.map((row) => row.stores)),
    };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
