import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../core/base/testing/folder';
import { paretoText } from '../../../e2e/support/c2cReport';
import { needs } from '../../core/base/testing/needs';
import type { TouchedAnswer } from '../../core/facts/generated';
import { HEAT_COMMAND } from '../heat/heat';
import { WHAT_COMMAND } from '../commands/what';

const folder = testFolder();

const CPP = `#define KEPT __attribute__((noinline, used))
namespace app {
struct Base { long first; };
struct Stats : Base {
  long hits, misses, total, errors;
  KEPT void hit(int by) { hits += by; }
  KEPT void hit(long by) { hits -= by; }
  template <class T> KEPT void miss(T by) { misses += (long)by; }
  KEPT Stats &operator+(int by) { total += by; return *this; }
};
}
namespace { KEPT long hidden(app::Stats *it) { return it->errors; } }
struct Other { long x[8]; } other;
KEPT long use(Other *it) { return it->x[2]; }
int main(int argc, char **) {
  static app::Stats stats;
  auto fail = [](app::Stats *it) KEPT { it->errors += 1; };
  stats.hit(argc); stats.hit((long)argc); stats.miss(argc); stats.miss(1.5); stats + argc;
  fail(&stats);
  return (int)(hidden(&stats) + use(&other));
}
`;

const RUST = `pub mod app {
    #[repr(C)]
    pub struct Stats { pub first: u64, pub hits: u64, pub misses: u64, pub total: u64 }
    impl Stats {
        #[inline(never)] pub fn hit(&mut self, by: u64) { self.hits = self.hits.wrapping_add(by); }
    }
    pub trait Seen { fn miss(&mut self, by: u64); }
    impl Seen for Stats {
        #[inline(never)] fn miss(&mut self, by: u64) { self.misses = self.misses.wrapping_add(by); }
    }
    #[inline(never)] pub fn sum<T: Into<u64>>(it: &mut Stats, by: T) { it.total = it.total.wrapping_add(by.into()); }
}
fn main() {
    use app::Seen;
    let n = std::env::args().count() as u64;
    let mut it = Box::new(app::Stats { first: n, hits: 1, misses: 2, total: 3 });
    it.hit(n); it.miss(n); app::sum(&mut it, n as u32);
    std::process::exit(std::hint::black_box(&*it).total as i32);
}
`;

interface Touched {
  /** As perf prints it. */
  readonly name: string;
  /** In the struct that its first parameter leads to. */
  readonly offset: number;
}

const CPP_ROWS: readonly Touched[] = [
  { name: 'app::Stats::hit', offset: 8 },
  { name: 'app::Stats::miss<double>', offset: 16 },
  { name: 'app::Stats::operator+', offset: 24 },
  { name: '(anonymous namespace)::hidden', offset: 32 },
];
const RUST_ROWS: readonly Touched[] = [
  { name: 'made::app::Stats::hit', offset: 8 },
  { name: '<made::app::Stats as made::app::Seen>::miss', offset: 16 },
  { name: 'made::app::sum', offset: 24 },
];

/** Another program prints the names, as perf does: without parameters, nothing spelled out. */
function symbolsOf(program: string): ReadonlyMap<string, string> {
  const symbols = execFileSync('nm', [program], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => / [TtWw] (\S+)$/.exec(line)?.[1] ?? []);
  const printed = execFileSync('c++filt', ['-i', '-p'], {
    encoding: 'utf8',
    input: symbols.join('\n'),
  }).split('\n');
  return new Map(printed.map((name, at) => [name, symbols[at] ?? '']));
}

/** By objdump: the first instruction of a function that touches a byte behind a register. */
function addressOf(program: string, symbol: string, offset: number): bigint {
  const args = ['-d', '--no-show-raw-insn', `--disassemble=${symbol}`, program];
  const text = execFileSync('objdump', args, { encoding: 'utf8' });
  const operand = new RegExp(`[ ,]0x${offset.toString(16)}\\(%r[a-z]+\\)`);
  const line = text.split('\n').find((each) => operand.test(each));
  const [, address] = /^\s*([0-9a-f]+):/.exec(line ?? '') ?? [];
  expect(address, `${symbol} ${offset}`).toBeDefined();
  return BigInt(`0x${address ?? ''}`);
}

/** Where the program was loaded; of another build nothing fits. */
const LOADED = 0x5555_5555_4000n;

function reportOf(program: string, touched: readonly Touched[], isOfIt: boolean): string {
  const symbols = symbolsOf(program);
  const rows = touched.map(({ name, offset }, at) => {
    const symbol = symbols.get(name);
    expect(symbol, name).toBeDefined();
    const own = LOADED + addressOf(program, symbol ?? '', offset);
    const code = isOfIt ? own : BigInt(0x401000 + 0x1337 * at);
    const share = 100 / touched.length;
    return {
      ...({ hitm: [share, share], stores: [share, 0], offset, symbol: name, at: 0 } as const),
      ...{ code: `0x${code.toString(16)}`, records: 5000, program: 'made', source: 'made.c:9' },
    };
  });
  return paretoText([{ address: '0x7f0000001000', hitm: [900, 900], stores: [900, 0], rows }]);
}

interface Hot {
  readonly loadBias: string;
  readonly namedShare: number;
  readonly structs: readonly { readonly name: string }[];
}

interface Candidates {
  readonly buildMatch: { readonly verdict: string } | null;
  readonly candidates: readonly {
    readonly struct: string;
    readonly offsetBytes: number;
    readonly rows: readonly { readonly by: string }[];
  }[];
}

const BUILDS = [
  { compiler: 'g++', end: 'cpp', text: CPP, rows: CPP_ROWS, flags: ['-O1'], own: 'app::Stats' },
  { compiler: 'clang++', end: 'cpp', text: CPP, rows: CPP_ROWS, flags: ['-O1'], own: 'app::Stats' },
  {
    compiler: 'rustc',
    end: 'rs',
    text: RUST,
    rows: RUST_ROWS,
    flags: ['-C', 'opt-level=1'],
    own: 'made::app::Stats',
  },
];

describe.each(BUILDS)('$compiler', ({ compiler, end, text, rows, flags, own }) => {
  const source = join(folder, `made-${compiler}.${end}`);
  const program = join(folder, `made-${compiler}`);
  const report = join(folder, `report-${compiler}.txt`);
  const build = () => {
    writeFileSync(source, text);
    const named = compiler === 'rustc' ? ['--crate-name', 'made'] : ['-pie', '-fPIE'];
    const args = ['-g', ...flags, ...named, '-o', program, source];
    expect(spawnSync(compiler, args).status).toBe(0);
  };
  test(
    'the functions that a report prints in readable names lead to the struct',
    { ...needs(compiler, 'nm', 'c++filt', 'objdump'), timeout: 120_000 },
    async () => {
      build();
      const printed = rows.map(({ name }) => name);
      const what = await WHAT_COMMAND.run([program, ...printed, '--json']);
      const { answers } = JSON.parse(what.text) as { answers: readonly TouchedAnswer[] };
      expect(what.exitCode).toBe(0);
      expect(answers.map(({ query }) => query)).toEqual(printed);
      for (const [at, { offset }] of rows.entries()) {
        const objects = answers[at]?.accesses.flatMap((access) => access.objects) ?? [];
        const offsets = objects.flatMap((each) => (each.name === own ? [each.offsetBytes] : []));
        expect(offsets).toContain(offset);
      }

      // By address: the report is of the program, wherever that was loaded.
      writeFileSync(report, reportOf(program, rows, true));
      const { text: hotText } = await HEAT_COMMAND.run([report, '--from', program, '--json']);
      const { hot } = JSON.parse(hotText) as { hot: Hot };
      expect(hot.loadBias).toBe('+0x555555554000');
      expect(hot.namedShare).toBeCloseTo(1, 5);
      expect(hot.structs.map(({ name }) => name)).toEqual([own]);

      // By function: of another build.
      writeFileSync(report, reportOf(program, rows, false));
      const { text: lineText } = await HEAT_COMMAND.run([
        ...[report, '--from', program, '--line', '0', '--json'],
      ]);
      const { bind } = JSON.parse(lineText) as { bind: Candidates };
      expect(bind.buildMatch?.verdict).toBe('other');
      expect(bind.candidates[0]).toMatchObject({ struct: own, offsetBytes: 0 });
      expect(bind.candidates[0]?.rows.map(({ by }) => by)).toEqual(rows.map(() => 'function'));
    },
  );
});
