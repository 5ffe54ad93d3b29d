import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkApplies, KERNEL_FOLDERS } from './applies';
import { kernelBase, programBase } from './codeBase';
import { checkCompiles, hotProbes, probesOf } from './compiles';
import { fetchKernel, fetchPrograms, fetchSource } from './packages';
import { checkPosted } from './posted/posted';
import { checkReleases } from './releases';
import { checkStyle } from './style';

/** What of a kernel's headers `--all` compiles. */
const KERNEL_HEADERS = /^include\/(?:linux|net)\//;

const USAGE = `npm run check:patch -- [--every N] [--rounds N] [--seed N] [--only apply|compile|style|releases|programs|posted]
  [--kernel 6.1|6.12] [--all] [--program NAME] [--tree DIR] [--patches N] [--types FILE]

Random reorders of every struct of the kernel's include/linux, include/net, mm and kernel/sched: each
patch is read again, applied by git, and reviewed as a posted one. Hot structs are compiled by gcc before and after, and have to lie
where the page says; kernel-doc and checkpatch.pl must find nothing new. Structs that people reordered between 6.1 and 6.12
get a patch to the later order, which must not be longer than theirs. The same with the headers of PostgreSQL,
CPython, DPDK, libuv, nginx, Redis, SQLite, jemalloc, OpenSSL, systemd and git, configured where they need it. Fetches Debian's packages through apt into .cache/kernel.

  --every N    take every Nth struct (1)
  --rounds N   edits of each hot struct that are compiled (5)
  --seed N     of the random edits (1)
  --kernel R   the release of the kernel whose packages are fetched (6.1; 6.12 of the backports)
  --minutes N  compile in random order for so long, and say how far it came (no limit)
  --all        every Nth struct of include/linux and include/net is compiled, and not the hot ones alone
  --tree DIR   the sources of a kernel that lie here already, instead of Debian's: applies alone (or style, with
               --only), and fetches nothing
  --patches N  how many patches of each release kernel-doc and checkpatch look at (300)
  --program P  of the programs only this one
  --types FILE of posted: structs with changes that people make, as git and mailers post them, reviewed and held against
               gcc (/sys/kernel/btf/vmlinux); --patches of them
`;

/** The exit code: 0 no failure, 1 a failure, 2 bad usage. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      every: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      program: { type: 'string' },
      tree: { type: 'string' },
      patches: { type: 'string', default: '300' },
      types: { type: 'string', default: '/sys/kernel/btf/vmlinux' },
      kernel: { type: 'string', default: '6.1' },
      minutes: { type: 'string', default: 'Infinity' },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 2;
  }
  const cache = resolve(process.env.HITMAP_KERNEL_CACHE ?? '.cache/kernel');
  const [every, rounds, seed] = [values.every, values.rounds, values.seed].map(Number) as [
    number,
    number,
    number,
  ];
  const patches = Number(values.patches);
  const minutes = Number(values.minutes);
  if (values.tree !== undefined && values.only === 'style') {
    // The judges run inside of it.
    return checkStyle(values.tree, resolve(values.tree), patches, seed) ? 0 : 1;
  }
  if (values.tree !== undefined) {
    return checkApplies(values.tree, values.tree, KERNEL_FOLDERS, every, seed) ? 0 : 1;
  }
  const wanted = (kind: string) => values.only === undefined || values.only === kind;
  const kernel = wanted('apply') || wanted('compile') ? fetchKernel(cache, values.kernel) : null;
  const results: boolean[] = [];
  if (wanted('posted')) results.push(await checkPosted(values.types, patches, seed));
  if (wanted('style')) {
    for (const release of ['6.1', '6.12']) {
      const tree = fetchSource(cache, release);
      if (tree !== null) results.push(checkStyle(`Linux ${release}`, tree, patches, seed));
    }
  }
  if (kernel?.headers && wanted('compile')) {
    const base = kernelBase(kernel.headers);
    const probes = values.all ? probesOf(base, every, KERNEL_HEADERS) : hotProbes();
    results.push(checkCompiles(base, probes, { rounds, seed, minutes }));
  }
  if (wanted('programs')) {
    for (const headers of fetchPrograms(join(cache, 'programs'), values.program ?? null)) {
      const base = programBase(headers);
      results.push(checkApplies(base.name, base.root, ['.'], every, seed));
      results.push(checkCompiles(base, probesOf(base, every), { rounds: 1, seed, minutes }));
    }
  }
  if (wanted('releases')) {
    const [before, after] = ['6.1', '6.12'].map((release) => fetchSource(cache, release));
    if (before && after) results.push(checkReleases(before, after));
  }
  if (kernel !== null && wanted('apply')) {
    results.push(checkApplies('the kernel', kernel.source, KERNEL_FOLDERS, every, seed));
  }
  return results.every(Boolean) ? 0 : 1;
}
