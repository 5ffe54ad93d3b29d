import { meanCycles, type Accessor } from '../../core/heat/accessor';
import { knowsMetric, type Attribution } from '../../core/heat/attribute';
import { metricOf, snoopName, snoopsOf, type HeatCounts } from '../../core/heat/counts';
import type { FieldHeat } from '../../core/heat/fieldHeat';
import type { Heat } from '../../core/heat/heatOf';
import { shortSymbol } from '../../core/heat/shortSymbol';
import { grouped, plural } from '../../core/base/prose';
import { heatSentence, valueText } from '../../core/scene/fill/heatSentence';

/** Who loads a field and who stores it. */
export interface FieldAccess {
  readonly facts: readonly AccessFact[];
  readonly accessors: readonly AccessorRow[];
  /** What the list of accessors leaves out; null where it has all. */
  readonly more: string | null;
  /** The same field in the other profiles. */
  readonly elsewhere: readonly { readonly profile: string; readonly sentence: string }[];
}

export interface AccessFact {
  readonly name: string;
  readonly value: string;
  /** Beside the value, smaller. */
  readonly aside: string | null;
  /** Whether it says that the field is stored to. */
  readonly isStored: boolean;
}

/** A function with its counts, source line, CPUs and nodes. */
export interface AccessorRow {
  readonly name: string;
  /** Whether the report may have cut its end. */
  readonly mayBeCut: boolean;
  /** In full; null where the report has no name. */
  readonly symbol: string | null;
  readonly isStoring: boolean;
  readonly amounts: readonly string[];
  readonly places: readonly string[];
}

const MOST_ACCESSORS = 40;
/** Letters of a symbol that the inspector has room for. */
const SYMBOL_LETTERS = 90;

/** @param current the profile that is shown */
export function fieldAccess(field: FieldHeat, current: Attribution, all: Heat['all']): FieldAccess {
  const more = field.accessors.length - MOST_ACCESSORS;
  return {
    facts: factsOf(field, current),
    accessors: field.accessors
      .slice(0, MOST_ACCESSORS)
      .map((accessor) => accessorRow(accessor, current)),
    more: more > 0 ? `and ${plural(more, 'more instruction')}` : null,
    elsewhere: all
      .filter((each) => each !== current)
      .map((other) => {
        const there = other.heat.byPath.get(field.path);
        return {
          profile: other.profile.name,
          sentence: there ? heatSentence(there, other) : 'no sample',
        };
      }),
  };
}

function factsOf({ counts, latency }: FieldHeat, current: Attribution): readonly AccessFact[] {
  const cycles = meanCycles(latency);
  return [
    ...snoopFacts(counts, current),
    fact(
      current.accesses ? 'Accesses' : 'Other loads',
      current.statedKinds === null ? valueText(counts.otherLoads, current) : '?',
    ),
    {
      ...fact('Stores', knowsMetric(current, 'stores') ? valueText(counts.stores, current) : '?'),
      isStored: counts.stores > 0,
    },
    ...(cycles === null
      ? []
      : [fact('Load takes', grouped(cycles), `cycles, mean of ${grouped(latency.loads)}`)]),
  ];
}

function snoopFacts(counts: HeatCounts, current: Attribution): readonly AccessFact[] {
  if (current.statedKinds !== null) {
    const [remote, local] = [
      shareOfLine(counts, 'remote', current),
      shareOfLine(counts, 'local', current),
    ];
    return [fact(`Of the line’s ${snoopName(current)}`, `${remote} remote, ${local} local`)];
  }
  if (snoopsOf(current.total) <= 0) return [];
  const all = snoopsOf(current.attributed);
  const ofStruct =
    all > 0 ? `${((100 * snoopsOf(counts)) / all).toFixed(0)} % of the struct’s, ` : '';
  return [
    fact(
      current.peer ? 'Peer snoops' : 'HITM',
      grouped(snoopsOf(counts)),
      `${ofStruct}${grouped(counts.hitmRemote + counts.peerRemote)} remote`,
    ),
  ];
}

function fact(name: string, value: string, aside: string | null = null): AccessFact {
  return { name, value, aside, isStored: false };
}

function accessorRow(accessor: Accessor, attribution: Attribution): AccessorRow {
  const { symbol, sourceLine, cpuCount, nodes, thread, remark, counts } = accessor;
  const name = shortSymbol(symbol ?? accessor.codeAddress ?? 'unknown code', SYMBOL_LETTERS);
  const places: readonly (string | null)[] = [
    sourceLine === null ? null : shortSymbol(sourceLine, SYMBOL_LETTERS),
    cpuCount === null ? null : plural(cpuCount, 'CPU'),
    nodes.length > 0 ? `node${nodes.length === 1 ? '' : 's'} ${nodes.join(', ')}` : null,
    thread === null ? null : `thread ${thread}`,
    remark,
  ];
  return {
    name,
    mayBeCut: accessor.symbolMayBeCut,
    symbol,
    isStoring: counts.stores > 0,
    amounts: amountsOf(counts, attribution),
    places: places.filter((part): part is string => part !== null && part !== ''),
  };
}

function amountsOf(counts: HeatCounts, attribution: Attribution): readonly string[] {
  const snoops = snoopsOf(counts);
  const all = snoopsOf(attribution.attributed);
  const amounts: string[] = [];
  if (snoops > 0 && attribution.statedKinds !== null) {
    amounts.push(
      `${shareOfLine(counts, 'remote', attribution)} of the line’s remote and ${shareOfLine(counts, 'local', attribution)} of its local ${snoopName(attribution)}`,
    );
  } else if (snoops > 0) {
    const share = all > 0 ? ` (${shareText((100 * snoops) / all)})` : '';
    amounts.push(`${grouped(snoops)} ${snoopName(attribution)}${share}`);
  }
  if (counts.otherLoads > 0) {
    const name = attribution.accesses ? 'accesses' : 'other loads';
    amounts.push(`${grouped(counts.otherLoads)} ${name}`);
  }
  if (counts.stores > 0) {
    amounts.push(
      attribution.statedKinds === null
        ? `${grouped(counts.stores)} stores`
        : `${valueText(counts.stores, attribution)} of its stores`,
    );
  }
  return amounts;
}

function shareOfLine(
  counts: HeatCounts,
  metric: 'remote' | 'local',
  attribution: Attribution,
): string {
  return knowsMetric(attribution, metric) ? valueText(metricOf(counts, metric), attribution) : '?';
}

function shareText(percent: number): string {
  return percent < 1 ? 'below 1 %' : `${percent.toFixed(0)} %`;
}
