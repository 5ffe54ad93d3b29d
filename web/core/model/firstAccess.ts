import type { Atom } from './atoms';
import { MOST_VISIBLE } from './constants';
import { modifiedElsewhere } from './line';
import type { RateModel } from './rateModel';
import { lineRates } from './rates';
import { symbolUses } from './visits';

/**
 * The most HITM that a line may have beyond its prediction because functions that loaded something else of their line
 * before they stored now store first. Most read what they are about to write, and such a load hid behind the first one:
 * it is in no report, and misses now. Of an atomic operation so many show as HITM as are ever seen to.
 */
export function firstAccessHitm(model: RateModel, indices: readonly number[]): number {
  const atoms = indices.map((index) => model.atoms[index] as Atom);
  let chance: Float64Array | null = null;
  let most = 0;
  for (const { symbol, members } of symbolUses(atoms)) {
    const firstLoad = Math.min(...members.map(({ user }) => user.firstLoad));
    const firstStore = Math.min(...members.map(({ user }) => user.firstStore));
    if (firstLoad < firstStore) continue;
    for (const { at, user } of members) {
      if (user.stores <= 0) continue;
      const atom = atoms[at] as Atom;
      const pattern = model.pattern(symbol, atom.line);
      // It stored first there too, so that a load of its own would have been seen; or it loads nothing.
      if (pattern.storesFirst || pattern.exposed <= 0) continue;
      chance ??= modifiedElsewhere(lineRates(model, indices), 0);
      const ratio = model.lines[atom.line]?.storeRatio ?? 1;
      const atomic = Math.min(user.stores, user.atomicStores);
      const seen = Math.max(0, MOST_VISIBLE - (model.visibility[indices[at] as number] as number));
      most +=
        (user.topStores * ratio * (chance[at] as number) * (user.stores - atomic + seen * atomic)) /
        user.stores;
    }
  }
  return most;
}
