import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paretoText, type ReportRow } from './c2cReport';
import { requireJudge } from './judges';

/** Each function touches one member; perf prints it without parameters. */
const SOURCE = `
#define KEPT __attribute__((noinline, used))
namespace app {
struct Base { long first; };
struct Stats : Base {
  long hits, misses, total;
  KEPT void hit(int by) { hits += by; }
  KEPT void hit(long by) { hits -= by; }
  template <class T> KEPT void miss(T by) { misses += (long)by; }
};
}
namespace { KEPT long hidden(app::Stats *it) { return it->total; } }
int main(int argc, char **) {
  static app::Stats stats;
  stats.hit(argc); stats.hit((long)argc); stats.miss(1.5);
  return (int)hidden(&stats);
}
`;

const ROWS = [
  { name: 'app::Stats::hit', symbol: '_ZN3app5Stats3hitEi', offset: 8 },
  { name: 'app::Stats::miss<double>', symbol: '_ZN3app5Stats4missIdEEvT_', offset: 16 },
  {
    name: '(anonymous namespace)::hidden',
    symbol: '_ZN12_GLOBAL__N_16hiddenEPN3app5StatsE',
    offset: 24,
  },
] as const;

/** Builds it with g++; the path of the program. */
export function buildReadableProgram(): string {
  requireJudge('g++');
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-readable-'));
  const source = join(folder, 'stats.cc');
  const program = join(folder, 'stats');
  writeFileSync(source, SOURCE);
  execFileSync('g++', ['-g', '-O1', '-fPIE', '-pie', '-o', program, source]);
  return program;
}

/** Where the program was loaded, as Linux does without randomizing. */
const LOADED = 0x555555554000n;

/** A report of one line whose rows have the names that perf prints; by the addresses of the program, or of another build. */
export function readableReport(program: string, isOfIt: boolean): string {
  const rows = ROWS.map(({ name, symbol, offset }, place): ReportRow => {
    const args = ['-d', '--no-show-raw-insn', `--disassemble=${symbol}`, program];
    const text = execFileSync('objdump', args, { encoding: 'utf8' });
    const operand = `0x${offset.toString(16)}(%rdi)`;
    const line = text.split('\n').find((each) => each.includes(operand));
    const [, address] = /^\s*([0-9a-f]+):/.exec(line ?? '') ?? [];
    if (address === undefined) throw new Error(`${name} has no access at ${offset}`);
    const own = LOADED + BigInt(`0x${address}`);
    const share = 100 / ROWS.length;
    return {
      hitm: [share, share],
      stores: [share, 0],
      offset,
      code: `0x${(isOfIt ? own : BigInt(0x401000 + 0x1337 * place)).toString(16)}`,
      symbol: name,
      at: 0,
      records: 1000,
      program: 'stats',
      source: 'stats.cc:9',
    };
  });
  const line = { hitm: [9000, 9000], stores: [9000, 0], rows } as const;
  return paretoText([{ address: '0x7f0000001000', ...line }]);
}
