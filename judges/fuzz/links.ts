import { sentence, type Message } from '../../web/core/base/messages';
import { readFileSync, readdirSync } from 'node:fs';
import { visibleDocument } from '../../web/core/edit/visibleDocument';
import { applyEdits } from '../../web/core/edit/apply';
import { parseDocument } from '../../web/core/edit/validate';
import { computeLayout } from '../../web/core/layout/compute';
import { fieldsOf } from '../../web/core/layout/walk';
import { paholeText } from '../../web/core/format/pahole';
import { makeLink, readLink, pack, unpack, Envelope, seal } from '../../web/core/document/link';
import { CLASSES } from '../hostile/classes';
import { oneOf, type Draw, type Target } from './target';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

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
function changedJson(json: Json, draw: Draw, other: Json): Json {
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

/**
 * A link's body as bytes, the compact document in it, or a document as JSON: what lies under the checksum, what lies
 * under the packing, and what that stands for.
 */
type Input =
  | { readonly kind: 'bytes'; readonly bytes: readonly number[] }
  | { readonly kind: 'compact' | 'document'; readonly json: Json };

/** Larger ones take long to make, and are refused for their length. */
const MOST_GROWN = 100_000;

const FIXTURES = 'web/core/document/fixtures';
const STUDIES = 'public/studies';

function jsonIn(folder: string): readonly Json[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Json);
}

function bytesOf(link: string): Uint8Array<ArrayBuffer> {
  const envelope = new Envelope();
  envelope.add(link.slice('#hitmap1.'.length));
  return envelope.opened() ?? new Uint8Array();
}

const bodyOf = (link: string): Input => ({ kind: 'bytes', bytes: [...bytesOf(link)] });

const FIXED = jsonIn(FIXTURES).map((fixture) => (fixture as { readonly link: string }).link);

/** What grows, of which few letters ask for very much. */
const GROWING = CLASSES.filter(({ kind }) => kind === 'link');

/** One of those, of any size up to the largest. */
function grown(draw: Draw): Input {
  const { make, from, to } = oneOf(draw, GROWING);
  const size = Math.round(from * (Math.min(to, MOST_GROWN) / from) ** (draw(1000) / 999));
  return bodyOf(String(make(size)));
}

export const LINKS: Target<Input> = {
  seeds: [
    ...FIXED.map(bodyOf),
    ...FIXED.map((link): Input => ({ kind: 'compact', json: compactOf(link) })),
    ...jsonIn(STUDIES).map((json): Input => ({ kind: 'document', json })),
    // Small ones of each class that grows.
    ...GROWING.map(({ make, from }) => bodyOf(String(make(from)))),
  ],
  change(input, draw, others) {
    if (draw(50) === 0) return grown(draw);
    if (input.kind === 'bytes') return { ...input, bytes: changedBytes(input.bytes, draw) };
    const other = others[draw(others.length)];
    return {
      ...input,
      json: changedJson(input.json, draw, other?.kind === input.kind ? other.json : null),
    };
  },
  run(input) {
    const read = input.kind === 'document' ? parseDocument(input.json) : readLink(linkOf(input));
    if (!read.ok) return Promise.resolve(shapeOf(read.error));
    const document = visibleDocument(read.value);
    const applied = applyEdits(document);
    const layout = computeLayout(applied.struct);
    for (const field of fieldsOf(layout)) {
      if (!Number.isFinite(field.offsetBits)) throw new Error(`${field.path} is nowhere`);
    }
    paholeText(applied.struct, layout, applied.state.lineBytes);
    if (!readLink(makeLink(read.value)).ok) throw new Error('its own link is refused');
    const again = parseDocument(JSON.parse(JSON.stringify(read.value)));
    if (!again.ok) throw new Error(`as a document it is refused: ${sentence(again.error)}`);
    return Promise.resolve(
      `read, ${applied.skipped.map(({ reason }) => shapeOf(reason)).join(' ')}`,
    );
  },
};

/** With a checksum that fits: what only an attacker makes. */
function linkOf(input: Input): string {
  const bytes =
    input.kind === 'bytes'
      ? Uint8Array.from(input.bytes)
      : pack(new TextEncoder().encode(JSON.stringify(input.json)));
  return `#hitmap1.${seal(bytes)}`;
}

function compactOf(link: string): Json {
  return JSON.parse(new TextDecoder().decode(unpack(bytesOf(link)) ?? undefined)) as Json;
}

/** What a message says, without its names and numbers. Throws where it is no sentence. */
export function shapeOf(message: Message): string {
  const text = sentence(message);
  if (!/^[A-Z`][^]*[.!?`]$/.test(text)) throw new Error(`this is no sentence: ${text}`);
  return text
    .replace(/`[^]*`/g, '`…`')
    .replace(/\d+/g, '0')
    .slice(0, 80);
}

function changedBytes(bytes: readonly number[], draw: Draw): number[] {
  const changed = [...bytes];
  for (let left = 1 + draw(4); left > 0; left--) {
    const place = draw(changed.length + 1);
    const way = draw(4);
    if (way === 0) changed[place] = (changed[place] ?? 0) ^ (1 << draw(8));
    else if (way === 1) changed[place] = draw(256);
    else if (way === 2) changed.splice(place, draw(8));
    else changed.splice(place, 0, ...changed.slice(draw(changed.length + 1)).slice(0, 16));
  }
  return changed;
}
