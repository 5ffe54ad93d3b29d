import { memoryFileSource, type FileSource } from './fileSource';

/** Units, and entries of each kind in one of them: enough that the engine takes their loop for a hot one. */
const UNITS = 8;
const STRUCTS = 250;
const MEMBERS = 4;

// Tags, attributes and forms as DWARF 5 numbers them (7.5.3 to 7.5.6).
const TAG = {
  unit: 0x11,
  struct: 0x13,
  member: 0x0d,
  base: 0x24,
  pointer: 0x0f,
  typedef: 0x16,
  function: 0x2e,
};
const AT = {
  name: 0x03,
  size: 0x0b,
  sibling: 0x01,
  type: 0x49,
  place: 0x38,
  line: 0x3b,
  language: 0x13,
  encoding: 0x3e,
};
const FORM = { strp: 0x0e, data1: 0x0b, data2: 0x05, ref4: 0x13 };
const C99 = 0x0c;
const SIGNED = 0x05;

/** Code, tag, whether it has children, then attribute and form of each. */
const ABBREVIATIONS: readonly (readonly number[])[] = [
  [1, TAG.unit, 1, AT.name, FORM.strp, AT.language, FORM.data1],
  [2, TAG.base, 0, AT.size, FORM.data1, AT.encoding, FORM.data1, AT.name, FORM.strp],
  [3, TAG.pointer, 0, AT.size, FORM.data1, AT.type, FORM.ref4],
  [
    4,
    TAG.struct,
    1,
    AT.name,
    FORM.strp,
    AT.size,
    FORM.data1,
    AT.line,
    FORM.data1,
    AT.sibling,
    FORM.ref4,
  ],
  [
    5,
    TAG.member,
    0,
    AT.name,
    FORM.strp,
    AT.line,
    FORM.data1,
    AT.type,
    FORM.ref4,
    AT.place,
    FORM.data1,
  ],
  [6, TAG.typedef, 0, AT.name, FORM.strp, AT.line, FORM.data1, AT.type, FORM.ref4],
  [7, TAG.function, 1, AT.name, FORM.strp, AT.line, FORM.data2, AT.sibling, FORM.ref4],
];

/** An ELF file with DWARF 5 of structs that hold numbers and pointers, as gcc writes C. */
export function sampleDwarf(): FileSource {
  const strings = ['\0'];
  let stringBytes = 1;
  const text = (name: string) => {
    strings.push(`${name}\0`);
    stringBytes += name.length + 1;
    return stringBytes - name.length - 1;
  };
  const names = Array.from({ length: STRUCTS }, (_, place) => text(`warm_up_struct_${place}`));
  const members = Array.from({ length: MEMBERS }, (_, place) => text(`member_${place}`));
  const unit = unitOf(names, members, text('number_t'));
  const info = new Uint8Array(unit.length * UNITS);
  for (let place = 0; place < UNITS; place += 1) info.set(unit, place * unit.length);
  const abbreviations = [...ABBREVIATIONS.flatMap((words) => [...words, 0, 0]), 0];
  return memoryFileSource(
    'warm-up',
    elfOf([
      ['.debug_info', info],
      ['.debug_abbrev', Uint8Array.from(abbreviations)],
      ['.debug_str', new TextEncoder().encode(strings.join(''))],
    ]),
  );
}

function unitOf(names: readonly number[], members: readonly number[], typedef: number): Uint8Array {
  const bytes: number[] = [];
  const word = (value: number, at = bytes.length) => {
    for (let byte = 0; byte < 4; byte += 1) bytes[at + byte] = (value >> (8 * byte)) & 0xff;
  };
  const entry = (code: number, attributes: () => void) => {
    const at = bytes.length;
    bytes.push(code);
    attributes();
    return at;
  };
  /** Notes where the entry that follows begins, in the reference at `at`. */
  const siblingAt = (at: number) => word(bytes.length, at);
  word(0);
  // Version 5, an ordinary unit, addresses of 8 bytes, abbreviations from 0 on.
  bytes.push(5, 0, 1, 8);
  word(0);
  entry(1, () => {
    word(names[0] ?? 0);
    bytes.push(C99);
  });
  const number = entry(2, () => {
    bytes.push(8, SIGNED);
    word(typedef);
  });
  for (const [place, name] of names.entries()) {
    let sibling = 0;
    const struct = entry(4, () => {
      word(name);
      bytes.push(8 * members.length, place & 0xff);
      sibling = bytes.length;
      word(0);
    });
    for (const [member, memberName] of members.entries()) {
      entry(5, () => {
        word(memberName);
        bytes.push(member);
        word(number);
        bytes.push(8 * member);
      });
    }
    bytes.push(0);
    siblingAt(sibling);
    entry(3, () => {
      bytes.push(8);
      word(struct);
    });
    entry(6, () => {
      word(typedef);
      bytes.push(1);
      word(number);
    });
    entry(7, () => {
      word(name);
      bytes.push(1, 0);
      sibling = bytes.length;
      word(0);
    });
    bytes.push(0);
    siblingAt(sibling);
  }
  bytes.push(0);
  word(bytes.length - 4, 0);
  return Uint8Array.from(bytes);
}

const HEADER_BYTES = 64;
const SECTION_BYTES = 64;

/** A 64-bit little-endian executable of these sections, each where the one before ends (ELF, chapter 4). */
function elfOf(sections: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const names = ['', ...sections.map(([name]) => name), '.shstrtab'];
  const all = [
    ...sections,
    ['.shstrtab', new TextEncoder().encode(`${names.join('\0')}\0`)],
  ] as const;
  const dataBytes = all.reduce((sum, [, data]) => sum + data.length, 0);
  const table = HEADER_BYTES + dataBytes;
  const bytes = new Uint8Array(table + SECTION_BYTES * (all.length + 1));
  const view = new DataView(bytes.buffer);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  const half = (at: number, value: number) => view.setUint16(at, value, true);
  // ET_EXEC for x86-64.
  half(16, 2);
  half(18, 62);
  view.setUint32(20, 1, true);
  view.setUint32(40, table, true);
  half(52, HEADER_BYTES);
  half(58, SECTION_BYTES);
  half(60, all.length + 1);
  half(62, all.length);
  let at = HEADER_BYTES;
  let name = 1;
  for (const [place, [title, data]] of all.entries()) {
    bytes.set(data, at);
    const header = table + SECTION_BYTES * (place + 1);
    view.setUint32(header, name, true);
    // SHT_STRTAB for the names, SHT_PROGBITS for the rest.
    view.setUint32(header + 4, place === all.length - 1 ? 3 : 1, true);
    view.setUint32(header + 24, at, true);
    view.setUint32(header + 32, data.length, true);
    at += data.length;
    name += title.length + 1;
  }
  return bytes;
}
