import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newDocument } from '../edit/document';
import { member, opaque, pointer, scalar, structDesc, aggregate } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { leanDocument } from './lean';
import { makeLink, readLink } from './link';
import { TABLE_1 } from './table';
import { seal } from './envelope';
import { deflate } from './packing';
import { readValue, writeValue, type Value } from './values';

const DOCUMENT = newDocument(
  structDesc(
    X86_64,
    aggregate('struct', 'pair', 32, [
      member('count', 0, scalar('unsigned int', 4)),
      member('next', 8, pointer('struct pair *')),
      member('lock', 16, opaque('spinlock_t', 4, 4)),
      member('<img src=x onerror=alert(1)>', 24, pointer('void *')),
    ]),
  ),
);

/** A link of these bytes with a checksum that fits: what only an attacker makes. */
async function linkOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return `#hitmap1.${seal(await deflate(bytes))}`;
}

async function sentenceFor(value: Value): Promise<string> {
  const read = await readLink(await linkOf(writeValue(value, TABLE_1)));
  return read.ok ? 'read' : read.error;
}

test('every value comes back as it was written', () => {
  const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constant(null),
      fc.boolean(),
      fc.maxSafeInteger().map((each) => each + 0),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
      fc.string(),
      fc.constantFrom(...TABLE_1.names),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(fc.stringMatching(/^[a-z]\w{0,6}$/), tie('value'), { maxKeys: 5 }),
    ),
  })).value;
  fc.assert(
    fc.property(value, (each) => {
      const plain = JSON.parse(JSON.stringify(each)) as Value;
      expect(readValue(writeValue(plain, TABLE_1), TABLE_1)).toEqual({ ok: true, value: plain });
    }),
  );
});

test('changed bytes under a fitting checksum are read or refused, never more', async () => {
  const bytes = writeValue(leanDocument(DOCUMENT, 1), TABLE_1);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      fc.nat(bytes.length),
      async (changes, end) => {
        const changed = Uint8Array.from(bytes);
        for (const [at, byte] of changes) changed[at] = byte;
        for (const each of [changed, changed.slice(0, end)]) {
          const read = await readLink(await linkOf(each));
          if (!read.ok) expect(read.error).toMatch(/^This link (?:cannot be read|holds no layout)/);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('any bytes and any texts give a link or a sentence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string(), async (bytes, text) => {
      expect((await readLink(await linkOf(Uint8Array.from(bytes)))).ok).toBe(false);
      expect((await readLink(`#hitmap1.${text}`)).ok).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('nesting, counts and cycles that hurt are refused with a sentence', async () => {
  let deep: Value = 0;
  for (let depth = 0; depth < 5000; depth++) deep = [deep];
  expect(await sentenceFor(deep)).toBe('This link cannot be read: it is nested too deep.');

  // A list of 2^40 elements in six bytes.
  const list = Uint8Array.of(0x84, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01);
  const read = await readLink(await linkOf(list));
  expect(read.ok ? 'read' : read.error).toBe('This link cannot be read: it ends too early.');

  const lean = leanDocument(DOCUMENT, 1) as { struct: { t: { m: Value[] } } };
  // The struct holds itself.
  const members = [...lean.struct.t.m, { n: 'self', t: 0 }];
  const own = { ...lean, struct: { ...lean.struct, t: { ...lean.struct.t, m: members } } };
  expect(await sentenceFor(own as Value)).toMatch(/holds itself/);
});

test('a name is only ever text', async () => {
  const read = await readLink(await makeLink(DOCUMENT));
  const root = read.ok ? read.value.struct.types[0]?.shape : null;
  expect(root?.kind === 'aggregate' && root.members.at(-1)?.name).toBe(
    '<img src=x onerror=alert(1)>',
  );
});

test('keys that mean something to JavaScript do not get in', () => {
  const bytes = writeValue({ ['__proto__x']: 1 }, TABLE_1);
  expect(readValue(bytes, TABLE_1)).toEqual({ ok: false, error: 'it holds a key that is no name' });
});
