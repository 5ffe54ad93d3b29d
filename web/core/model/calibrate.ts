import { linesOfBytes } from '../layout/lines';
import { fail, ok, type Result } from '../base/result';
import type { Tag } from '../edit/document';
import type { MemberPath } from '../layout/ids';
import type { LockObject } from '../locks/objects';
import { cleanProfile } from './clean';
import type { Flag, Unpredictable } from './flags';
import { calibrateGroup, type CalibratedGroup } from './group';
import type { FieldPlacement } from './placement';
import type { AccessProfile, AtomProfile } from './profile';
import { lockAtoms } from './lockChanges';
import { profileFlags, usableTags } from './profileFlags';
import type { Calibrated } from './calibrated';
import { isLockFunction } from '../locks/lockTypes';

export interface CalibrateOptions {
  /** What the user knows of fields: on a measured profile, readers that could not be observed. */
  readonly tags?: readonly Tag[];
  /**
   * Share of misses that adjacent-line prefetch answers with the pair's other line, 0 to 1. Left out, it is not known,
   * and the figures are those without.
   */
  readonly pairShare?: number;
  /** The locks of the struct, by its types. */
  readonly locks?: readonly LockObject[];
}

/**
 * Finds the rates that explain a profile.
 *
 * @param baseline where the fields lay when the profile was measured
 * @returns why nothing can be predicted, where that is so (`unpredictableMessage` says it)
 */
export function calibrate(
  raw: AccessProfile,
  baseline: FieldPlacement,
  options: CalibrateOptions = {},
): Result<Calibrated, Unpredictable> {
  const { lineBytes, kind } = raw;
  if (kind === 'peer') return fail({ kind: 'peerSnoops' });
  if (kind === 'shares') return fail({ kind: 'sharesOnly' });
  if (!isLineSize(lineBytes)) return fail({ kind: 'badLineSize', lineBytes });
  const { profile, badRows } = cleanProfile(raw);
  const reason = kind === 'tags' ? whyNotByTags(profile) : whyNot(profile, baseline);
  if (reason !== null) return fail(reason);

  const flags: Flag[] = [];
  if (badRows > 0) flags.push({ kind: 'badRows', count: badRows });
  const silent = silentFields(profile, baseline);
  const { pairShare: stated = null } = options;
  const pairShare =
    stated === null || Number.isNaN(stated) ? null : Math.min(1, Math.max(0, stated));
  const locks = withLocksByUse(options.locks ?? [], profile, options.tags ?? []);
  const context = { kind, lineBytes, profile, baseline, pairShare };
  const marks = usableTags(options.tags ?? [], { kind, profile, baseline, silent }, flags);
  const plain = profile.instances.map((group) => calibrateGroup(group, [], 0, context));
  if (kind === 'hitm' && plain.every(isAllCarried)) return fail({ kind: 'noLineWithBoth' });
  const groups = marks.some(({ role }) => role !== 'cold')
    ? profile.instances.map((group) =>
        calibrateGroup(group, marks, busiest(plain) / profile.instances.length, context),
      )
    : plain;
  flags.push(...profileFlags(kind, profile, baseline, groups));
  const byUse = locksOnlyByUse(locks, options);
  if (kind === 'hitm' && byUse.length > 0) flags.push({ kind: 'locksByUse', fields: byUse });
  const marked = new Set((options.tags ?? []).map(({ member }) => member));
  if (kind === 'tags') {
    for (const { atoms } of profile.instances) for (const { field } of atoms) marked.add(field);
  }
  let measured = 0;
  let modelled = 0;
  let transactions = 0;
  for (const { atoms, cache, lineAtoms } of groups) {
    for (const atom of atoms) measured += atom.hitm + atom.atomicHitm;
    for (const line of lineAtoms.values()) {
      modelled += cache.figures(line).hitmTotal;
      transactions += cache.figures(line).transactions;
    }
  }
  return ok({
    kind,
    lineBytes,
    groups,
    baselineHitm: kind === 'tags' ? modelled : measured,
    baselineTransactions: transactions,
    flags,
    unobservable: new Set([...silent].filter((field) => !marked.has(field))),
    pairShare: pairShare ?? 0,
    isPrefetchKnown: pairShare !== null,
    baseline,
    waiting: waitingShare(groups),
    hasLineTable: profile.instances.every(({ lines }) => lines.length > 0),
    hasSampledLock: groups.some((group) => lockAtoms(group, locks).size > 0),
    isStoreRatioKnown: profile.storeRatio !== null,
    isWhole: kind === 'tags' || profile.isWhole === true,
    locks,
  });
}

/**
 * Whether no HITM of a group meets a store of another CPU. Loads need not be plain: counters that are only updated have all
 * their HITM at read-modify-writes, which the stores of the line explain without a theta.
 */
function isAllCarried({ atoms, central }: CalibratedGroup): boolean {
  return atoms.every(
    ({ hitm, atomicHitm }, index) => hitm + atomicHitm <= (central.carried[index] ?? 0),
  );
}

/** Members of which only their functions say that they are locks: no type, and no person. */
function locksOnlyByUse(
  locks: readonly LockObject[],
  { locks: byType = [], tags = [] }: CalibrateOptions,
): readonly MemberPath[] {
  const seen = new Set<MemberPath>(
    [...byType, ...tags.map(({ member: field }) => ({ field }))].map(({ field }) => field),
  );
  return [...new Set(locks.map(({ field }) => field))].filter((field) => !seen.has(field));
}

/** The part of the struct's HITM time that was spent waiting. */
function waitingShare(groups: readonly CalibratedGroup[]): number {
  let waiting = 0;
  let all = 0;
  for (const { atoms, lineAtoms, waits } of groups) {
    for (const [line, indices] of lineAtoms) {
      for (const index of indices) {
        const hitm = (atoms[index]?.hitm ?? 0) + (atoms[index]?.atomicHitm ?? 0);
        waiting += hitm * (1 - 1 / (waits.get(line) ?? 1));
        all += hitm;
      }
    }
  }
  return all > 0 ? waiting / all : 0;
}

/**
 * A field is silent where nobody stored to its line in any instance: its reads never missed, so the
 * profile has no record of them.
 */
function silentFields(profile: AccessProfile, baseline: FieldPlacement): Set<MemberPath> {
  const { lineBytes } = profile;
  const silent = new Set(baseline.fields.map(({ path }) => path));
  for (const group of profile.instances) {
    const written = new Set<number>();
    const ruler = { lineBytes, baseBytes: group.baseBytes };
    for (const { line, rows } of group.foreign) {
      if (rows.some(({ stores }) => stores > 0)) written.add(line);
    }
    for (const { field, offsetBytes, rows } of group.atoms) {
      const start = baseline.offsets.get(field);
      if (start === undefined || rows.every(({ stores }) => stores === 0)) continue;
      written.add(linesOfBytes(start + offsetBytes, 1, ruler).first);
    }
    for (const { path, offsetBytes, sizeBytes } of baseline.fields) {
      const { first, last } = linesOfBytes(offsetBytes, sizeBytes, ruler);
      let isKnown = true;
      for (let line = first; line <= last && isKnown; line++) isKnown = written.has(line);
      if (isKnown) silent.delete(path);
    }
  }
  return silent;
}

function isLineSize(bytes: number): boolean {
  return bytes >= 16 && bytes <= 1024 && Number.isInteger(Math.log2(bytes));
}

function whyNot(profile: AccessProfile, baseline: FieldPlacement): Unpredictable | null {
  const atoms = profile.instances.flatMap((group) =>
    group.atoms.filter(({ field }) => baseline.offsets.has(field)),
  );
  if (atoms.every(({ rows }) => rows.length === 0)) return { kind: 'noRows' };
  if (profile.cpuCount === 1) return { kind: 'oneCpu' };
  const rows = [...atoms, ...profile.instances.flatMap(({ foreign }) => foreign)].flatMap(
    (atom) => atom.rows,
  );
  if (rows.every((row) => row.rmtHitm + row.lclHitm === 0)) return { kind: 'noHitm' };
  if (rows.every((row) => row.stores === 0)) {
    return { kind: 'noStores', countsAsLoads: profile.isIbs === true };
  }
  return null;
}

/** Conflicts take somebody who writes, and somebody else. */
function whyNotByTags({ instances }: AccessProfile): Unpredictable | null {
  const rows = instances.flatMap(({ atoms }) => atoms).flatMap((atom) => atom.rows);
  if (rows.every(({ stores }) => stores === 0)) return { kind: 'noTaggedWriter' };
  const used = instances.flatMap(({ atoms }) =>
    atoms.flatMap(({ field, rows: own }) => (own.length > 0 ? [field] : [])),
  );
  // A lock is read and written.
  const isAlone = new Set(used).size < 2 && rows.every(({ otherLoads }) => otherLoads === 0);
  return isAlone ? { kind: 'noTaggedOther' } : null;
}

/** Exposed visits of the busiest measured reader: what "read-hot" stands for beside a profile. */
function busiest(groups: readonly CalibratedGroup[]): number {
  let most = 0;
  for (const { central } of groups) {
    for (const visits of central.exposed) {
      most = Math.max(
        most,
        visits.reduce((sum, value) => sum + value, 0),
      );
    }
  }
  return most;
}

/** The least part of a member's samples that functions which work on locks must have. */
const MOST = 0.5;

/** Adds members that are locks by who touches them, or because a person says so, whatever their types are called. */
function withLocksByUse(
  byType: readonly LockObject[],
  { instances }: AccessProfile,
  tags: readonly Tag[],
): readonly LockObject[] {
  const known = new Set(byType.filter(({ kind }) => kind === 'lock').map(({ field }) => field));
  const tagged = new Set(tags.filter(({ role }) => role === 'lock').map(({ member }) => member));
  const fields = new Map<MemberPath, AtomProfile[]>();
  for (const { atoms } of instances) {
    for (const atom of atoms) {
      if (!known.has(atom.field)) fields.set(atom.field, [...(fields.get(atom.field) ?? []), atom]);
    }
  }
  const byUse = [...fields].flatMap(([field, atoms]): readonly LockObject[] => {
    if (!tagged.has(field) && !isUsedAsLock(atoms)) return [];
    const first = Math.min(...atoms.map(({ offsetBytes }) => offsetBytes));
    const end = Math.max(...atoms.map(({ offsetBytes, sizeBytes }) => offsetBytes + sizeBytes));
    return [
      {
        field,
        offsetBytes: first,
        sizeBytes: end - first,
        kind: 'lock',
        typeName: null,
        guards: [],
      },
    ];
  });
  return [...byType, ...byUse];
}

function isUsedAsLock(atoms: readonly AtomProfile[]): boolean {
  let all = 0;
  let ofLocks = 0;
  for (const { symbol, rmtHitm, lclHitm, stores } of atoms.flatMap(({ rows }) => rows)) {
    const samples = rmtHitm + lclHitm + stores;
    all += samples;
    if (isLockFunction(symbol)) ofLocks += samples;
  }
  return all > 0 && ofLocks > MOST * all;
}
