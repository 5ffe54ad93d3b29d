import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkApplies } from './patch/applies';
import { checkCompiles } from './patch/compiles';
import { fetchKernel } from './patch/packages';

const USAGE = `npm run check:patch -- [--every N] [--rounds N] [--seed N] [--only apply|compile]

Random reorders of every struct of the kernel's include/linux, include/net, mm and kernel/sched: each
patch is read again, applied by git, and for hot structs compiled by gcc before and after. Fetches
Debian's linux-source and linux-headers through apt into .cache/kernel.

  --every N    take every Nth struct (1)
  --rounds N   edits of each hot struct that are compiled (5)
  --seed N     of the random edits (1)
`;

/** The exit code: 0 no failure, 1 a failure, 2 bad usage. */
export function main(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: {
      every: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 2;
  }
  const cache = resolve(process.env.HITMAP_KERNEL_CACHE ?? '.cache/kernel');
  const tree = fetchKernel(cache);
  if (tree === null) return 0;
  const seed = Number(values.seed);
  const applied =
    values.only === 'compile' || checkApplies(tree.source, Number(values.every), seed);
  const compiled =
    values.only === 'apply' ||
    tree.headers === null ||
    !existsSync(join(tree.headers.common, 'include')) ||
    checkCompiles(tree.headers, Number(values.rounds), seed);
  return applied && compiled ? 0 : 1;
}
