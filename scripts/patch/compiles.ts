import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Compiles structs before and after patches; whether each member lies where the page says. */
export function checkCompiles(
  base: CodeBase,
  probes: readonly Probe[],
  rounds: number,
  seed: number,
): boolean {
  const counted = tally();
  const random = randomFrom(seed);
  for (const { header, struct } of probes) {
    checkCompilesOf(base, header, struct, rounds, random, {
      ...counted,
      fail: (why) => counted.fail(`${struct}: ${why}`),
    });
  }
  return report(`compiled: ${base.name}`, counted);
}
