import type { Attribution, UnattributedReason } from '../../analysis/attribute/attribute';
import { meanCycles } from '../../analysis/attribute/accessor';
import { snoopsOf } from '../../analysis/attribute/counts';
import type { FieldHeat } from '../../analysis/attribute/fieldHeat';
import { shortSymbol } from '../../analysis/attribute/shortSymbol';
import { assertNever } from '../../base/assert';
import type { HeatMetric } from '../../edit/profiles';
import { grouped, plural } from '../../base/prose';

/** `23,730 HITM (9,734 remote), 412 other loads, 0 stores, by rwsem_spin_on_owner`, for tooltips and screen readers. */
export function heatSentence(field: FieldHeat, attribution: Attribution): string {
  const { counts } = field;
  const snoops = snoopsOf(counts);
  const parts: string[] = [];
  if (snoops > 0) {
    const remote = counts.hitmRemote + counts.peerRemote;
    parts.push(`${amount(snoops)} ${snoopName(attribution)} (${amount(remote)} remote)`);
  }
  if (counts.otherLoads > 0)
    parts.push(
      `${valueText(counts.otherLoads, attribution)} ${snoops > 0 ? 'other loads' : 'loads'}`,
    );
  if (counts.stores > 0) parts.push(`${valueText(counts.stores, attribution)} stores`);
  const cycles = meanCycles(field.latency);
  if (cycles !== null) parts.push(`a load takes ${amount(cycles)} cycles`);
  const [first, second] = [
    ...new Set(field.accessors.map(({ symbol }) => symbol ?? 'unknown code')),
  ];
  if (first !== undefined)
    parts.push(
      `by ${shortSymbol(first)}${second === undefined ? '' : ` and ${shortSymbol(second)}`}`,
    );
  if (field.oneOf.length > 0) parts.push(`of any of ${field.oneOf.join(', ')}`);
  return parts.join(', ');
}

export function snoopName({ peer }: Pick<Attribution, 'peer'>): string {
  return peer ? 'peer snoops' : 'HITM';
}

/** A count in the attribution's unit. */
export function valueText(value: number, { unit }: Pick<Attribution, 'unit'>): string {
  return unit === 'percent' ? `${value.toFixed(2)} %` : amount(value);
}

function amount(value: number): string {
  return grouped(value);
}

/** What a metric counts, for buttons and legends. */
export function metricName(metric: HeatMetric, peer: boolean): string {
  switch (metric) {
    case 'hitm':
      return peer ? 'Peer' : 'HITM';
    case 'remote':
      return 'Remote';
    case 'local':
      return 'Local';
    case 'loads':
      return 'Loads';
    case 'stores':
      return 'Stores';
    case 'latency':
      return 'Latency';
    default:
      return assertNever(metric);
  }
}

/** Why a count is on no field. */
export function reasonText(reason: UnattributedReason): string {
  switch (reason) {
    case 'padding':
      return 'in holes or padding';
    case 'outside':
      return 'of another object on its lines';
    case 'noField':
      return 'of the type, but of no field that perf knows';
    case 'noBinding':
      return 'of lines and types that are not bound';
    case 'unknownType':
      return 'of types that perf could not tell';
    case 'trimmed':
      return 'cut from the report';
    case 'hiddenRows':
      return 'loads in rows that perf leaves out';
    case 'unlisted':
      return 'of lines that the report does not list';
    case 'rounding':
      return 'lost by rounded percentages';
    default:
      return assertNever(reason);
  }
}

export function instancesText({ instances }: Attribution): string {
  const lines = new Set(instances.flatMap(({ lines }) => lines.map(({ line }) => line.id)));
  if (instances.length === 0) return 'by type';
  return `${plural(instances.length, 'object')} on ${plural(lines.size, 'line')}`;
}
