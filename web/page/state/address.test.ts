import { expect, test } from 'vitest';
import { formatAddress, isAddress, keyParts, parseAddress, type Address } from './address';

const KEY = 'struct:file:184:740ee3179595b781';
const vmlinux = { name: 'vmlinux-6.12.117+deb12', buildId: '0123456789abcdef' };

const ADDRESSES: readonly Address[] = [
  { file: vmlinux, place: { kind: 'list' } },
  {
    file: vmlinux,
    place: { kind: 'struct', struct: { name: 'file', key: KEY }, drafts: [], view: {} },
  },
  {
    file: { name: 'a & b=c#d?é.o', buildId: null },
    place: {
      kind: 'struct',
      struct: { name: 'std::map<int, x>', key: 'class:std::map<int, x>:48:00ff' },
      drafts: ['1k2', '9zz'],
      view: { tab: 'heat', field: 'anon(f_pos_lock)', compare: 'cost', show: 'original' },
    },
  },
  {
    file: null,
    place: {
      kind: 'struct',
      struct: { name: 'by_hand', key: null },
      from: 'patch',
      drafts: [],
      view: {},
    },
  },
  { file: null, place: { kind: 'study', study: 'mm_struct', step: 3, drafts: [], view: {} } },
  { file: { name: 'c2c.txt', buildId: null }, place: { kind: 'report' } },
  { file: vmlinux, place: { kind: 'twoFiles', after: { name: 'vmlinux', buildId: null } } },
];

test('an address is read as it was written', () => {
  for (const address of ADDRESSES) {
    const text = formatAddress(address);
    // What a browser would write otherwise would be another address to it.
    expect(new URL(text, 'http://localhost/').hash).toBe(text);
    expect(isAddress(text)).toBe(true);
    expect(parseAddress(text)).toEqual({ ok: true, value: address });
  }
});

test('a name of 300 characters is kept whole', () => {
  const name = 'x'.repeat(300);
  const key = `struct:${name}:8:00`;
  const address: Address = {
    file: null,
    place: { kind: 'struct', struct: { name, key }, drafts: [], view: {} },
  };
  expect(parseAddress(formatAddress(address))).toEqual({ ok: true, value: address });
});

test('what is no address says why', () => {
  const why = (hash: string) => {
    const read = parseAddress(hash);
    return read.ok ? null : read.error;
  };
  expect(why('#at2?struct=file')).toMatch(/has form 2, .* reads form 1: .* a later version/);
  expect(why('#at1?')).toMatch(/names no struct/);
  expect(why('#at1?study=none')).toMatch(/No study is called “none”/);
  expect(isAddress('#hitmap1.AAAAAAAAAAAA')).toBe(false);
  expect(isAddress('#recipes')).toBe(false);
  // What it does not know it leaves alone.
  expect(parseAddress('#at1?struct=file&tab=none&compare=x&from=y&step=-1&build=%00')).toEqual({
    ok: true,
    value: {
      file: null,
      place: { kind: 'struct', struct: { name: 'file', key: null }, drafts: [], view: {} },
    },
  });
});

test('a content key says what its struct is', () => {
  expect(keyParts('class:a::b:48:00ff')).toEqual({
    keyword: 'class',
    name: 'a::b',
    sizeBytes: 48,
  });
  expect(keyParts('file')).toBeNull();
});
