import type { Attribution } from '../../analysis/attribute/attribute';
import type { UnattributedReason } from '../../analysis/attribute/placedRow';
import { assertNever } from '../../base/assert';
import type { HeatMetric } from '../../edit/profiles';
import { plural } from '../../base/prose';

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
