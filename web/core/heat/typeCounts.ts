import { NO_COUNTS, type HeatCounts } from './counts';

/** Values of a type profile, one for each event, as loads and stores. In the profile's own unit. */
export function typeCounts(events: readonly string[], values: readonly number[]): HeatCounts {
  let otherLoads = 0;
  let stores = 0;
  for (const [place, value] of values.entries()) {
    const event = events[place] ?? '';
    if (/dummy/.test(event)) continue;
    if (/store/i.test(event)) stores += value;
    else otherLoads += value;
  }
  return { ...NO_COUNTS, otherLoads, stores };
}

/** `(unknown)`, `(stack operation)`: what perf writes where no type is known. */
export function isPseudoType(name: string): boolean {
  return name.startsWith('(');
}
