import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { LINK_COMMAND } from './link';
import { PREDICT_COMMAND } from './predict';
import { WHAT_COMMAND } from './what';

const folder = testFolder();

/** Of `reader` the load of `limit` comes behind that of `flag`, on a written line; `far` is on a line that nobody writes. */
const SOURCE = `#define KEPT __attribute__((noinline, used))
struct pool {
  volatile long flag, limit, count, other; long more[5];
  volatile long far, rare; long rest[6];
  volatile long end; long last[7];
} pool;
KEPT void out(long n) { __asm__ volatile("" : : "r"(n) : "memory"); }
KEPT long reader(struct pool *p) {
  long r = p->flag + p->limit + p->far;
  if (r == 12345) { out(r); r += p->rare; }
  out(r);
  return r;
}
KEPT void writer(struct pool *p, long n) { out(n); p->count = n; }
KEPT long third(struct pool *p) { out(1); return p->other; }
int main(void) { writer(&pool, 1); return (int)(reader(&pool) + third(&pool)); }
`;

interface Touched {
  readonly address: string;
  readonly objects: readonly { readonly path: string }[];
}

/** Where each function touches a member, as the program has it. */
async function addressesOf(program: string) {
  const functions = ['reader', 'writer', 'third'];
  const { text } = await WHAT_COMMAND.run([program, ...functions, '--json']);
  const { answers } = JSON.parse(text) as { answers: { accesses: readonly Touched[] }[] };
  const accesses = answers.flatMap((answer) => answer.accesses);
  return (member: string) => {
    const found = accesses.find(({ objects }) => objects.some(({ path }) => path === member));
    return found?.address.replace(/^(?:0x)?/, '0x') ?? 'none';
  };
}

/** 900 HITM at \`flag\`, 90 at \`other\`, and the stores of \`count\`; none of the other loads was sampled. */
function reportOf(at: (member: string) => string): string {
  const row = (share: string, stores: string, offset: string, address: string, name: string) =>
    `${share} ${share} ${stores} 0.00% ${offset} 0 1 ${address} 500 400 300 5000 32 [.] ${name} pool pool.c:9 0 1`;
  return `=================================================
Shared Cache Line Distribution Pareto
=================================================
-------------------------------------------------------------
0 500 500 800 0 0x404040
-------------------------------------------------------------
${row('90.00%', '0.00%', '0x0', at('flag'), 'reader')}
${row('10.00%', '0.00%', '0x18', at('other'), 'third')}
${row('0.00%', '100.00%', '0x10', at('count'), 'writer')}
`;
}

interface Json {
  readonly predictions: readonly {
    readonly hitm: { readonly total: number };
    readonly flags: readonly { readonly text: string }[];
    readonly fields: readonly { readonly field: string; readonly hitm: { total: number } }[];
  }[];
}

test(
  'loads that no sample shows are taken from the code: they miss where an order parts them from what they hid behind',
  { ...needs('gcc'), timeout: 60_000 },
  async () => {
    const [code, program, report] = [join(folder, 'p.c'), join(folder, 'p'), join(folder, 'r.txt')];
    writeFileSync(code, SOURCE);
    const build = ['-g', '-O1', '-no-pie', '-o', program, code];
    expect(spawnSync('gcc', build).status).toBe(0);
    writeFileSync(report, reportOf(await addressesOf(program)));
    const bound = [program, 'pool', '--profile', report, '--line', '0', '--at', '0'];
    const predicted = async (...edits: string[]) => {
      const words = edits.flatMap((edit) => ['--edit', edit]);
      const { text } = await PREDICT_COMMAND.run([...bound, ...words, '--json']);
      const [only] = (JSON.parse(text) as Json).predictions;
      const of = (field: string) =>
        only?.fields.find((each) => each.field === field)?.hitm.total ?? 0;
      return {
        total: only?.hitm.total ?? NaN,
        of,
        flags: only?.flags.map(({ text }) => text).join(' ') ?? '',
      };
    };
    const before = await predicted();
    expect(before.total).toBeCloseTo(1000, 3);
    expect(before.flags).toContain('2 loads of limit and far are known from the code');

    // The writer comes to the line that `reader` reads each time, and nobody wrote.
    const beside = await predicted('move count after far');
    expect(beside.of('far')).toBeGreaterThan(300);
    // `rare` is read on one path only.
    expect(beside.of('rare')).toBe(0);
    // What hid behind `flag` misses where `flag` has left its line.
    const parted = await predicted('move flag after end');
    expect(parted.of('limit')).toBeGreaterThan(300);

    // Who opens the link has the code's word, too.
    const link = (await LINK_COMMAND.run([...bound, '--edit', 'move count after far'])).text.trim();
    const { text } = await PREDICT_COMMAND.run([link, '--json']);
    const [shared] = (JSON.parse(text) as Json).predictions;
    expect(shared?.hitm.total).toBeCloseTo(beside.total, 6);

    // The same report beside a build without code knows of none of it.
    const types = SOURCE.slice(0, SOURCE.indexOf('KEPT void out'));
    const object = compiled(join(folder, 'types.c'), types);
    const alone = [object, 'pool', ...bound.slice(2), '--edit', 'move count after far', '--json'];
    const [unknown] = (JSON.parse((await PREDICT_COMMAND.run(alone)).text) as Json).predictions;
    expect(unknown?.fields.find(({ field }) => field === 'far')?.hitm.total ?? 0).toBe(0);
  },
);
