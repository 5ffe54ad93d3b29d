import type { Attribution } from '../../heat/attribute';
import { meanCycles } from '../../heat/accessor';
import { loadsName, snoopName, snoopsOf } from '../../heat/counts';
import type { FieldHeat } from '../../heat/fieldHeat';
import { shortSymbol } from '../../heat/shortSymbol';
import { grouped } from '../../base/prose';

/** `23,730 HITM (9,734 remote), 412 other loads, 0 stores, by rwsem_spin_on_owner`, for tooltips and screen readers. */
export function heatSentence(field: FieldHeat, attribution: Attribution): string {
  const { counts } = field;
  const snoops = snoopsOf(counts);
  const parts: string[] = [];
  const remote = counts.hitmRemote + counts.peerRemote;
  if (snoops > 0 && attribution.unit === 'percent') {
    const local = counts.hitmLocal + counts.peerLocal;
    const name = snoopName(attribution);
    if (remote > 0) parts.push(`${valueText(remote, attribution)} of the line’s remote ${name}`);
    if (local > 0) parts.push(`${valueText(local, attribution)} of its local ${name}`);
  } else if (snoops > 0) {
    parts.push(`${amount(snoops)} ${snoopName(attribution)} (${amount(remote)} remote)`);
  }
  if (counts.otherLoads > 0)
    parts.push(
      `${valueText(counts.otherLoads, attribution)} ${snoops > 0 ? 'other loads' : loadsName(attribution)}`,
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

/** A count in the attribution's unit. */
export function valueText(value: number, { unit }: Pick<Attribution, 'unit'>): string {
  return unit === 'percent' ? `${value.toFixed(2)} %` : amount(value);
}

function amount(value: number): string {
  return grouped(value);
}
