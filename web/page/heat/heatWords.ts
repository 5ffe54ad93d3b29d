import type { Attribution } from '../../core/heat/attribute';
import { assertNever } from '../../core/base/assert';
import type { HeatMetric } from '../../core/edit/profiles';
import { plural } from '../../core/base/prose';

/** What a metric counts, for buttons and legends. */
export function metricName(
  metric: HeatMetric,
  { peer, accesses }: Pick<Attribution, 'peer' | 'accesses'>,
): string {
  switch (metric) {
    case 'hitm':
      return peer ? 'Peer' : 'HITM';
    case 'remote':
      return 'Remote';
    case 'local':
      return 'Local';
    case 'loads':
      return accesses ? 'Accesses' : 'Loads';
    case 'stores':
      return 'Stores';
    case 'latency':
      return 'Latency';
    default:
      return assertNever(metric);
  }
}

export function instancesText({ instances }: Attribution): string {
  const lines = new Set(instances.flatMap(({ lines }) => lines.map(({ line }) => line.id)));
  if (instances.length === 0) return 'by type';
  return `${plural(instances.length, 'object')} on ${plural(lines.size, 'line')}`;
}
