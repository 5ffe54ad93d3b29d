import { randomFrom, type Random } from '../simulator/random';
import type { Access } from './accesses';

/** A struct that lines can be of. */
export interface Subject {
  readonly name: string;
  readonly sizeBytes: number;
  readonly alignBytes: number;
  readonly accesses: readonly Access[];
}

/** A line whose truth is known, before it is printed. */
export interface WrittenLine {
  readonly seed: number;
  readonly truth: Truth;
  /** The version of perf. */
  readonly perf: string;
  readonly trim: Trim;
  /** Where objects begin, as hex. */
  readonly objects: readonly string[];
  readonly touches: readonly WrittenTouch[];
}

export interface Truth {
  readonly struct: string;
  /** Which byte of it is the line's first. */
  readonly offsetBytes: number;
  /** The line's address, as hex: a report may have others beside it. */
  readonly address: string;
}

/** What a mail keeps of a report. */
export type Trim = 'whole' | 'block' | 'hottestRows' | 'quoted';

/** As `cargo xtask lines` takes it. */
export interface WrittenTouch {
  readonly function: string;
  readonly start: string;
  readonly bytes: number;
  readonly at: number;
  readonly object: number;
  readonly offsetBytes: number;
  readonly hitmRemote: number;
  readonly hitmLocal: number;
  readonly otherLoads: number;
  readonly stores: number;
  readonly cpus: number;
}

const LINE_BYTES = 64;
const LEAST_SIZE = 64;
const MOST_SIZE = 16_384;
const LEAST_FUNCTIONS = 3;
/** Of modules, so that a kernel's own file does not have them. */
const FOREIGN = [
  'xfs_buf_rele',
  'nft_do_chain',
  'kvm_vcpu_kick',
  'mlx5e_xmit',
  'btrfs_get_token_32',
];
/** Where modules are loaded. */
const MODULES = 0xffffffffc0a00000n;
const TRIMS: readonly Trim[] = ['whole', 'block', 'hottestRows', 'quoted'];
const PERFS = ['5.4', '5.15', '6.1', '6.6', '6.12'];

/** Structs that enough functions touch to make a contended line of. */
export function eligible(subjects: readonly Subject[]): readonly Subject[] {
  return subjects
    .filter(({ sizeBytes, accesses }) => {
      const functions = new Set(accesses.map(({ functionName }) => functionName));
      return sizeBytes >= LEAST_SIZE && sizeBytes <= MOST_SIZE && functions.size >= LEAST_FUNCTIONS;
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A line of one of these structs; null where the one that the seed picks has no line that two functions share. */
export function lineOf(subjects: readonly Subject[], seed: number): WrittenLine | null {
  const random = randomFrom(seed);
  const subject = pickSubject(subjects, random);
  if (subject === undefined) return null;
  const base = baseOf(subject, random);
  const window = pickWindow(subject, base, random);
  if (window === null) return null;
  const loadBias = BigInt(random.below(400)) << 21n;
  const object = 0xffff888000000000n + (BigInt(random.below(1 << 24)) << 14n) + BigInt(base);
  const touches = hotRows(window.accesses, random).map((row) => touchOf(row, loadBias, 0));
  const objects = [object];
  // A line of the same object beside it, or of another one.
  const kind = random.next();
  if (kind < 0.3) {
    const beside = pickWindow(subject, base, random, [window.index - 1, window.index + 1]);
    if (beside !== null) {
      touches.push(...hotRows(beside.accesses, random).map((row) => touchOf(row, loadBias, 0)));
    }
  } else if (kind < 0.4) {
    const other = pickSubject(subjects, random);
    const far = other === undefined ? null : pickWindow(other, 0, random);
    if (far !== null) {
      const start = (object / 64n + BigInt(window.index) + 1n - BigInt(far.index)) * 64n;
      objects.push(start);
      touches.push(...hotRows(far.accesses, random).map((row) => touchOf(row, loadBias, 1)));
    }
  }
  if (random.next() < 0.15) {
    const [row] = hotRows(window.accesses, random);
    if (row !== undefined) {
      const access = {
        ...row.access,
        functionName: random.pick(FOREIGN),
        start: MODULES,
        bytes: 512,
        at: 64,
      };
      touches.push(touchOf({ access, heat: row.heat / 3 }, 0n, 0));
    }
  }
  const address = (object / 64n) * 64n + BigInt(window.index * LINE_BYTES);
  return {
    seed,
    truth: {
      struct: subject.name,
      offsetBytes: window.index * LINE_BYTES - base,
      address: `0x${address.toString(16)}`,
    },
    perf: random.pick(PERFS),
    trim: random.pick(TRIMS),
    objects: objects.map((each) => `0x${each.toString(16)}`),
    touches,
  };
}

/** Half of the lines are of any struct, half of those that many functions work on. */
function pickSubject(subjects: readonly Subject[], random: Random): Subject | undefined {
  if (subjects.length === 0) return undefined;
  if (random.next() < 0.5) return random.pick(subjects);
  const all = subjects.reduce((sum, { accesses }) => sum + accesses.length, 0);
  let rest = random.next() * all;
  return subjects.find(({ accesses }) => (rest -= accesses.length) < 0);
}

/** How far into its first line an object begins. */
function baseOf({ alignBytes }: Subject, random: Random): number {
  if (alignBytes >= LINE_BYTES || random.next() < 0.5) return 0;
  return random.below(8) * 8;
}

interface Window {
  /** Which of the object's lines. */
  readonly index: number;
  readonly accesses: readonly Access[];
}

/** A line that two functions touch at two places, and one of them writes. */
function pickWindow(
  { accesses, sizeBytes }: Subject,
  base: number,
  random: Random,
  wanted: readonly number[] | null = null,
): Window | null {
  const lines = new Map<number, Access[]>();
  for (const access of accesses) {
    if (access.offsetBytes >= sizeBytes) continue;
    const index = Math.floor((access.offsetBytes + base) / LINE_BYTES);
    const known = lines.get(index);
    if (known === undefined) lines.set(index, [access]);
    else known.push(access);
  }
  const contended = [...lines].flatMap(([index, of]): Window[] => {
    const isWanted = wanted === null || wanted.includes(index);
    const functions = new Set(of.map(({ functionName }) => functionName));
    const offsets = new Set(of.map(({ offsetBytes }) => offsetBytes));
    const isShared = functions.size >= 2 && offsets.size >= 2 && of.some(({ isStore }) => isStore);
    return isWanted && isShared ? [{ index, accesses: of }] : [];
  });
  return contended.length === 0 ? null : random.pick(contended);
}

interface HotRow {
  readonly access: Access;
  /** Samples, about. */
  readonly heat: number;
}

/** Two to seven functions, one of which writes; each is half as hot as the one before, about. */
function hotRows(accesses: readonly Access[], random: Random): readonly HotRow[] {
  const stores = accesses.filter(({ isStore }) => isStore);
  const writer = random.pick(stores.length > 0 ? stores : accesses);
  const rows: Access[] = [writer];
  const count = 2 + random.below(6);
  for (const access of random.shuffled(accesses)) {
    if (rows.length >= count) break;
    const isNew = rows.every(
      ({ functionName, offsetBytes }) =>
        functionName !== access.functionName || offsetBytes !== access.offsetBytes,
    );
    if (isNew) rows.push(access);
  }
  return random
    .shuffled(rows)
    .map((access, rank) => ({ access, heat: 40 + (1500 * (0.5 + random.next())) / 2 ** rank }));
}

function touchOf({ access, heat }: HotRow, loadBias: bigint, object: number): WrittenTouch {
  const { isStore } = access;
  const samples = Math.max(4, Math.round(heat));
  return {
    function: access.functionName,
    start: `0x${(access.start + loadBias).toString(16)}`,
    bytes: access.bytes,
    at: access.at,
    object,
    offsetBytes: access.offsetBytes,
    hitmRemote: Math.round(samples * (isStore ? 0.1 : 0.3)),
    hitmLocal: Math.round(samples * (isStore ? 0.1 : 0.4)),
    otherLoads: Math.round(samples * (isStore ? 0.1 : 0.5)),
    stores: isStore ? samples : 0,
    cpus: 8,
  };
}
