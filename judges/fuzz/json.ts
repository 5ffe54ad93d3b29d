import { oneOf, type Draw } from './target';

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const KEYS = ['__proto__', 'constructor', 'toString', 'm', 't', 'n', '', 'members', 'kind'];
const WORST: readonly Json[] = [
  ...[-1, 0, -0.1, 0.5, 1e15, 2 ** 40, 2 ** 49, 2 ** 53, -(2 ** 49), 1e300],
  ...['', '\0', '*', '\u202egnp.exe', '\u001b[2J', '<script>', '__proto__', 'x'.repeat(5000)],
  ...[null, true, [], {}, [[]], { m: [] }, { c: 2 ** 40, t: 0 }, deep(600)],
];

function deep(levels: number): Json {
  return levels === 0 ? 0 : [deep(levels - 1)];
}

/** One thing in it is another: replaced, doubled, taken out, or taken from `other`. */
export function changedJson(json: Json, draw: Draw, other: Json): Json {
  const way = draw(7);
  return at(json, draw(sizeOf(json)), (found) => {
    switch (way) {
      case 0:
        return oneOf(draw, WORST);
      case 1:
        return typeof found === 'number' ? found + oneOf(draw, [-1, 1, 4, 64, 2 ** 31]) : found;
      case 2:
        return Array.isArray(found) ? (found as Json[]).concat(found) : [found, found];
      case 3:
        return Array.isArray(found) ? found.slice(0, draw(found.length + 1)) : null;
      case 4:
        return partOf(other, draw(sizeOf(other)));
      case 5:
        return typeof found === 'object' && found !== null && !Array.isArray(found)
          ? { ...found, [oneOf(draw, KEYS)]: oneOf(draw, WORST) }
          : found;
      default:
        return Array.isArray(found) ? (found as Json[]).toReversed() : { n: found };
    }
  });
}

function partsOf(json: Json): readonly Json[] {
  return typeof json === 'object' && json !== null ? Object.values(json) : [];
}

function sizeOf(json: Json): number {
  return partsOf(json).reduce((sum: number, part) => sum + sizeOf(part), 1);
}

/** The part with this number, counted over everything in it. */
function partOf(json: Json, number: number): Json {
  let found = json;
  at(json, number, (part) => (found = part));
  return found;
}

function at(json: Json, number: number, change: (part: Json) => Json): Json {
  let left = number;
  const walk = (part: Json): Json => {
    if (left-- === 0) return change(part);
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return (part as readonly Json[]).map(walk);
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, walk(each)]));
  };
  return walk(json);
}
