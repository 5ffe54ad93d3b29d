import { expect, test } from 'vitest';
import { declares, dependantsIn, mayDepend } from './dependants';

const NET_DEVICE = {
  struct: 'net_device',
  members: new Set(['flags', 'gflags', 'tx_lines', 'mtu']),
};

/** Lines as `line kind members`, one for each place. */
function check(path: string, text: string, expected: string): void {
  const found = dependantsIn(path, text, NET_DEVICE).map(({ line, kind, members, certain }) =>
    [line, kind, ...members, ...(certain ? [] : ['?'])].join(' '),
  );
  expect(found.join('\n')).toBe(expected.trim().replace(/^ +/gm, ''));
}

test('offsets, assertions and groups that name the struct', () => {
  check(
    'net/core/dev.c',
    `int a = offsetof(struct net_device, flags);
int b = offsetof(struct other, flags);
	BUILD_BUG_ON(sizeof(struct net_device) % 32);
	static_assert(offsetof(struct net_device, mtu) ==
		      8, "mtu");
	CACHELINE_ASSERT_GROUP_MEMBER(struct net_device, net_device_read_tx, gflags);
	struct net_device *dev = container_of(x, struct net_device, flags);
#define BUILD_BUG_ON(x) /* struct net_device */
`,
    `1 offsetof flags
     3 assertion
     4 assertion mtu
     6 group gflags`,
  );
});

test('a statement over several lines is shown whole', () => {
  const text = '\tBUILD_BUG_ON(sizeof(struct other) >\n\t\t     sizeof(struct net_device));\n';
  const [found] = dependantsIn('net/core/dev.c', text, NET_DEVICE);
  expect(found?.text).toBe('BUILD_BUG_ON(sizeof(struct other) > sizeof(struct net_device));');
});

test('memset from a member on is told by the name of the member', () => {
  check(
    'net/core/skbuff.c',
    'struct net_device *d;\nmemset_startat(d, 0, tx_lines);\n',
    '2 memset tx_lines ?',
  );
});

test('tables for assembly, and the page of the documentation', () => {
  check(
    'arch/arm/kernel/asm-offsets.c',
    '  DEFINE(ND_MTU, offsetof(struct net_device, mtu));\n  OFFSET(ND_FLAGS, net_device, flags);\n',
    '1 asmOffset mtu\n2 asmOffset flags',
  );
  check(
    'Documentation/networking/net_cachelines/net_device.rst',
    'net_device struct\n=====\nunsigned int   flags  read_mostly\nunsigned int   mtu\n',
    '3 documentation flags mtu',
  );
  check('Documentation/networking/net_cachelines/tcp_sock.rst', 'flags mtu\n', '');
});

test('which files are looked at', () => {
  expect(mayDepend('net/core/dev.c')).toBe(true);
  expect(mayDepend('Documentation/networking/net_cachelines/net_device.rst')).toBe(true);
  expect(mayDepend('Documentation/networking/netdevices.rst')).toBe(false);
  expect(mayDepend('tools/testing/x.c')).toBe(false);
});

test('a body is a declaration; a use and a forward declaration are not', () => {
  const is = (text: string) => declares(text, 'struct', 'file');
  expect(is('struct file {\n\tint a;\n};')).toBe(true);
  expect(is('struct file\n{\n')).toBe(true);
  expect(is('struct __randomize_layout file {')).toBe(true);
  expect(is('typedef struct {\n\tint a;\n} file;')).toBe(true);
  expect(is('struct file;')).toBe(false);
  expect(is('struct file *open(void) {')).toBe(false);
  expect(is('struct file_lock {')).toBe(false);
  expect(is('static const struct file f = {')).toBe(false);
  expect(is('/* See &struct file for more.\n */\nstruct other {\n')).toBe(false);
});
