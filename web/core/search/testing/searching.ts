import { sentence } from '../../base/messages';
import { applyEdit } from '../../edit/apply';
import type { Applied } from '../../edit/applied';
import type { Edit } from '../../edit/edit';
import { computeLayout } from '../../layout/compute';
import type { MemberPath } from '../../layout/ids';
import type { Calibrated } from '../../model/calibrated';
import { placementOf } from '../../model/placement';
import type { AccessRow } from '../../model/profile';
import { tagProfile } from '../../model/tags';
import { calibrated, hitmProfile } from '../../model/testing/measured';
import type { SuggestInput, SuggestOptions, Suggestion } from '../input';
import { suggest } from '../suggest';

const MACHINE = { lineBytes: 64, pageBytes: 4096, pointerBytes: 8, cpus: 64 };
const CACHE = { kind: 'cache', hwcacheAlign: true } as const;
export const STRICT: SuggestOptions = {
  growth: 'never',
  mostEdits: 3,
  mayAlign: false,
  mayChangeFormat: false,
};

export function input(applied: Applied, more: Partial<SuggestInput> = {}): SuggestInput {
  return { applied, heat: null, allocation: CACHE, machine: MACHINE, options: STRICT, ...more };
}

/** The last front. */
export function front(wanted: SuggestInput): readonly Suggestion[] {
  let last: readonly Suggestion[] = [];
  for (const progress of suggest(wanted)) {
    if (progress.kind === 'front') last = progress.suggestions;
  }
  return last;
}

export function after(applied: Applied, edits: readonly Edit[]): Applied {
  return edits.reduce((now, edit) => {
    const next = applyEdit(now, edit);
    if (!next.ok) throw new Error(sentence(next.error));
    return next.value;
  }, applied);
}

export function offsets(applied: Applied): (name: string) => number {
  const { offsets } = placementOf(computeLayout(applied.struct));
  return (name) => offsets.get(name as MemberPath) ?? NaN;
}

export function tagged(applied: Applied): Calibrated {
  const placement = placementOf(computeLayout(applied.struct));
  const { tags, lineBytes, baseBytes } = applied.state;
  const profile = tagProfile(tags, placement, lineBytes, [baseBytes]);
  return calibrated(profile, placement);
}

/** `field+offset symbol hitm otherLoads stores` on many CPUs. */
export function measured(applied: Applied, rows: readonly string[]): Calibrated {
  const atoms = rows.map((text) => {
    const [place = '', symbol = '', hitm = '0', otherLoads = '0', stores = '0'] = text.split(' ');
    const [field = '', offset = '0'] = place.split('+');
    const row: AccessRow = {
      symbol,
      codeOffset: 0,
      rmtHitm: Number(hitm) / 2,
      lclHitm: Number(hitm) / 2,
      otherLoads: Number(otherLoads),
      stores: Number(stores),
      cpus: 64,
    };
    return {
      field: field as MemberPath,
      offsetBytes: Number(offset),
      sizeBytes: 8,
      rows: [row],
      cpuShares: null,
    };
  });
  const profile = hitmProfile(64, { baseBytes: applied.state.baseBytes, atoms });
  return calibrated(profile, placementOf(computeLayout(applied.struct)));
}
