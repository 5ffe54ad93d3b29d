import { assertNever } from '../base/assert';
import { plural } from '../base/prose';
import type { Tag } from '../edit/document';
import type { MemberPath } from '../layout/ids';
import { QUEUE_TIMES } from './constants';
import type { Flag } from './flags';
import type { CalibratedGroup } from './group';
import type { FieldPlacement } from './placement';
import { isSpread } from './tags';
import { areCpusAssumed, type AccessProfile } from './profile';

/** Fewer HITM samples than this say little. */
const FEW_SAMPLES = 100;

/** What holds for every order that is predicted from a profile. */
export function profileFlags(
  kind: 'hitm' | 'tags',
  profile: AccessProfile,
  baseline: FieldPlacement,
  groups: readonly CalibratedGroup[],
): Flag[] {
  if (kind === 'tags') {
    const tagged = new Set(
      profile.instances.flatMap(({ atoms }) => atoms.map(({ field }) => field)),
    );
    const spread = baseline.fields.flatMap(({ path, sizeBytes }) =>
      tagged.has(path) && isSpread(sizeBytes, profile.lineBytes) ? [path] : [],
    );
    return [
      { kind: 'tagsOnly' },
      ...(spread.length > 0 ? [{ kind: 'tagsSpread' as const, fields: spread }] : []),
    ];
  }
  const flags: Flag[] = [];
  let hitm = 0;
  let foreign = 0;
  let carried = 0;
  const carriedFields = new Set<MemberPath>();
  const atomics = new Set<MemberPath>();
  for (const { atoms, sites, central } of groups) {
    atoms.forEach((atom, index) => {
      const site = sites[index];
      const own = atom.hitm + atom.atomicHitm;
      hitm += own;
      if (site?.kind !== 'field') {
        foreign += own;
        return;
      }
      if (atom.atomicStores > 0) atomics.add(site.field);
      const rest = central.carried[index] ?? 0;
      if (rest > 0) {
        carried += rest;
        carriedFields.add(site.field);
      }
    });
  }
  const byCode = profile.instances
    .flatMap(({ atoms }) => atoms)
    .flatMap(({ field, rows }) => rows.flatMap(({ isUnsampled }) => (isUnsampled ? [field] : [])));
  if (byCode.length > 0) {
    flags.push({ kind: 'loadsByCode', loads: byCode.length, fields: [...new Set(byCode)] });
  }
  const missing = unplacedAtoms(profile, baseline);
  if (missing.fields.length > 0) flags.push({ kind: 'unplaced', ...missing });
  if (profile.instances.some(({ lines }) => lines.length === 0))
    flags.push({ kind: 'noLineTable' });
  const queued = groups.flatMap(({ waits }) =>
    [...waits].filter(([, times]) => times >= QUEUE_TIMES),
  );
  if (queued.length > 0) {
    const lines = [...new Set(queued.map(([line]) => line))].sort((a, b) => a - b);
    flags.push({ kind: 'queues', lines, times: Math.max(...queued.map(([, times]) => times)) });
  }
  if (profile.cpuCount === null) flags.push({ kind: 'cpusUnknown' });
  else if (areCpusAssumed(profile)) flags.push({ kind: 'cpusAssumed', cpus: profile.cpuCount });
  if (hitm < FEW_SAMPLES) flags.push({ kind: 'fewSamples', hitm });
  if (carried > 0) {
    flags.push({ kind: 'noStoresSampled', hitm: carried, fields: [...carriedFields] });
  }
  if (foreign > 0) flags.push({ kind: 'foreignStays', hitm: foreign, share: foreign / hitm });
  if (atomics.size > 0) flags.push({ kind: 'atomicsUnderReported', fields: [...atomics] });
  return flags;
}

function unplacedAtoms(
  profile: AccessProfile,
  baseline: FieldPlacement,
): { hitm: number; fields: MemberPath[] } {
  let hitm = 0;
  const fields = new Set<MemberPath>();
  for (const { field, rows } of profile.instances.flatMap(({ atoms }) => atoms)) {
    if (baseline.offsets.has(field)) continue;
    fields.add(field);
    for (const row of rows) hitm += row.rmtHitm + row.lclHitm;
  }
  return { hitm, fields: [...fields] };
}

/** Tags beside a measured profile give only readers that could not be observed. */
export function usableTags(
  tags: readonly Tag[],
  { kind, profile, baseline, silent }: TagContext,
  flags: Flag[],
): readonly Tag[] {
  const measured = kind === 'tags' ? new Map<MemberPath, number>() : samplesOf(profile);
  const usable = tags.filter((tag) => {
    const because = baseline.offsets.has(tag.member)
      ? kind === 'tags'
        ? null
        : contradiction(tag, silent, measured.get(tag.member) ?? 0)
      : 'no member of that name moves as a whole here. Tag the member that holds it';
    if (because !== null) flags.push({ kind: 'tagContradicts', field: tag.member, because });
    return because === null;
  });
  return kind === 'tags' ? [] : usable;
}

export interface TagContext {
  readonly kind: 'hitm' | 'tags';
  readonly profile: AccessProfile;
  readonly baseline: FieldPlacement;
  /** Fields on whose lines nobody was seen to store. */
  readonly silent: ReadonlySet<MemberPath>;
}

/** Why a tag does not go with what was measured; null where it does. */
function contradiction(
  { member, role }: Tag,
  silent: ReadonlySet<MemberPath>,
  samples: number,
): string | null {
  switch (role) {
    case 'cold':
      return samples > 0
        ? `the profile has ${plural(samples, 'sample')} of HITM and stores on it, so it is not cold`
        : null;
    // Who stores is taken from the profile; that it is one object is not in any profile.
    case 'lock':
      return null;
    case 'write-hot':
    case 'counter':
      return 'a profile is loaded, and who writes is taken from it';
    case 'read-hot':
    case 'read-mostly':
      return silent.has(member) ? null : 'its line was written, so its reads were measured';
    default:
      return assertNever(role);
  }
}

/** HITM and stores of each field. */
function samplesOf({ instances }: AccessProfile): ReadonlyMap<MemberPath, number> {
  const samples = new Map<MemberPath, number>();
  for (const { field, rows } of instances.flatMap(({ atoms }) => atoms)) {
    const own = rows.reduce((sum, row) => sum + row.rmtHitm + row.lclHitm + row.stores, 0);
    samples.set(field, (samples.get(field) ?? 0) + own);
  }
  return samples;
}
