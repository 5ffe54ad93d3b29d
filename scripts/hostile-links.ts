// Prints links that ask for as much as their form lets them, as JSON: [{ title, link }]. `npm run pauses` opens them.
import { newDocument, type LayoutDocument } from '../web/edit/document';
import type { Edit } from '../web/edit/edit';
import { aggregate, array, member, scalar, structDesc } from '../web/facts/build';
import type { AggregateSpec, MemberSpec } from '../web/facts/build';
import { BARE_LINE, NO_ACCESS } from '../web/facts/noAccess';
import { X86_64 } from '../web/facts/targets';
import type { MemberPath } from '../web/layout/ids';
import { makeLink } from '../web/share/link';

const INT = scalar('int', 4);

const path = (name: string) => name as MemberPath;

function documentOf(root: AggregateSpec): LayoutDocument {
  return newDocument(structDesc(X86_64, root));
}

/** Each struct holds `width` of the one before, unnamed where `named` is false: members grow by powers. */
function fan(width: number, levels: number, named: boolean): LayoutDocument {
  let inner = aggregate('struct', named ? 't0' : '', 4, [member('a', 0, INT)]);
  for (let level = 1; level < levels; level++) {
    const { sizeBytes } = inner;
    const size = sizeBytes ?? 0;
    const members = Array.from({ length: width }, (_, place): MemberSpec => ({
      ...member('a', place * size, inner),
      name: named ? `m${place}` : null,
    }));
    const tag = level === levels - 1 ? 'root' : named ? `t${level}` : '';
    inner = aggregate('struct', tag, size * width, members);
  }
  return documentOf(inner);
}

function flat(
  count: number,
  offsetBytes: (place: number) => number,
  sizeBytes: number,
): LayoutDocument {
  const type = sizeBytes === 4 ? INT : array(INT, 0);
  const members = Array.from({ length: count }, (_, place) =>
    member(`m${place}`, offsetBytes(place), type),
  );
  const last = Math.max(...Array.from({ length: count }, (_, place) => offsetBytes(place)));
  return documentOf(aggregate('struct', 'root', last + sizeBytes, members));
}

function moved(members: number, count: number): LayoutDocument {
  const document = flat(members, (place) => place * 4, 4);
  const edits = Array.from({ length: count }, (_, each): Edit => ({
    kind: 'move',
    members: [path(`m${each % members}`)],
    to: { at: each % 2 ? 'first' : 'last' },
  }));
  return { ...document, edits };
}

function ruled(members: number, count: number): LayoutDocument {
  const document = flat(members, (place) => place * 4, 4);
  const all = Array.from({ length: members }, (_, place) => path(`m${place}`));
  const rules = Array.from({ length: count }, () => ({ kind: 'apart', a: all, b: [] }) as const);
  return { ...document, rules };
}

function noted(members: number, characters: number): LayoutDocument {
  const document = flat(members, (place) => place * 4, 4);
  const notes = Array.from({ length: members }, (_, place) => ({
    member: path(`m${place}`),
    text: 'n'.repeat(characters),
  }));
  return { ...document, notes };
}

function tagged(members: number): LayoutDocument {
  const document = flat(members, (place) => place * 4, 4);
  const tags = Array.from({ length: members }, (_, place) => ({
    member: path(`m${place}`),
    role: place % 2 ? ('write-hot' as const) : ('read-hot' as const),
    weight: null,
  }));
  return { ...document, tags };
}

function expanded(): LayoutDocument {
  const document = fan(2, 13, true);
  const paths: MemberPath[] = [];
  const walk = (prefix: string, depth: number) => {
    if (depth === 0 || paths.length > 9000) return;
    for (const name of ['m0', 'm1']) {
      paths.push(path(`${prefix}${name}`));
      walk(`${prefix}${name}.`, depth - 1);
    }
  };
  walk('', 12);
  return { ...document, view: { ...document.view, expanded: paths } };
}

function huge(): LayoutDocument {
  const chars = array(scalar('char', 1), 2 ** 40);
  return documentOf(
    aggregate('struct', 'root', 2 ** 40 + 8, [member('a', 0, chars), member('b', 2 ** 40, INT)]),
  );
}

/** A profile of one bound line with so many rows. */
function rowsOf(count: number): LayoutDocument {
  const document = flat(16, (place) => place * 4, 4);
  const counts = {
    ...NO_ACCESS,
    records: 9,
    loads: 5,
    stores: 4,
    hitmLocal: 2,
    hitmRemote: 1,
    storesL1Hit: 4,
    storesL1Miss: 0,
  };
  const latencies = {
    hitmRemoteCycles: null,
    hitmLocalCycles: null,
    peerRemoteCycles: null,
    peerLocalCycles: null,
    otherCycles: null,
  };
  const rows = Array.from({ length: count }, (_, place) => ({
    offsetBytes: (place % 16) * 4,
    codeAddress: `0x${(place + 4096).toString(16)}`,
    pid: null,
    tid: null,
    threadName: null,
    counts,
    shares: null,
    otherLoads: null,
    latencies,
    cpuCount: 4,
    nodes: [],
    cpus: [],
    symbol: `f${place}`,
    symbolMayBeCut: false,
    level: 'kernel' as const,
    object: '[kernel]',
    sourceLine: null,
  }));
  const line = {
    ...BARE_LINE,
    id: 'l0',
    address: '0xffff000000000000',
    memoryNodes: [0],
    counts,
    rows,
  };
  const profile = {
    name: 'p',
    kind: 'c2cReport' as const,
    display: null,
    lineBytes: 64,
    command: null,
    kernelRelease: null,
    perfVersion: null,
    machine: null,
    events: [],
    cores: [],
    cpuCount: 4,
    measuredOn: [],
    operations: null,
    stated: counts,
    listed: counts,
    lines: [line],
    types: [],
  };
  return {
    ...document,
    profiles: [profile],
    bindings: [{ profile: 'p', target: 'l0', offsetBytes: 0 }],
  };
}

const long = (count: number, length: number): LayoutDocument =>
  documentOf(
    aggregate(
      'struct',
      'root',
      count * 4,
      Array.from({ length: count }, (_, place) =>
        member(`m${place}_`.padEnd(length, 'w'), place * 4, INT),
      ),
    ),
  );

/** Members as they lie, a byte and a word by turns: a hole before each word. */
const holed = (count: number): LayoutDocument =>
  documentOf(
    aggregate(
      'struct',
      'root',
      count * 8,
      Array.from({ length: count * 2 }, (_, place) =>
        place % 2
          ? member(`m${place}`, (place >> 1) * 8 + 4, INT)
          : member(`m${place}`, (place >> 1) * 8, scalar('char', 1)),
      ),
    ),
  );

const CASES: readonly (readonly [string, LayoutDocument])[] = [
  ['two ints', flat(2, (place) => place * 4, 4)],
  ['fan of two, 18 levels, unnamed', fan(2, 18, false)],
  ['fan of two, 13 levels, unnamed', fan(2, 13, false)],
  ['fan of two, 8 levels, unnamed', fan(2, 8, false)],
  ['fan of two, 13 levels, named', fan(2, 13, true)],
  ['fan of two, 13 levels, all open', expanded()],
  ['fan of 43, 3 levels, unnamed', fan(43, 3, false)],
  ['19,000 members in order', flat(19_000, (place) => place * 4, 4)],
  ['1,000 members of no size', flat(990, () => 0, 0)],
  ['1,000 members that overlap', flat(990, (place) => place % 7, 4)],
  ['1,000 members in order', flat(990, (place) => place * 4, 4)],
  ['500 holes', holed(490)],
  ['4,000 moves of 1,000 members', moved(990, 4000)],
  ['20,000 moves of 200 members', moved(200, 20_000)],
  ['one rule of 1,000 members', ruled(990, 1)],
  ['40 rules of 90 members', ruled(90, 40)],
  ['500 tags', tagged(500)],
  ['480 notes of 4,000 characters', noted(480, 4000)],
  ['240 names of 4,000 characters', long(240, 4000)],
  ['5,000 rows', rowsOf(4900)],
  ['a terabyte', huge()],
];

export function main(): number {
  const links = CASES.map(([title, document]) => ({ title, link: makeLink(document) }));
  process.stdout.write(JSON.stringify(links));
  return 0;
}
