import { deflateRawSync, gzipSync, deflateSync } from 'node:zlib';
import { BtfWriter, type BtfMember } from '../../e2e/support/btf';
import { newDocument, type LayoutDocument } from '../../web/core/edit/document';
import type { Edit } from '../../web/core/edit/edit';
import { BARE_DOCUMENT_PROFILE, type DocumentProfile } from '../../web/core/edit/profiles';
import { aggregate, member, scalar, structDesc, type MemberSpec } from '../../web/core/facts/build';
import { BARE_LINE, NO_ACCESS } from '../../web/core/facts/noAccess';
import { X86_64 } from '../../web/core/facts/targets';
import type { MemberPath } from '../../web/core/layout/ids';
import { makeLink, seal } from '../../web/core/document/link';

/** A kind of input that grows with a number, from one that harms nobody. */
export interface HostileClass {
  readonly name: string;
  /** `link` is an address, `draft` what the browser itself has kept, as JSON; all others are files. */
  readonly kind: 'link' | 'draft' | 'types' | 'c' | 'packed';
  readonly make: (count: number) => Uint8Array | string;
  /** Counts that it is made with: the harmless one, and the largest. */
  readonly from: number;
  readonly to: number;
}

/** The struct that every file of types or C holds. */
export const STRUCT = 'top';

const MB = 1 << 20;
const INT = scalar('int', 4);
const path = (name: string) => name as MemberPath;
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

function flat(count: number): LayoutDocument {
  const members = times(count, (at) => member(`m${at}`, at * 4, INT));
  return newDocument(structDesc(X86_64, aggregate('struct', STRUCT, count * 4, members)));
}

/** Each struct holds `width` of the one before: members grow by powers. */
function fan(width: number, levels: number, named: boolean): LayoutDocument {
  let inner = aggregate('struct', named ? 't0' : '', 4, [member('a', 0, INT)]);
  for (let level = 1; level <= levels; level++) {
    const size = inner.sizeBytes ?? 0;
    const members = times(width, (at): MemberSpec => ({
      ...member('a', at * size, inner),
      name: named ? `m${at}` : null,
    }));
    const tag = level === levels ? STRUCT : named ? `t${level}` : '';
    inner = aggregate('struct', tag, size * width, members);
  }
  return newDocument(structDesc(X86_64, inner));
}

const PROFILE: DocumentProfile = {
  ...BARE_DOCUMENT_PROFILE,
  name: 'p',
  cpuCount: 4,
  lines: [{ ...BARE_LINE, id: 'l', address: '0xffff000000000000', counts: NO_ACCESS }],
};

const bound = (document: LayoutDocument, profile: Partial<DocumentProfile>): LayoutDocument => ({
  ...document,
  profiles: [{ ...PROFILE, ...profile }],
  bindings: [{ profile: 'p', target: 'l', offsetBytes: 0 }],
});

const EDITS: Readonly<Record<string, (at: number) => Edit>> = {
  adds: (at) => ({
    kind: 'add',
    name: path(`n${at}`),
    typeName: 'int',
    bytes: 4,
    bits: null,
    align: 4,
    to: { at: 'first' },
  }),
  moves: (at) => ({ kind: 'move', members: [path(`m${at % 200}`)], to: { at: 'last' } }),
  'line notes': (line) => ({ kind: 'noteLine', line, text: 'n' }),
  notes: (at) => ({ kind: 'note', member: path(`m${at % 200}`), text: `${at}` }),
  tags: (at) => ({ kind: 'tag', member: path(`m${at % 200}`), role: 'cold', weight: null }),
  rules: (at) => ({ kind: 'apart', a: [path('m0')], b: [path(`m${1 + (at % 199)}`)] }),
  binds: (at) => ({ kind: 'bind', profile: 'p', target: 'l', offsetBytes: at % 64 }),
};

/** Each kind of edit in each list that a document may have of them. */
const EDIT_CLASSES = Object.entries(EDITS).flatMap(([name, edit]): HostileClass[] => {
  const list = (title: string, document: (edits: readonly Edit[]) => LayoutDocument) => ({
    name: `link: ${name} ${title}`,
    kind: 'link' as const,
    make: (count: number) => makeLink(document(times(count, edit))),
    from: 10,
    to: 3_000,
  });
  return [
    list('in its changes', (edits) => ({ ...bound(flat(200), {}), edits })),
    list('that it was measured on', (measuredOn) => bound(flat(200), { measuredOn })),
    list('in a proposal', (edits) => ({ ...flat(200), proposal: { title: 'p', edits } })),
  ];
});

/** Of drafts the count of what is said is hardly bounded. */
const DRAFT_CLASSES = Object.entries(EDITS)
  .filter(([name]) => name.endsWith('notes'))
  .map(([name, edit]): HostileClass => ({
    name: `draft: ${name}`,
    kind: 'draft',
    make: (count) => JSON.stringify({ ...flat(200), edits: times(count, edit) }),
    from: 200,
    to: 2_000,
  }));

const link = (
  name: string,
  from: number,
  to: number,
  document: (count: number) => LayoutDocument,
): HostileClass => ({
  name: `link: ${name}`,
  kind: 'link',
  from,
  to,
  make: (count) => makeLink(document(count)),
});

const LINK_CLASSES: readonly HostileClass[] = [
  link('unnamed structs that double', 3, 100, (count) => fan(2, count, false)),
  link('named structs that double', 3, 100, (count) => fan(2, count, true)),
  link('unnamed structs of forty', 1, 40, (count) => fan(40, count, false)),
  link('members', 10, 50_000, flat),
  link('groups without members', 10, 50_000, (count) => ({
    ...flat(10),
    together: times(count, () => []),
  })),
  link('rules without members', 10, 50_000, (count) => ({
    ...flat(10),
    rules: times(count, () => ({ kind: 'sameLine', members: [] }) as const),
  })),
  link('members in a rule', 2, 50_000, (count) => ({
    ...flat(10),
    rules: [{ kind: 'sameLine', members: times(count, (at) => path(`m${at % 10}`)) }],
  })),
  link('bindings', 1, 50_000, (count) => ({
    ...bound(flat(10), {}),
    bindings: times(count, (at) => ({ profile: 'p', target: 'l', offsetBytes: at % 64 })),
  })),
  link('profiles', 1, 20_000, (count) => ({
    ...flat(10),
    profiles: times(count, (at) => ({ ...PROFILE, name: `p${at}` })),
  })),
  link('events and cores', 1, 50_000, (count) =>
    bound(flat(10), { events: times(count, (at) => `e${at}`), cores: times(count, () => []) }),
  ),
  link('things to know', 1, 50_000, (count) => {
    const document = flat(10);
    const said = (message: string) => ({ severity: 'note', message, place: '', count: 1 }) as const;
    const diagnostics = times(count, (at) => said(`${at}`));
    return { ...document, struct: { ...document.struct, diagnostics } };
  }),
  link('open members', 1, 20_000, (count) => {
    const document = fan(2, 12, true);
    const expanded = times(count, (at) => path(at % 2 ? 'm0' : 'm1'));
    return { ...document, view: { ...document.view, expanded } };
  }),
  link('letters in a name', 10, 2_000_000, (count) => {
    const members = [member('m'.repeat(count), 0, INT)];
    return newDocument(structDesc(X86_64, aggregate('struct', STRUCT, 4, members)));
  }),
  {
    name: 'link: digits of its form',
    kind: 'link',
    from: 3,
    to: 1_500_000,
    make: (count) => `#hitmap${'9'.repeat(count)}.AAAAAAAA`,
  },
  {
    name: 'link: letters of base64',
    kind: 'link',
    from: 100,
    to: 1_900_000,
    make: (count) => `#hitmap1.${'A'.repeat(count)}`,
  },
  {
    name: 'link: zeros that are packed',
    kind: 'link',
    from: 1000,
    to: 300 * MB,
    make: (count) => `#hitmap1.${seal(deflateRawSync(new Uint8Array(count)))}`,
  },
  {
    name: 'link: brackets of JSON',
    kind: 'link',
    from: 10,
    to: 3 * MB,
    make: (count) => `#hitmap1.${seal(deflateRawSync(Buffer.from('['.repeat(count))))}`,
  },
];

/** A struct of BTF. */
const types = (
  name: string,
  from: number,
  to: number,
  write: (btf: BtfWriter, count: number) => void,
): HostileClass => ({
  name: `BTF: ${name}`,
  kind: 'types',
  from,
  to,
  make: (count) => {
    const btf = new BtfWriter();
    write(btf, count);
    return btf.bytes();
  },
});

function levels(
  btf: BtfWriter,
  width: number,
  count: number,
  tag: (level: number) => string,
): void {
  let inner = btf.int();
  let size = 4;
  for (let level = 0; level <= count; level++) {
    const name = tag(level);
    const members = times(width, (at): BtfMember => {
      return [name === '' ? '' : `m${at}`, inner, at * size];
    });
    inner = btf.struct(level === count ? STRUCT : name, size * width, members);
    size = (size * width) % 2 ** 31;
  }
}

const TYPE_CLASSES: readonly HostileClass[] = [
  types('unnamed structs that double', 3, 120, (btf, count) => levels(btf, 2, count, () => '')),
  types('named structs that double', 3, 120, (btf, count) =>
    levels(btf, 2, count, (at) => `t${at}`),
  ),
  types('unnamed structs of a hundred', 1, 60, (btf, count) => levels(btf, 100, count, () => '')),
  types('nesting', 3, 20_000, (btf, count) => levels(btf, 1, count, () => '')),
  types('members', 10, 60_000, (btf, count) => {
    const int = btf.int();
    const members = times(count, (at): BtfMember => [`m${at}`, int, at * 4]);
    btf.struct(STRUCT, count * 4, members);
  }),
  types('typedefs of typedefs', 3, 50_000, (btf, count) => {
    let inner = btf.int();
    for (let at = 0; at < count; at++) inner = btf.typedef(`t${at}`, inner);
    btf.struct(STRUCT, 4, [['a', inner, 0]]);
  }),
  types('structs in a circle', 1, 20_000, (btf, count) => {
    for (let at = 0; at < count; at++) {
      btf.struct(at === 0 ? STRUCT : `s${at}`, 4, [['a', 1 + ((at + 1) % count), 0]]);
    }
  }),
  types('structs of one name', 2, 50_000, (btf, count) => {
    const int = btf.int();
    for (let at = 0; at < count; at++) btf.struct(STRUCT, 4 + at, [[`m${at}`, int, 0]]);
  }),
];

const c = (
  name: string,
  from: number,
  to: number,
  text: (count: number) => string,
): HostileClass => ({
  name: `C: ${name}`,
  kind: 'c',
  from,
  to,
  make: text,
});

const C_CLASSES: readonly HostileClass[] = [
  c('typedefs of typedefs', 3, 20_000, (count) => {
    const chain = times(count, (at) => `typedef t${at} t${at + 1};\n`);
    return `typedef int t0;\n${chain.join('')}struct top { t${count} a; };\n`;
  }),
  c('typedefs of arrays', 3, 20_000, (count) => {
    const chain = times(count, (at) => `typedef t${at} t${at + 1}[1];\n`);
    return `typedef int t0;\n${chain.join('')}struct top { t${count} a; };\n`;
  }),
  c('structs in structs', 3, 20_000, (count) => {
    const chain = times(count, (at) => `struct s${at + 1} { struct s${at} a; };\n`);
    return `struct s0 { int a; };\n${chain.join('')}struct top { struct s${count} a; };\n`;
  }),
  c('structs that double', 3, 200, (count) => {
    const chain = times(count, (at) => `struct s${at + 1} { struct s${at} a, b; };\n`);
    return `struct s0 { int a; };\n${chain.join('')}struct top { struct s${count} a; };\n`;
  }),
  c('members', 10, 60_000, (count) => {
    return `struct top {\n${times(count, (at) => `\tint m${at};\n`).join('')}};\n`;
  }),
  c('dimensions', 2, 20_000, (count) => `struct top { int a${'[1]'.repeat(count)}; };\n`),
  c('braces', 2, 50_000, (count) => {
    return `struct top { ${'struct { '.repeat(count)}int a; ${'}; '.repeat(count)}};\n`;
  }),
  c('brackets in a condition', 2, 50_000, (count) => {
    return `struct top {\n#if ${'('.repeat(count)}1${')'.repeat(count)}\nint a;\n#endif\nint b;\n};\n`;
  }),
  c('negations in a condition', 2, 50_000, (count) => {
    return `struct top {\n#if ${'!'.repeat(count)}1\nint a;\n#endif\nint b;\n};\n`;
  }),
  c('conditions', 2, 20_000, (count) => {
    return `struct top {\n${times(count, (at) => `#ifdef A${at}\nint a${at};\n#endif\n`).join('')}int b;\n};\n`;
  }),
  c('pointers', 2, 100_000, (count) => `struct top { int ${'*'.repeat(count)}a; };\n`),
];

/** What `make` gives as often as it takes to have so many bytes, packed by itself. */
function packedZeros(bytes: number): Uint8Array {
  const member = gzipSync(new Uint8Array(MB));
  return Buffer.concat(times(Math.ceil(bytes / MB), () => member));
}

/** The start of a tar archive with a part of so many bytes, which are zeros. */
function tar(bytes: number): Uint8Array {
  const header = new Uint8Array(512);
  const put = (text: string, at: number) => header.set(new TextEncoder().encode(text), at);
  put('MANIFEST', 0);
  put('0000644\0', 100);
  put(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  put('        ', 148);
  put('0ustar\x0000', 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const PACKED_CLASSES: readonly HostileClass[] = [
  { name: 'gzip: zeros', kind: 'packed', from: MB, to: 3000 * MB, make: packedZeros },
  {
    name: 'gzip: a part of a bundle',
    kind: 'packed',
    from: MB,
    to: 3000 * MB,
    make: (count) => Buffer.concat([gzipSync(tar(count)), packedZeros(count)]),
  },
  {
    name: 'gzip: layers of 100 MB',
    kind: 'packed',
    from: 1,
    to: 4,
    make: (count) => {
      let inner = Buffer.from('nothing');
      for (let at = 0; at < count; at++)
        inner = gzipSync(Buffer.concat([inner, Buffer.alloc(100 * MB)]));
      return inner;
    },
  },
  {
    name: 'ELF: a section that is packed',
    kind: 'packed',
    from: MB,
    to: 400 * MB,
    make: (count) => elfWith('.debug_info', count),
  },
];

/** An object of x86-64 with one packed section of zeros. */
function elfWith(name: string, sizeBytes: number): Uint8Array {
  const names = Buffer.from(`\0${name}\0.shstrtab\0`);
  const packed = deflateSync(Buffer.alloc(sizeBytes));
  const table = 64 + names.length;
  const data = table + 3 * 64;
  const elf = Buffer.alloc(data + 24);
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(elf);
  [1, 62].forEach((value, at) => elf.writeUInt16LE(value, 16 + at * 2));
  elf.writeUInt32LE(1, 20);
  elf.writeBigUInt64LE(BigInt(table), 40);
  [64, 0, 0, 64, 3, 2].forEach((value, at) => elf.writeUInt16LE(value, 52 + at * 2));
  names.copy(elf, 64);
  const section = (at: number, start: number, facts: readonly [number, number, number, number]) => {
    const [type, flags, offset, size] = facts;
    elf.writeUInt32LE(start, table + at * 64);
    elf.writeUInt32LE(type, table + at * 64 + 4);
    [flags, 0, offset, size].forEach((value, word) => {
      elf.writeBigUInt64LE(BigInt(value), table + at * 64 + 8 + word * 8);
    });
  };
  section(1, 1, [1, 0x800, data, 24 + packed.length]);
  section(2, 2 + name.length, [3, 0, 64, names.length]);
  elf.writeUInt32LE(1, data);
  elf.writeBigUInt64LE(BigInt(sizeBytes), data + 8);
  return Buffer.concat([elf, packed]);
}

export const CLASSES: readonly HostileClass[] = [
  ...EDIT_CLASSES,
  ...DRAFT_CLASSES,
  ...LINK_CLASSES,
  ...TYPE_CLASSES,
  ...C_CLASSES,
  ...PACKED_CLASSES,
];
