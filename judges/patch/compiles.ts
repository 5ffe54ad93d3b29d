import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemAt } from '../../web/core/base/itemAt';
import { readHeader } from '../../web/cli/open/openText';
import type { CodeBase } from './codeBase';
import { checkCompilesOf } from './compileStruct';
import { HOT_STRUCTS } from './hotStructs';
import { randomFrom } from './random';
import { report, tally } from './tally';

interface Probe {
  readonly header: string;
  /** As C declares a variable of it: `struct file`, `foo_t`. */
  readonly struct: string;
}

/** The kernel's structs that people fight false sharing in. */
export function hotProbes(): readonly Probe[] {
  return HOT_STRUCTS.map(({ header, struct }) => ({
    header: `include/${header}`,
    struct: `struct ${struct}`,
  }));
}

/** Every `every`th struct of the headers of a code base, of those whose paths are `wanted`. */
export function probesOf(base: CodeBase, every: number, wanted = /^/): readonly Probe[] {
  return readdirSync(base.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.h'))
    .map((entry) => join(entry.parentPath, entry.name).slice(base.root.length + 1))
    .filter((header) => wanted.test(header))
    .sort()
    .flatMap((header) =>
      readHeader(readFileSync(join(base.root, header))).records.flatMap((record): Probe[] => {
        const { tag, typedefName, parent, keyword, unsupported } = record;
        if (parent !== null || keyword !== 'struct' || unsupported !== null) return [];
        if (tag !== null) return [{ header, struct: `struct ${tag}` }];
        return typedefName === null ? [] : [{ header, struct: typedefName }];
      }),
    )
    .filter((_, place) => place % every === 0);
}

export interface CompileOptions {
  /** Edits of each struct. */
  readonly rounds: number;
  readonly seed: number;
  /** How long to go on, in random order; infinite for all, in theirs. */
  readonly minutes: number;
}

export function shuffled<T>(all: readonly T[], random: (below: number) => number): readonly T[] {
  const order = [...all];
  for (let last = order.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [order[last], order[other]] = [itemAt(order, other), itemAt(order, last)];
  }
  return order;
}

/** Compiles structs before and after patches; whether each member lies where the page says. */
export function checkCompiles(
  base: CodeBase,
  probes: readonly Probe[],
  { rounds, seed, minutes }: CompileOptions,
): boolean {
  const counted = tally();
  const random = randomFrom(seed);
  const until = Date.now() + minutes * 60_000;
  const order = minutes === Infinity ? probes : shuffled(probes, random);
  for (const [at, { header, struct }] of order.entries()) {
    if (Date.now() > until) {
      console.log(`${at} of ${order.length} structs in ${minutes} minutes.`);
      break;
    }
    checkCompilesOf(base, header, struct, rounds, random, {
      ...counted,
      fail: (why) => counted.fail(`${struct}: ${why}`),
    });
  }
  return report(`compiled: ${base.name}`, counted);
}
