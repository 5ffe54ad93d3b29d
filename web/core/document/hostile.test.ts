import * as fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { applyEdits } from '../edit/apply';
import { parseDocument } from '../edit/validate';
import { computeLayout } from '../layout/compute';
import { fieldsOf } from '../layout/walk';
import { checkedJson, type Value } from './checkedJson';
import { makeLink, readLink, pack, unpack, Envelope, seal } from './link';

const FOLDER = 'web/core/document/fixtures';
const LINKS = readdirSync(FOLDER).map(
  (name) => (JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as { link: string }).link,
);

const PREFIX = '#hitmap1.';

function bytesOf(link: string): Uint8Array<ArrayBuffer> {
  const envelope = new Envelope();
  envelope.add(link.slice(PREFIX.length));
  const bytes = envelope.opened();
  if (bytes === null) throw new Error('a fixture that is damaged');
  return bytes;
}

function compactOf(link: string): Value {
  return checkedJson(unpack(bytesOf(link)) ?? new Uint8Array());
}

/** Links with a checksum that fits: what only an attacker makes. */
const linkOfBytes = (bytes: Uint8Array) => `${PREFIX}${seal(bytes)}`;
const linkOfText = (text: string) => linkOfBytes(pack(new TextEncoder().encode(text)));
const linkOf = (compact: Value) => linkOfText(JSON.stringify(compact));

/** A sentence, or a document that is laid out, drawn as fields, and makes a link again; nothing else. */
function endOf(link: string): string {
  const read = readLink(link);
  if (!read.ok) {
    expect(read.error).toMatch(
      /^This link (?:cannot be read|holds no layout|is damaged|is cut off)|^There is no Hitmap link/,
    );
    return read.error;
  }
  expect(parseDocument(JSON.parse(JSON.stringify(read.value))).ok).toBe(true);
  const layout = computeLayout(applyEdits(read.value).struct);
  for (const field of fieldsOf(layout)) expect(field.offsetBits).not.toBeNaN();
  expect(readLink(makeLink(read.value)).ok).toBe(true);
  return 'read';
}

test('any bytes under a fitting checksum, and any texts, are read or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), fc.string(), (bytes, text) => {
      endOf(linkOfBytes(bytes));
      endOf(linkOfText(text));
      expect(readLink(`${PREFIX}${text}`).ok).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('bits that flipped in a real link are found, and with the checksum mended read or refused', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LINKS),
      fc.array(fc.nat(10_000), { minLength: 1, maxLength: 3 }),
      fc.option(fc.nat(1000)),
      (link, places, end) => {
        const bytes = bytesOf(link);
        for (const place of places) {
          const at = place % (bytes.length * 8);
          bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7));
        }
        endOf(linkOfBytes(end === null ? bytes : bytes.slice(0, 1 + (end % bytes.length))));
      },
    ),
    { numRuns: 500 },
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

test('documents with one thing changed for the worse are read or refused', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LINKS.map(compactOf)),
      fc.nat(600),
      HOSTILE,
      fc.constantFrom('keep', 'cut', 'repeat'),
      (compact, left, by, way) => {
        endOf(linkOf(changed(compact, { left, isDone: false }, by, way)));
      },
    ),
    { numRuns: 200 },
  );
});

const TOO_MUCH = 'This link cannot be read: it cannot be unpacked, or holds too much.';
const NO_JSON = 'This link cannot be read: its content is no JSON of Hitmap.';

test('what unpacks to too much, nests too deep or has too many values is refused', () => {
  for (const size of [5, 64].map((megabytes) => megabytes * 1024 * 1024)) {
    expect(endOf(linkOfBytes(deflateRawSync(Buffer.alloc(size))))).toBe(TOO_MUCH);
  }
  // A bomb inside a bomb is bytes, and no value.
  const twice = deflateRawSync(deflateRawSync(Buffer.alloc(64 * 1024 * 1024)));
  expect(endOf(linkOfBytes(twice))).toBe(NO_JSON);
  const deep = linkOfText('['.repeat(4_000_000));
  expect(deep.length).toBeLessThan(6000);
  expect(endOf(deep)).toBe(NO_JSON);
  expect(endOf(linkOfText(`${'['.repeat(50_000)}${']'.repeat(50_000)}`))).toBe(NO_JSON);
  expect(endOf(linkOfText(`{"struct":[${'0,'.repeat(400_000)}0]}`))).toBe(NO_JSON);
  // A body that ends before its end.
  const whole = bytesOf(LINKS[0] ?? '');
  expect(endOf(linkOfBytes(whole.slice(0, -3)))).toBe(TOO_MUCH);
});

test('keys that mean something to JavaScript, and numbers that JSON cannot write, do not get in', () => {
  for (const text of ['{"__proto__":{"v":3}}', '{"v":3,"a b":1}', '{"v":1e999}', '{"v":']) {
    expect(endOf(linkOfText(text))).toBe(NO_JSON);
  }
});

test('names come out as they went in, whatever stands in them', () => {
  const names = [
    '<img src=x onerror=alert(1)>',
    '</script><script>alert(1)</script>',
    'a\u202eb\u2066c',
    'nul\0l',
    'ünï→cødé 🧨',
    '\ud800',
    'x'.repeat(3000),
    '${alert(1)}',
    '__proto__',
  ];
  const members = names.map((n) => ({ n, t: 'void *' }));
  const type = { n: 'struct s', s: 8 * names.length, k: 'struct', m: members };
  const read = readLink(linkOf({ struct: { n: names[0] ?? '', g: 'x86-64', t: type } }));
  if (!read.ok) throw new Error(read.error);
  const root = read.value.struct.types[0]?.shape;
  const found = root?.kind === 'aggregate' ? root.members.map(({ name }) => name) : [];
  expect(found).toEqual(names);
});

test('a damaged link before a long text is refused at once', () => {
  for (const rest of [
    ' a'.repeat(400_000),
    `${'\n'.repeat(400_000)}!`,
    `=${' >'.repeat(400_000)}!`,
  ]) {
    expect(endOf(`${PREFIX}AAAAAAAAAAAA${rest}`)).toMatch(/damaged/);
  }
});
