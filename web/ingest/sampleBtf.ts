import { memoryFileSource, type FileSource } from './fileSource';

const STRUCTS = 400;
const MEMBERS = 8;

// Kinds as the kernel's Documentation/bpf/btf.rst numbers them.
const [INT, POINTER, ARRAY, STRUCT, TYPEDEF, CONST] = [1, 2, 3, 4, 8, 10];
const HEADER_BYTES = 24;

/**
 * Raw BTF of structs that hold numbers, pointers, arrays, typedefs and one another; `roomBytes` of it are
 * empty strings at the end.
 */
export function sampleBtf(roomBytes = 0): FileSource {
  let strings = '\0';
  const text = (name: string) => {
    const at = strings.length;
    strings += `${name}\0`;
    return at;
  };
  const info = (kind: number, count = 0) => (kind << 24) | count;
  const memberNames = Array.from({ length: MEMBERS }, (_, place) => text(`member_${place}`));
  const types = [
    ...[text('int'), info(INT), 4, 32],
    ...[0, info(POINTER), 1],
    ...[text('number_t'), info(TYPEDEF), 1],
    ...[0, info(CONST), 3],
    ...[0, info(ARRAY), 0, 1, 1, 2],
  ];
  // An `int`, then each of the others; 8 bytes apart, so that there are holes too.
  const scalars = [1, 2, 3, 4, 5];
  for (let place = 0; place < STRUCTS; place += 1) {
    types.push(text(`warm_up_struct_${place}`), info(STRUCT, MEMBERS), MEMBERS * 8);
    for (const [member, name] of memberNames.entries()) {
      types.push(name, scalars[(member + place) % scalars.length] ?? 1, member * 64);
    }
  }
  const typeBytes = types.length * 4;
  const header = [0x1_eb9f, HEADER_BYTES, 0, typeBytes, typeBytes, strings.length + roomBytes];
  const bytes = new Uint8Array(HEADER_BYTES + typeBytes + strings.length + roomBytes);
  const view = new DataView(bytes.buffer);
  for (const [place, word] of [...header, ...types].entries())
    view.setUint32(place * 4, word, true);
  bytes.set(new TextEncoder().encode(strings), HEADER_BYTES + typeBytes);
  return memoryFileSource('warm-up', bytes);
}
