import {
  HEAT_METRICS,
  type Binding,
  type DocumentLine,
  type DocumentProfile,
  type HeatMetric,
} from '../edit/profiles';
import type { HeatUnit } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import type { MemberOrder } from '../layout/order';
import {
  COUNT_KINDS,
  heatCounts,
  isNone,
  NO_COUNTS,
  scaleCounts,
  subtractCounts,
  sumCounts,
  type HeatCounts,
  isOfAccesses,
} from './counts';
import { fieldHeat, type HeatByPath } from './fieldHeat';
import { instancesOf, type Instance, type InstanceLine } from './instances';
import { lineCounts, rowsCounts } from './lineCounts';
import { lineUnit, rowCounter, statedKinds, type LineUnit } from './lineUnit';
import { byteFinder, type BytePlace } from './byteFinder';
import { attributeTypes } from './types';
import { isPseudoType, typeCounts } from './typeCounts';
import type { PlacedLoad, PlacedRow, UnattributedReason } from './placedRow';

/**
 * A profile on the fields of a struct. It is made once, on the layout that the profile was measured on, and
 * then travels with the fields, whatever is done to their order.
 */
export interface Attribution {
  readonly profile: DocumentProfile;
  /**
   * What the counts count: samples, or of a type profile its own unit. Of lines whose samples nobody stated it is
   * percent of the line, each kind of its own total: then kinds have no sum.
   */
  readonly unit: HeatUnit;
  /** The kinds of samples that the bound lines of shares tell of; null where all are known. */
  readonly statedKinds: ReadonlySet<keyof HeatCounts> | null;
  /** Bound lines that are left out, as they are known by shares and the others by samples: the two never mix. */
  readonly leftOut: readonly string[];
  /** Whether the snoops are those of a peer report (Arm), which count clean forwards too. */
  readonly peer: boolean;
  /** Whether loads cannot be distinguished from stores, and no HITM is known: `loads` are accesses then. */
  readonly accesses: boolean;
  readonly instances: readonly Instance[];
  /** Every row of the instances' lines, with its place. */
  readonly rows: readonly PlacedRow[];
  /** Loads that no sample shows, from code that was read beside the report. */
  readonly unsampled: readonly PlacedLoad[];
  readonly heat: HeatByPath;
  /** The counts of all fields together. */
  readonly attributed: HeatCounts;
  /** With `attributed` it gives `total`, in every class. */
  readonly unattributed: readonly Unattributed[];
  /** The counts of the whole recording where the report states them, otherwise of all that it lists. */
  readonly total: HeatCounts;
}

export interface Unattributed {
  readonly reason: UnattributedReason;
  /** They may be negative for `rounding`. */
  readonly counts: HeatCounts;
}

/**
 * @param measured the layout that the profile was measured on, see `measuredLayout`
 * @param bindings all of the document; those of other profiles are passed over
 */
export function attribute(
  measured: MemberOrder,
  profile: DocumentProfile,
  bindings: readonly Binding[],
): Attribution {
  const sizeBytes = Math.ceil(computeLayout(measured).sizeBits / 8);
  const find = byteFinder(measured);
  const { unit, instances, leftOut } = ofOneUnit(instancesOf(profile, bindings, sizeBytes));
  const partOf = partOfLine(instances, unit);
  const rows = placedRows(instances, find, partOf);
  const types = attributeTypes(profile, bindings, find);
  const heat = fieldHeat(rows, types.rows, unit === 'samples');
  const attributed = sumCounts(heat.fields.map((field) => field.counts));

  const lost = new Map<UnattributedReason, HeatCounts>();
  const lose = (reason: UnattributedReason, counts: HeatCounts) =>
    lost.set(reason, sumCounts([lost.get(reason) ?? NO_COUNTS, counts]));
  for (const { place, counts } of rows) if (place.kind !== 'field') lose(place.kind, counts);
  for (const { place, counts } of types.rows) {
    if (place.kind !== 'field') lose('noField', counts);
  }
  lose('noField', types.noField);
  lose('rounding', types.rounding);
  const lines = new Set(rows.map(({ line }) => line.line));
  for (const line of lines) {
    const rest = scaleCounts(subtractCounts(lineCounts(line), rowsCounts(line)), partOf(line));
    const isTrimmed = unit === 'percent' ? isCut(rest) : line.trimmedPercent !== null;
    for (const [reason, counts] of splitRest(rest, isTrimmed)) {
      lose(reason, counts);
    }
  }
  const pseudo = sumCounts(
    profile.types.flatMap((type) =>
      isPseudoType(type.name) ? [typeCounts(type.events, type.values)] : [],
    ),
  );
  lose('unknownType', pseudo);
  const ofLines = [...lines].map((line) => scaleCounts(lineCounts(line), partOf(line)));
  const bound = sumCounts([...ofLines, types.bound, pseudo]);
  // What else is in the recording is no part of a line's percentages.
  const listed = unit === 'percent' ? bound : heatCounts(profile.listed);
  lose('noBinding', subtractCounts(listed, bound));
  const total = unit === 'percent' ? bound : totalOf(profile, listed);
  lose('unlisted', subtractCounts(total, listed));

  return {
    profile,
    unit: types.unit ?? unit,
    statedKinds: unit === 'percent' ? statedKinds([...lines]) : null,
    leftOut,
    peer: profile.display === 'peer',
    accesses: lines.size > 0 && [...lines].every(({ counts }) => isOfAccesses(counts)),
    instances,
    rows,
    unsampled: (profile.unsampled ?? []).flatMap((load): PlacedLoad[] => {
      const place = find(load.offsetBytes);
      return place.kind === 'field' ? [{ load, place }] : [];
    }),
    heat,
    attributed,
    unattributed: [...lost].flatMap(([reason, counts]) =>
      isNone(counts) ? [] : [{ reason, counts }],
    ),
    total,
  };
}

/** Whether a metric is known: kinds of shares have no sum, and a table has only some of them. */
export function knowsMetric({ statedKinds, accesses }: Attribution, metric: HeatMetric): boolean {
  if (accesses) return metric === 'loads';
  if (statedKinds === null) return true;
  switch (metric) {
    case 'remote':
      return statedKinds.has('hitmRemote') || statedKinds.has('peerRemote');
    case 'local':
      return statedKinds.has('hitmLocal') || statedKinds.has('peerLocal');
    case 'stores':
      return statedKinds.has('stores');
    case 'hitm':
    case 'loads':
    case 'latency':
      return false;
  }
}

/** The metric that is shown for the one that was chosen: the first that is known. */
export function knownMetric(attribution: Attribution, metric: HeatMetric): HeatMetric {
  if (knowsMetric(attribution, metric)) return metric;
  return HEAT_METRICS.find((each) => knowsMetric(attribution, each)) ?? metric;
}

/** Each row once, also where two objects share its line: it belongs to the object that holds its byte. */
function placedRows(
  instances: readonly Instance[],
  find: (byte: number) => BytePlace,
  partOf: (line: DocumentLine) => number,
): readonly PlacedRow[] {
  const owners = new Map<InstanceLine['line'], { instance: Instance; line: InstanceLine }[]>();
  for (const instance of instances) {
    for (const line of instance.lines) {
      const here = owners.get(line.line);
      if (here === undefined) owners.set(line.line, [{ instance, line }]);
      else here.push({ instance, line });
    }
  }
  const rows: PlacedRow[] = [];
  for (const [line, claims] of owners) {
    const [first] = claims;
    if (first === undefined) continue;
    const count = rowCounter(line);
    for (const row of line.rows) {
      const claim =
        claims.find((each) => find(each.line.offsetBytes + row.offsetBytes).kind === 'field') ??
        claims.find((each) => find(each.line.offsetBytes + row.offsetBytes).kind === 'padding') ??
        first;
      const offsetBytes = claim.line.offsetBytes + row.offsetBytes;
      rows.push({
        row,
        counts: scaleCounts(count(row), partOf(line)),
        instance: claim.instance,
        line: claim.line,
        offsetBytes,
        place: find(offsetBytes),
      });
    }
  }
  return rows;
}

/** Lines in samples and lines of shares have no sum: where one is in samples, the others are left out. */
function ofOneUnit(instances: readonly Instance[]): {
  readonly unit: LineUnit;
  readonly instances: readonly Instance[];
  readonly leftOut: readonly string[];
} {
  const all = instances.flatMap(({ lines }) => lines.map(({ line }) => line));
  const shares = new Set(all.filter((line) => lineUnit(line) === 'percent'));
  if (shares.size === 0) return { unit: 'samples', instances, leftOut: [] };
  if (all.every((line) => shares.has(line))) return { unit: 'percent', instances, leftOut: [] };
  return {
    unit: 'samples',
    instances: instances.flatMap((instance) => {
      const lines = instance.lines.filter(({ line }) => !shares.has(line));
      return lines.length > 0 ? [{ ...instance, lines }] : [];
    }),
    leftOut: [...shares].map(({ id }) => id),
  };
}

/** Samples of several objects add up. Where shares alone are known a field gets their mean: each object is a hundred percent. */
function partOfLine(
  instances: readonly Instance[],
  unit: LineUnit,
): (line: DocumentLine) => number {
  if (unit === 'samples') return () => 1;
  const places = new Map<DocumentLine, number>();
  for (const { lines } of instances) {
    for (const { line, offsetBytes } of lines) places.set(line, offsetBytes);
  }
  const counts = new Map<number, number>();
  for (const place of places.values()) counts.set(place, (counts.get(place) ?? 0) + 1);
  return (line) => 1 / (counts.get(places.get(line) ?? 0) ?? 1);
}

/** Whether more than rounding is missing of a line's percentages. */
function isCut(rest: HeatCounts): boolean {
  return COUNT_KINDS.some((kind) => rest[kind] > 1);
}

/** Why a line's rows are not the whole line, class by class. */
function splitRest(
  rest: HeatCounts,
  trimmed: boolean,
): readonly (readonly [UnattributedReason, HeatCounts])[] {
  const parts: [UnattributedReason, HeatCounts][] = [];
  for (const kind of COUNT_KINDS) {
    const value = rest[kind];
    if (value === 0) continue;
    const reason = value < 0 ? 'rounding' : kind === 'otherLoads' ? 'hiddenRows' : null;
    parts.push([reason ?? (trimmed ? 'trimmed' : 'rounding'), { ...NO_COUNTS, [kind]: value }]);
  }
  return parts;
}

/** What the recording states, class by class, where it states it and does not fall short of what is listed. */
function totalOf(profile: DocumentProfile, listed: HeatCounts): HeatCounts {
  const { stated } = profile;
  const recording = heatCounts(stated);
  const take = (kind: keyof HeatCounts, known: boolean) =>
    known ? Math.max(recording[kind], listed[kind]) : listed[kind];
  return {
    hitmRemote: take('hitmRemote', stated.hitmRemote !== null),
    hitmLocal: take('hitmLocal', stated.hitmLocal !== null),
    peerRemote: take('peerRemote', stated.peerRemote !== null),
    peerLocal: take('peerLocal', stated.peerLocal !== null),
    otherLoads: take('otherLoads', stated.loads !== null),
    stores: take('stores', stated.stores !== null),
  };
}
