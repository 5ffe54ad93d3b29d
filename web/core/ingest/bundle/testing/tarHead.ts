/**
 * What a tar archive has before a file: POSIX's format (ustar), as far as tests need it. `kind` 0 is a regular file, 1 and
 * 2 are links to a target.
 */
export function tarHead(name: string, bytes: number, kind = '0', target = ''): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write('0000600\0', 100);
  head.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  head.write(`        ${kind}${target}`, 148);
  head.write('ustar\x0000', 257);
  const total = head.reduce((sum, byte) => sum + byte, 0);
  head.write(`${total.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}
