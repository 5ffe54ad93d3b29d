import * as fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { applyEdits } from '../edit/apply';
import { parseDocument } from '../edit/validate';
import { computeLayout } from '../layout/compute';
import { fieldsOf } from '../layout/walk';
import PRIMER_2 from '../../docs/link_primer_2.txt?raw';
import { decode, encode, primedBy } from './arithmetic';
import { Envelope, seal } from './envelope';
import { makeLink, readLink } from './link';
import { deflate, inflate } from './packing';
import { TABLE_1 } from './table';
import { readValue, writeValue, type Value } from './values';

const FOLDER = 'web/share/fixtures';
const PRIMED = primedBy(new TextEncoder().encode(PRIMER_2));

const LINKS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => (JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as { link: string }).link);

function bytesOf(link: string): Uint8Array<ArrayBuffer> {
  const envelope = new Envelope();
  envelope.add(link.slice('#hitmap1.'.length));
  const bytes = envelope.opened();
  if (bytes === null) throw new Error('a fixture that is damaged');
  return bytes;
}

async function leanOf(link: string): Promise<Value> {
  const bytes = bytesOf(link);
  if (link.startsWith('#hitmap1')) {
    const value = readValue((await inflate(bytes)) ?? new Uint8Array(), TABLE_1);
    return value.ok ? value.value : null;
  }
  const text = decode(bytes, PRIMED, 1 << 20);
  return text.ok ? (JSON.parse(new TextDecoder().decode(text.value)) as Value) : null;
}

async function linkOf(lean: Value, form: 1 | 2): Promise<string> {
  return form === 1
    ? `#hitmap1.${seal(await deflate(writeValue(lean, TABLE_1)))}`
    : linkOfText(JSON.stringify(lean));
}

function linkOfText(text: string): string {
  return `#hitmap2.${seal(encode(new TextEncoder().encode(text), PRIMED))}`;
}

/** A sentence, or a document that is laid out, drawn as fields, and makes a link again; nothing else. */
async function endOf(link: string): Promise<string> {
  const read = await readLink(link);
  if (!read.ok) {
    expect(read.error).toMatch(
      /^This link (?:cannot be read|holds no layout|is damaged)|^There is no Hitmap link/,
    );
  } else {
    expect(parseDocument(JSON.parse(JSON.stringify(read.value))).ok).toBe(true);
    const layout = computeLayout(applyEdits(read.value).struct);
    for (const field of fieldsOf(layout)) expect(field.offsetBits).not.toBeNaN();
    expect((await readLink(await makeLink(read.value))).ok).toBe(true);
  }
  return read.ok ? 'read' : read.error;
}

test('any bytes under a fitting checksum are read or refused, in every form', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 2),
      fc.uint8Array({ minLength: 1, maxLength: 400 }),
      async (form, bytes) => {
        await endOf(`#hitmap${form}.${seal(bytes)}`);
      },
    ),
    { numRuns: 300 },
  );
});

test('bits that flipped in a real link are found, and with the checksum mended read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LINKS),
      fc.array(fc.nat(10_000), { minLength: 1, maxLength: 3 }),
      fc.option(fc.nat(1000)),
      async (link, places, end) => {
        const bytes = bytesOf(link);
        for (const place of places) {
          const at = place % (bytes.length * 8);
          bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7));
        }
        await endOf(
          link.slice(0, 9) + seal(end === null ? bytes : bytes.slice(0, 1 + (end % bytes.length))),
        );
      },
    ),
    { numRuns: 300 },
  );
});

/** What a careful attacker puts where a reader expects something else. */
const HOSTILE: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(null, true, false, -1, 0, 1e15, 2 ** 49, -(2 ** 49), 0.5, 1e300, -0.1),
  fc.constantFrom<Value>('', '__proto__', 'constructor', '\0', '\u202egnp.exe', '<script>', '*'),
  fc.constant<Value>('x'.repeat(20_000)),
  fc.constantFrom<Value>([], {}, [[]], { m: [] }, { c: 2 ** 40, t: 0 }, { t: 0 }, [1, 2, 3]),
  fc.integer({ min: 1, max: 600 }).map((depth) => {
    let deep: Value = 0;
    for (let at = 0; at < depth; at++) deep = [deep];
    return deep;
  }),
);

/** Where a value is changed: counted over everything in it. */
interface Place {
  left: number;
  isDone: boolean;
}

/** A value with one thing in it replaced. */
function changed(value: Value, place: Place, by: Value, way: string): Value {
  if (place.left-- === 0) return by;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list = (value as readonly Value[]).map((each) => changed(each, place, by, way));
    if (place.left >= 0 || place.isDone) return list;
    // The change was inside: the list around it is cut short or repeated now and then.
    place.isDone = true;
    if (way === 'cut') return list.slice(0, -1);
    return way === 'repeat' ? Array<Value[]>(30).fill(list).flat() : list;
  }
  const entries = Object.entries(value).map(([key, each]) => [key, changed(each, place, by, way)]);
  return Object.fromEntries(entries) as Value;
}

test('documents with one thing changed for the worse are read or refused, in every form', async () => {
  const leans = await Promise.all(LINKS.map(leanOf));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...leans),
      fc.nat(600),
      HOSTILE,
      fc.constantFrom('keep', 'cut', 'repeat'),
      fc.constantFrom(1 as const, 2 as const),
      async (lean, left, by, way, form) => {
        await endOf(await linkOf(changed(lean, { left, isDone: false }, by, way), form));
      },
    ),
    { numRuns: 300 },
  );
});

test('types that double with each level end in a sentence', async () => {
  const level = (inner: Value): Value => ({
    n: 'struct',
    s: 8,
    k: 'struct',
    m: [{ t: inner }, { t: 1 }],
  });
  let type: Value = {
    n: 'struct',
    s: 8,
    k: 'struct',
    m: [{ n: 'a', t: { n: 'int', s: 4, e: 'int' } }],
  };
  for (let depth = 0; depth < 60; depth++) type = level(type);
  // Each level holds the one below it twice: by its value, and by the number that it gets.
  const twice = (value: Value, number: number): Value => {
    const own = value as { readonly m: readonly { readonly t: Value }[] };
    if (own.m.length < 2) return value;
    const inner = own.m[0]?.t ?? null;
    return { ...own, m: [{ t: twice(inner, number + 1) }, { t: number + 1 }] };
  };
  const lean = { struct: { n: 'bomb', g: 'x86-64', t: twice(type, 0) } } as Value;
  for (const form of [1, 2] as const) {
    expect(await endOf(await linkOf(lean, form))).toMatch(/^This link/);
  }
});

test('bombs stop at the bound of their form', async () => {
  for (const size of [5, 64].map((megabytes) => megabytes * 1024 * 1024)) {
    const zeros = deflateRawSync(Buffer.alloc(size));
    expect(await endOf(`#hitmap1.${seal(zeros)}`)).toBe(
      'This link cannot be read: it cannot be unpacked.',
    );
  }
  // A bomb inside a bomb is bytes, and no value.
  const twice = deflateRawSync(deflateRawSync(Buffer.alloc(64 * 1024 * 1024)));
  expect(await endOf(`#hitmap1.${seal(twice)}`)).toMatch(/^This link cannot be read/);
  const text = linkOfText('['.repeat(1024 * 1024));
  expect(text.length).toBeLessThan(1000);
  expect(await endOf(text)).toBe('This link cannot be read: it holds too much.');
  expect(await endOf(linkOfText('['.repeat(100_000)))).toMatch(/no JSON of ours/);
  expect(await endOf(linkOfText(`${'['.repeat(50_000)}${']'.repeat(50_000)}`))).toMatch(
    /no JSON of ours/,
  );
  // What goes on behind its end, and what ends before it.
  const [bytes, last] = [bytesOf(LINKS.at(-1) ?? ''), LINKS.at(-1) ?? ''];
  const longer = Uint8Array.from([...bytes, 1, 2, 3, 4, 5, 6]);
  expect(await endOf(last.slice(0, 9) + seal(longer))).toBe(
    'This link cannot be read: it goes on after its end.',
  );
});

test('keys that mean something to JavaScript, and numbers that JSON cannot write, do not get in', async () => {
  for (const text of ['{"__proto__":{"v":3}}', '{"v":3,"a b":1}', '{"v":1e999}', '{"v":']) {
    expect(await endOf(linkOfText(text))).toBe(
      'This link cannot be read: what it holds is no JSON of ours.',
    );
  }
});

test('names come out as they went in, whatever stands in them', async () => {
  const names = [
    '<img src=x onerror=alert(1)>',
    '</script><script>alert(1)</script>',
    'a\u202eb\u2066c',
    'nul\0l',
    'ünï→cødé 🧨',
    '\ud800',
    'x'.repeat(5000),
    '${alert(1)}',
    '__proto__',
  ];
  const members = names.map((n) => ({ n, t: 'void *' }));
  const type = { n: 'struct s', s: 8 * names.length, k: 'struct', m: members };
  const lean: Value = { struct: { n: names[0] ?? '', g: 'x86-64', t: type } };
  for (const form of [1, 2] as const) {
    const read = await readLink(await linkOf(lean, form));
    if (!read.ok) {
      expect(read.error).toMatch(/^This link/);
      continue;
    }
    const root = read.value.struct.types[0]?.shape;
    const found = root?.kind === 'aggregate' ? root.members.map(({ name }) => name) : [];
    // Half of a pair of UTF-16 is no character in UTF-8.
    expect(found).toEqual(
      form === 1 ? names.map((name) => name.replace('\ud800', '\ufffd')) : names,
    );
  }
});

test('a damaged link before a long text is refused at once', async () => {
  const words = `#hitmap2.AAAAAAAAAAAA${' a'.repeat(400_000)}`;
  expect(await endOf(words)).toMatch(/damaged/);
  expect(await endOf(`#hitmap2.AAAAAAAAAAAA${'\n'.repeat(400_000)}!`)).toMatch(/damaged/);
  expect(await endOf(`#hitmap2.AAAAAAAAAAAA=${' >'.repeat(400_000)}!`)).toMatch(/damaged/);
});
