/** What a tar archive has before a file: POSIX's format (ustar), as far as tests need it. */
export function tarHead(name: string, bytes: number): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write('0000600\0', 100);
  head.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  head.write('        ', 148);
  head.write('0', 156);
  head.write('ustar\x0000', 257);
  const total = head.reduce((sum, byte) => sum + byte, 0);
  head.write(`${total.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}
