import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paretoText, type ReportLine, type ReportRow } from './c2cReport';
import { requireJudge } from './judges';
import { perfData, type MemorySample, type RecordedMapping } from './perfData';

/** Two structs hold a lock at the same byte, so that what touches the lock alone tells nothing of which it is. */
const SOURCE = `
struct lock { long word; long holder; };
struct queue { long head, tail; struct lock lock; long pending; };
struct table { long size, used; struct lock lock; long misses; };
#define KEPT __attribute__((noinline, noclone, used))
KEPT void lock_take(struct lock *it) { it->word += 1; it->holder += 2; }
KEPT void queue_push(struct queue *it) { it->tail += 1; it->pending += 1; }
KEPT long queue_both(struct queue *it) { long tail = *(volatile long *)&it->tail; return tail + *(volatile long *)&it->head; }
KEPT long queue_first(struct queue *it) { return it->head; }
KEPT void queue_drain(struct queue *it) { it->pending = 0; }
KEPT void table_miss(struct table *it) { it->misses += 1; }
int main(void) {
  static struct queue queue;
  static struct table table;
  lock_take(&queue.lock);
  lock_take(&table.lock);
  queue_push(&queue);
  queue_drain(&queue);
  table_miss(&table);
  return (int)(queue_first(&queue) + queue_both(&queue));
}
`;

/** Builds it with gcc; the path of the program. */
export function buildQueueProgram(level: '-O1' | '-O2' = '-O1'): string {
  requireJudge('gcc');
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-queue-'));
  const source = join(folder, 'queue.c');
  const program = join(folder, 'queue');
  writeFileSync(source, SOURCE);
  execFileSync('gcc', ['-g', level, '-fPIE', '-pie', '-o', program, source]);
  return program;
}

interface Instruction {
  readonly address: bigint;
  /** From where its function begins. */
  readonly offset: number;
}

/** By objdump: the instruction of a function that touches a byte through its first parameter. */
function instructionAt(program: string, name: string, offset: number): Instruction {
  const args = ['-d', '--no-show-raw-insn', `--disassemble=${name}`, program];
  const text = execFileSync('objdump', args, { encoding: 'utf8' });
  const hex = offset === 0 ? '(?:0x0)?' : `0x${offset.toString(16)}`;
  const operand = new RegExp(`[ ,]${hex}\\(%rdi\\)`);
  const line = text.split('\n').find((each) => operand.test(each));
  const [, address] = /^\s*([0-9a-f]+):/.exec(line ?? '') ?? [];
  const [, begin] = new RegExp(`^([0-9a-f]+) <${name}>:`, 'm').exec(text) ?? [];
  if (address === undefined || begin === undefined) {
    throw new Error(`${name} has no access at ${offset}`);
  }
  return {
    address: BigInt(`0x${address}`),
    offset: Number.parseInt(address, 16) - Number.parseInt(begin, 16),
  };
}

/** Where the program was loaded, as Linux does without randomizing. */
const LOADED = 0x555555554000n;

interface Touched {
  readonly name: string;
  /** In what the function is handed. */
  readonly offset: number;
  /** In the line. */
  readonly at: number;
}

/** What touches the line of a queue. */
export const QUEUE_ROWS: readonly Touched[] = [
  { name: 'queue_first', offset: 0, at: 0x0 },
  { name: 'queue_push', offset: 8, at: 0x8 },
  { name: 'queue_push', offset: 32, at: 0x20 },
  { name: 'queue_drain', offset: 32, at: 0x20 },
];

/**
 * A report of one line; the addresses are those of the program, or of no program.
 * @param calls the program's name in the report's rows; the kernel's where it is not said
 */
export function queueReport(
  touches: readonly Touched[],
  program: string | null,
  calls?: string,
): string {
  const rows = touches.map(({ name, offset, at }, place): ReportRow => {
    const share = 100 / touches.length;
    const own = program === null ? null : instructionAt(program, name, offset);
    const code = own === null ? 0xffffffff81401000n + BigInt(0x1337 * place) : LOADED + own.address;
    return {
      hitm: [share, share],
      stores: [share, 0],
      offset: at,
      code: `0x${code.toString(16)}`,
      symbol: name,
      at: own?.offset ?? 99,
      records: 1000,
      ...(calls === undefined ? {} : { program: calls }),
    };
  });
  const address = '0x55555555a040';
  const line: ReportLine = { address, hitm: [9000, 9000], stores: [9000, 0], rows };
  return paretoText([line]);
}

/** A recording of two queues and a table: each instruction of it is known by objdump, each byte by the source. */
export function queueRecording(program: string): Buffer {
  const segment = codeSegment(program);
  const touched = touchedIn(program);
  const [first, second, table] = [0x7f0000001000n, 0x7f0000001020n, 0x7f0000002000n];
  const lock = (object: bigint): MemorySample => ({
    ...touched(object, 'lock_take', 0, 'hitmLocal', 5),
    address: object + 16n,
  });
  return perfData(segment, [
    touched(first, 'queue_first', 0, 'hitmRemote', 30),
    touched(first, 'queue_push', 8, 'store', 10),
    touched(first, 'queue_push', 32, 'hitmLocal', 20),
    touched(second, 'queue_drain', 32, 'store', 10),
    touched(second, 'queue_first', 0, 'hitmRemote', 10),
    touched(table, 'table_miss', 32, 'hitmRemote', 35),
    lock(table),
  ]);
}

/** A recording of two queues, each on a line of its own. */
export function twoQueuesRecording(program: string): Buffer {
  const touched = touchedIn(program);
  const [first, second] = [0x7f0000001000n, 0x7f0000003000n];
  return perfData(codeSegment(program), [
    touched(first, 'queue_first', 0, 'hitmRemote', 30),
    touched(first, 'queue_push', 8, 'store', 10),
    touched(second, 'queue_first', 0, 'hitmRemote', 12),
    touched(second, 'queue_push', 32, 'hitmLocal', 8),
  ]);
}

/** Samples of the instruction of a function that touches a byte of an object. */
function touchedIn(program: string) {
  return (
    object: bigint,
    name: string,
    offset: number,
    kind: MemorySample['kind'],
    count: number,
  ): MemorySample => ({
    code: LOADED + instructionAt(program, name, offset).address,
    address: object + BigInt(offset),
    kind,
    cpu: 1,
    count,
  });
}

/** As `perf buildid-list` prints it. */
export function buildIdOf(program: string): string {
  const notes = execFileSync('readelf', ['-n', program], { encoding: 'utf8' });
  return /Build ID: ([0-9a-f]+)/.exec(notes)?.[1] ?? '';
}

/** Where Linux maps the program's code, and the build-id that a recording has of it. */
function codeSegment(path: string): RecordedMapping {
  const headers = execFileSync('readelf', ['-lW', path], { encoding: 'utf8' });
  const number = '0x([0-9a-f]+)';
  const loaded = new RegExp(`LOAD +${number} ${number} ${number} ${number} ${number} +R E`);
  const [, offset = '', address = '', , bytes = ''] = loaded.exec(headers) ?? [];
  return {
    path,
    buildId: buildIdOf(path),
    start: LOADED + BigInt(`0x${address}`),
    bytes: BigInt(`0x${bytes}`),
    fileOffset: BigInt(`0x${offset}`),
  };
}
