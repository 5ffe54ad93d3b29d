import { expect, test } from 'vitest';
import { aggregate, array, member, pointer, scalar, structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { formatReason } from './wireFormat';

const be16 = scalar('__be16', 2);
const u8 = scalar('u8', 1);

function reason(name: string, members: ReturnType<typeof member>[], path: string | null = null) {
  return formatReason(structDesc(X86_64, aggregate('struct', name, 64, members)), path);
}

test('values of fixed width in a stated byte order are a format', () => {
  const udp = [member('source', 0, be16), member('dest', 2, be16), member('kind', 4, array(u8, 4))];
  expect(reason('udphdr', udp)).toBe(
    '`udphdr` has only fields of fixed width, and `source` (__be16) states a byte order',
  );
  expect(reason('x', [member('a', 0, scalar('u32', 4)), member('b', 4, u8)])).toBeNull();
  expect(
    reason('x', [member('a', 0, scalar('u32', 4)), member('reserved', 4, array(u8, 4))]),
  ).toMatch(/`reserved` \(u8\) is reserved for later versions/);
});

test('what never leaves the machine is none, whatever it holds besides', () => {
  const next = member('next', 8, pointer('struct sk_buff *'));
  expect(reason('sk_buff', [member('protocol', 0, be16), next])).toBeNull();
  expect(reason('sock', [member('port', 0, be16), member('n', 4, scalar('int', 4))])).toBeNull();
});

test('names and places say so too', () => {
  const plain = [member('a', 0, scalar('int', 4))];
  expect(reason('rte_ipv4_hdr', plain)).toBe('`rte_ipv4_hdr` is a header of a packet');
  expect(reason('s', plain, 'include/uapi/linux/stat.h')).toMatch(/for user space/);
  expect(reason('s', plain, 'fs/xfs/libxfs/xfs_format.h')).toMatch(/on disk/);
  expect(reason('s', plain, 'include/linux/fs.h')).toBeNull();
});
