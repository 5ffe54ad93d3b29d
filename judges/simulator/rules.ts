import type { AccessProfile } from '../../web/core/model/profile';
import type { FieldPlacement } from '../../web/core/model/placement';

/** HITM that rules of thumb expect of another order, from the rows of the profiled one. */
export function byRules(
  { instances, lineBytes }: AccessProfile,
  before: FieldPlacement,
  after: FieldPlacement,
): Readonly<Record<string, number>> {
  const places = instances.flatMap(({ atoms, baseBytes }) =>
    atoms.map(({ field, offsetBytes, rows }) => {
      const lineIn = ({ offsets }: FieldPlacement) =>
        Math.floor((baseBytes + (offsets.get(field) ?? 0) + offsetBytes) / lineBytes);
      return {
        before: lineIn(before),
        after: lineIn(after),
        hitm: sum(rows.map(({ rmtHitm, lclHitm }) => rmtHitm + lclHitm)),
        stores: sum(rows.map(({ stores }) => stores)),
      };
    }),
  );
  const measured = sum(places.map(({ hitm }) => hitm));
  type Place = (typeof places)[number];
  /** Adds up a cost of each pair on a line, scaled to what was measured. */
  const byPairs = (cost: (reader: Place, writer: Place) => number) => {
    const total = (when: 'before' | 'after') =>
      sum(
        places.flatMap((reader) =>
          places.map((writer) => (reader[when] === writer[when] ? cost(reader, writer) : 0)),
        ),
      );
    const base = total('before');
    return base > 0 ? (measured * total('after')) / base : measured;
  };
  const storesBeside = (reader: Place) =>
    sum(places.map(({ before: line, stores }) => (line === reader.before ? stores : 0)));
  return {
    'min(load, store) of each pair': byPairs(({ hitm }, { stores }) => Math.min(hitm, stores)),
    'HITM split over the writers of its line': byPairs((reader, { before: line, stores }) =>
      reader.before === line && stores > 0 ? (reader.hitm * stores) / storesBeside(reader) : 0,
    ),
    'number of conflicts': byPairs(({ hitm }, { stores }) => (hitm > 0 && stores > 0 ? 1 : 0)),
    'hot while a writer is on its line': sum(
      places.map(({ after: line, hitm }) =>
        places.some((other) => other.stores > 0 && other.after === line) ? hitm : 0,
      ),
    ),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
