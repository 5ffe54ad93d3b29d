import { statedObjectText } from '../../bind/statedObject';
import { modulo } from '../../base/math';
import { plural } from '../../base/prose';

/** What a fleet has on one byte by one function; the columns of `fleet/byte.sql`. Counts are samples. */
export interface FleetByte {
  readonly layout: string;
  readonly snoop: 'hitm' | 'peer';
  /** Where in the struct the first byte of its line lies. */
  readonly starts: number;
  /** Byte of the line; null for what is in none of the rows of a report. */
  readonly line_offset: number | null;
  readonly symbol: string | null;
  readonly symbol_object: string | null;
  readonly hitm_remote: number;
  readonly hitm_local: number;
  readonly peer_remote: number;
  readonly peer_local: number;
  readonly stores: number;
  readonly samples: number;
  readonly cpus: number | null;
  readonly machines: number;
  readonly recordings: number;
}

/** A kernel that has a layout of the struct; of the columns of `fleet/layout.sql`. */
export interface FleetLayout {
  readonly layout: string;
  readonly size_bytes: number;
  readonly kernel: string;
  readonly kernel_release: string;
  readonly machines: number;
  readonly recordings: number;
}

/** What a machine has on a layout of the struct; of the columns of `fleet/machine.sql`. */
export interface FleetMachine {
  readonly layout: string;
  readonly machine: string;
  readonly hits: number;
}

/** Objects are written as if they lay here: a real one is wherever its machine had it. */
const OBJECT = 0x1_0000_0000;
const KEY_CHARACTERS = 8;
/** What `fleet/rows.sql` calls a machine that a recording does not name. */
const UNKNOWN_MACHINE = '(unknown)';
/** Machines that are named as those with the most. */
const MOST_MACHINES = 3;
/** Rows are of machines whose perf reports lines of 64 bytes. */
const LINE_BYTES = 64;

/**
 * What a fleet has on a struct as one report, a part for each layout and each place of the object on its lines: tables
 * as `perf c2c report` prints them, the part with most hits first. Each count is the sum over the recordings.
 */
export function profileText(
  struct: string,
  bytes: readonly FleetByte[],
  layouts: readonly FleetLayout[],
  machines: readonly FleetMachine[],
): string {
  const parts = [
    ...groupBy(bytes, (byte) => `${byte.layout} ${byte.snoop} ${shiftOf(byte)}`).values(),
  ].toSorted((a, b) => sum(b.map(hitsOf)) - sum(a.map(hitsOf)));
  const recordings = sum(layouts.map((each) => each.recordings));
  const head = [
    `# struct ${struct}: what ${recordings} recordings of a fleet have on it together, by \`hitmap fleet --as profile\`.`,
    `# Each layout is a report of its own.`,
  ];
  const shifts = new Set(parts.map(([first]) => first && shiftOf(first)));
  const texts = parts.map((part, at) =>
    // A heading stands first: remarks above it would be of no report.
    partText(part, at === 0 ? head : [], { layouts, machines }, shifts.size > 1),
  );
  return `${texts.join('\n\n')}\n`;
}

function partText(
  part: readonly FleetByte[],
  remarks: readonly string[],
  fleet: { readonly layouts: readonly FleetLayout[]; readonly machines: readonly FleetMachine[] },
  namesShift: boolean,
): string {
  const [first] = part;
  if (first === undefined) return '';
  const kernels = fleet.layouts.filter(({ layout }) => layout === first.layout);
  const machines = fleet.machines.filter(({ layout }) => layout === first.layout);
  // Reports without a bundle do not say where they were taken: what is not known is not counted.
  const areNamed = machines.every(({ machine }) => machine !== UNKNOWN_MACHINE);
  const spread = areNamed
    ? spreadText(machines)
    : 'Some recordings do not state their machine, so machines are not counted.';
  const from = (each: { readonly machines: number; readonly recordings: number }) =>
    areNamed ? plural(each.machines, 'machine') : plural(each.recordings, 'recording');
  const shift = shiftOf(first);
  const key = first.layout.split(':').at(-1)?.slice(0, KEY_CHARACTERS) ?? '';
  const release = [...new Set(kernels.map((each) => each.kernel_release))][0] ?? '';
  const isVersion = /^\d{1,3}\.\d{1,3}/.test(release);
  // Two builds of one release are distinguished by their layout.
  const name = `${isVersion ? release : `0.0-${release.replaceAll(/\s/g, '_')}`}+${key}${namesShift ? `.at${shift}` : ''}`;
  const about = kernels.map(
    (each) =>
      `#   ${each.kernel_release}, build ${each.kernel}: ${areNamed ? `${from(each)}, ` : ''}${plural(each.recordings, 'recording')}`,
  );
  const lines = [...groupBy(part, ({ starts }) => String(starts)).values()];
  return [
    `== ${name} ==`,
    ...remarks,
    `# ${kernels[0]?.size_bytes ?? '?'} bytes; line 0 below begins at byte ${first.starts} of the struct (\`--at ${first.starts}\`). Kernels with this layout:`,
    ...about,
    `# ${spread}`,
    // Readers bind by it; of a layout without a key there is nothing to bind to.
    ...(first.layout.includes(':') ? [`# ${statedObjectText(OBJECT + shift, first.layout)}`] : []),
    ...lines.map((line, at) => lineText(line, at, shift, from)),
  ].join('\n');
}

/** How the hits of a layout lie over its machines; a machine of two kernels is two. */
function spreadText(machines: readonly FleetMachine[]): string {
  const hit = machines.filter(({ hits }) => hits > 0).toSorted((a, b) => b.hits - a.hits);
  const [most] = hit;
  const least = hit.at(-1);
  const middle = hit[Math.floor(hit.length / 2)];
  if (most === undefined || least === undefined || middle === undefined) {
    return `${plural(machines.length, 'machine')}, none of them with a hit.`;
  }
  const named = hit.slice(0, MOST_MACHINES).map(({ machine, hits }) => `${machine} (${hits})`);
  return `Hits on ${hit.length} of ${plural(machines.length, 'machine')}: ${least.hits} to ${most.hits} each, ${middle.hits} in the middle; most on ${named.join(', ')}.`;
}

/**
 * A line: its counts, and its rows as `perf c2c report` prints them, with names above.
 *
 * @param from how many machines, or recordings, a row is of
 */
function lineText(
  line: readonly FleetByte[],
  at: number,
  shift: number,
  from: (byte: FleetByte) => string,
): string {
  const isPeer = line[0]?.snoop === 'peer';
  const countsOf = (byte: FleetByte) => [
    ...(isPeer ? [byte.peer_remote, byte.peer_local] : [byte.hitm_remote, byte.hitm_local]),
    byte.stores,
  ];
  const totals = line
    .map(countsOf)
    .reduce((all, counts) => all.map((each, k) => each + (counts[k] ?? 0)));
  const address = OBJECT + shift + (line[0]?.starts ?? 0);
  const kind = isPeer ? 'Peer' : 'Hitm';
  const head = [
    `Rmt${kind}`,
    `Lcl${kind}`,
    'Stores N/A',
    'Offset',
    'Records',
    'cpu cnt',
    'Symbol',
    'Object',
  ];
  const rows = line.flatMap((byte) => {
    if (byte.line_offset === null) return [];
    return [
      [
        ...countsOf(byte).map((count, k) => shareText(count, totals[k] ?? 0)),
        `0x${byte.line_offset.toString(16)}`,
        String(byte.samples),
        String(byte.cpus ?? 0),
        byte.symbol ?? '[unknown]',
        byte.symbol_object ?? '[unknown]',
        `<- ${from(byte)}`,
      ],
    ];
  });
  const rule = '-'.repeat(61);
  const [names = '', ...table] = aligned([head, ...rows]).split('\n');
  const groups = isPeer ? '- Peer Snoop -' : '--- HITM ---';
  const counts = `${at}  ${totals.join('  ')}  0x${address.toString(16)}`;
  return ['', groups, names, rule, counts, rule, ...table].join('\n');
}

/** Of a line's samples of a kind, with the two decimals that perf has: exact up to 10,000 of them. */
function shareText(count: number, total: number): string {
  return `${((total === 0 ? 0 : count / total) * 100).toFixed(2)}%`;
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[1] ?? rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function hitsOf({ hitm_remote, hitm_local, peer_remote, peer_local }: FleetByte): number {
  return hitm_remote + hitm_local + peer_remote + peer_local;
}

/** Which byte of its line the object begins at. */
function shiftOf({ starts }: FleetByte): number {
  return modulo(-starts, LINE_BYTES);
}

function groupBy<T>(
  all: readonly T[],
  keyOf: (each: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return groups;
}

const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);
