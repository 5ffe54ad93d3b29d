import { sentence } from '../base/messages';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readLink, pack, seal } from './link';

const PREFIX = '#hitmap1.';

/** Links with a checksum that fits: what only an attacker makes. */
const linkOfBytes = (bytes: Uint8Array) => `${PREFIX}${seal(bytes)}`;
const linkOfText = (text: string) => linkOfBytes(pack(new TextEncoder().encode(text)));

/** Why a link is refused; `read` where it is not. */
function endOf(link: string): string {
  const read = readLink(link);
  return read.ok ? 'read' : sentence(read.error);
}

const TOO_MUCH = 'This link cannot be read: it cannot be unpacked, or is too large.';
const NO_JSON = 'This link cannot be read: its content is not JSON of Hitmap.';

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
  const whole = pack(new TextEncoder().encode('{"struct":[1,2,3,4,5,6,7]}'));
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
  const read = readLink(
    linkOfText(JSON.stringify({ struct: { n: names[0], g: 'x86-64', t: type } })),
  );
  if (!read.ok) throw new Error(sentence(read.error));
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
