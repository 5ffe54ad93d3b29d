import { readFileSync } from 'node:fs';
import { deflateRawSync, gzipSync, deflateSync } from 'node:zlib';
import { BtfWriter } from '../../e2e/support/btf';
import { paretoText, type ReportLine, type ReportRow } from '../../e2e/support/c2cReport';
import { sectionHeader } from '../../e2e/support/elf';
import { newDocument, type LayoutDocument } from '../../web/core/edit/document';
import type { Edit } from '../../web/core/edit/edit';
import { BARE_DOCUMENT_PROFILE, type DocumentProfile } from '../../web/core/edit/profiles';
import { aggregate, member, scalar, structDesc } from '../../web/core/facts/build';
import { BARE_LINE, NO_ACCESS } from '../../web/core/facts/noAccess';
import { X86_64 } from '../../web/core/facts/targets';
import type { MemberPath } from '../../web/core/layout/ids';
import { fan } from '../../web/core/layout/testing/fan';
import { tarHead } from '../../web/core/ingest/bundle/testing/tarHead';
import { makeLink, seal } from '../../web/core/document/link';

/** A kind of input that grows with a number, from one that harms nobody. */
export interface HostileClass {
  readonly name: string;
  /** `link` is an address, `draft` what the browser itself has kept, as JSON; all others are files. */
  readonly kind: 'link' | 'draft' | 'types' | 'c' | 'packed' | 'text';
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
    ...{ kind: 'add', name: path(`n${at}`), to: { at: 'first' } },
    ...{ typeName: 'int', bytes: 4, bits: null, align: 4 },
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

const of =
  (kind: HostileClass['kind'], prefix: string) =>
  (
    name: string,
    from: number,
    to: number,
    make: (count: number) => Uint8Array | string,
  ): HostileClass => ({ name: `${prefix}: ${name}`, kind, from, to, make });

const address = of('link', 'link');
const c = of('c', 'C');
const gzip = of('packed', 'gzip');
const text = of('text', 'text');

const link = (
  name: string,
  from: number,
  to: number,
  document: (count: number) => LayoutDocument,
): HostileClass => address(name, from, to, (count) => makeLink(document(count)));

const LINK_CLASSES: readonly HostileClass[] = [
  link('unnamed structs that double', 3, 100, (count) => newDocument(fan(2, count, false))),
  link('named structs that double', 3, 100, (count) => newDocument(fan(2, count, true))),
  link('unnamed structs of forty', 1, 40, (count) => newDocument(fan(40, count, false))),
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
    const common = {
      id: 'report/any',
      severity: 'note',
      fix: null,
      location: '',
      count: 1,
    } as const;
    const diagnostics = times(count, (at) => ({ ...common, text: `${at}` }));
    return { ...document, struct: { ...document.struct, diagnostics } };
  }),
  link('open members', 1, 20_000, (count) => {
    const document = newDocument(fan(2, 12, true));
    const expanded = times(count, (at) => path(at % 2 ? 'm0' : 'm1'));
    return { ...document, view: { ...document.view, expanded } };
  }),
  link('letters in a name', 10, 2_000_000, (count) => {
    const members = [member('m'.repeat(count), 0, INT)];
    return newDocument(structDesc(X86_64, aggregate('struct', STRUCT, 4, members)));
  }),
  address('digits of its form', 3, 1_500_000, (count) => `#hitmap${'9'.repeat(count)}.AAAAAAAA`),
  address('letters of base64', 100, 1_900_000, (count) => `#hitmap1.${'A'.repeat(count)}`),
  address('zeros that are packed', 1000, 300 * MB, (count) => packedLink(Buffer.alloc(count))),
  address('brackets of JSON', 10, 3 * MB, (count) => packedLink(Buffer.from('['.repeat(count)))),
];

function packedLink(bytes: Uint8Array): string {
  return `#hitmap1.${seal(deflateRawSync(bytes))}`;
}

/** A struct of BTF. */
const types = (
  name: string,
  from: number,
  to: number,
  write: (btf: BtfWriter, count: number) => void,
): HostileClass =>
  of('types', 'BTF')(name, from, to, (count) => {
    const btf = new BtfWriter();
    write(btf, count);
    return btf.bytes();
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
    const members = times(width, (at) => ({
      name: name === '' ? '' : `m${at}`,
      type: inner,
      at: at * size,
    }));
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
    const members = times(count, (at) => ({ name: `m${at}`, type: int, at: at * 4 }));
    btf.struct(STRUCT, count * 4, members);
  }),
  types('typedefs of typedefs', 3, 50_000, (btf, count) => {
    let inner = btf.int();
    for (let at = 0; at < count; at++) inner = btf.typedef(`t${at}`, inner);
    btf.struct(STRUCT, 4, [{ name: 'a', type: inner, at: 0 }]);
  }),
  types('structs in a circle', 1, 20_000, (btf, count) => {
    for (let at = 0; at < count; at++) {
      const members = [{ name: 'a', type: 1 + ((at + 1) % count), at: 0 }];
      btf.struct(at === 0 ? STRUCT : `s${at}`, 4, members);
    }
  }),
  types('structs of one name', 2, 50_000, (btf, count) => {
    const int = btf.int();
    for (let at = 0; at < count; at++) {
      btf.struct(STRUCT, 4 + at, [{ name: `m${at}`, type: int, at: 0 }]);
    }
  }),
];

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
  c('structs of sixty members', 1, 6_000, (count) => {
    const members = times(60, (at) => `\tunsigned long field_${at}; /* what it is for */\n`);
    return times(count, (at) => `struct ${at ? `s${at}` : STRUCT} {\n${members.join('')}};\n`).join(
      '',
    );
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

/** Zeros, packed a mebibyte at a time. */
function packedZeros(bytes: number): Uint8Array {
  const member = gzipSync(new Uint8Array(MB));
  return Buffer.concat(times(Math.ceil(bytes / MB), () => member));
}

const PACKED_CLASSES: readonly HostileClass[] = [
  gzip('zeros', MB, 3000 * MB, packedZeros),
  gzip('a part of a bundle', MB, 3000 * MB, (count) =>
    Buffer.concat([gzipSync(tarHead('MANIFEST', count)), packedZeros(count)]),
  ),
  gzip('layers of 100 MB', 1, 4, (count) => {
    const layer = Buffer.alloc(100 * MB);
    let inner = Buffer.from('nothing');
    for (let at = 0; at < count; at++) inner = gzipSync(Buffer.concat([inner, layer]));
    return inner;
  }),
  of('packed', 'ELF')('a section that is packed', MB, 400 * MB, packedSection),
];

/** An object whose debug information is packed zeros. */
function packedSection(bytes: number): Uint8Array {
  const elf = readFileSync('e2e/samples/shop.o');
  // ELF-64: SHF_COMPRESSED, and before the data ELFCOMPRESS_ZLIB, its size and its alignment.
  const head = Buffer.alloc(24);
  head.writeUInt32LE(1);
  head.writeBigUInt64LE(BigInt(bytes), 8);
  const section = Buffer.concat([head, deflateSync(Buffer.alloc(bytes))]);
  const header = sectionHeader(elf, '.debug_info');
  elf.writeBigUInt64LE(0x800n, header + 8);
  elf.writeBigUInt64LE(BigInt(elf.length), header + 24);
  elf.writeBigUInt64LE(BigInt(section.length), header + 32);
  return Buffer.concat([elf, section]);
}

/** Texts that are as large as people get them, or larger. */
const TEXT_CLASSES: readonly HostileClass[] = [
  text('prose', 10, 3_000_000, (count) =>
    'Dear all, please find below what was said about it, and what was not.\n'.repeat(count),
  ),
  text('lines of perf c2c', 1, 10_000, (count) => paretoText(times(count, reportLine))),
  text('symbols', 10, 200_000, (count) =>
    times(count, (at) => {
      return `${(0xffffffff81000000n + BigInt(at) * 16n).toString(16)} D symbol_${at}\n`;
    }).join(''),
  ),
];

/** A line with a hundred rows. */
function reportLine(line: number): ReportLine {
  const rows = times(100, (row): ReportRow => ({
    ...{ hitm: [1, 1], stores: [1, 0], offset: (row % 16) * 4, symbol: `function_${row}` },
    ...{ code: `0x${(0xffffffffab000000n + BigInt(line * 400 + row * 4)).toString(16)}` },
    ...{ at: row, records: 20 },
  }));
  const hexAddress = (0xff1ddd3f0c800000n + BigInt(line) * 64n).toString(16);
  return { address: `0x${hexAddress}`, hitm: [1000, 1000], stores: [1000, 0], rows };
}

export const CLASSES: readonly HostileClass[] = [
  ...EDIT_CLASSES,
  ...DRAFT_CLASSES,
  ...LINK_CLASSES,
  ...TYPE_CLASSES,
  ...C_CLASSES,
  ...PACKED_CLASSES,
  ...TEXT_CLASSES,
];
