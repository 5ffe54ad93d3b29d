// Writes hostile inputs into a folder, and prints what they are as JSON: of each class the harmless one, the largest and
// some between that follow from a seed. `npm run check:hostile` opens them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLASSES, STRUCT } from './classes';

const EXTENSIONS = { link: 'txt', types: 'btf', c: 'c', packed: 'gz' } as const;

/** In a short run every fifth class, and those that others are compared with. */
const IN_SHORT = /: members$|^gzip: zeros$/;

export function main([folder = '.', each = '0', seed = '1']: string[]): number {
  let state = Number(seed);
  // A step of a linear congruential generator (Numerical Recipes): the same cases on every machine.
  const draw = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const cases = CLASSES.flatMap(({ name, kind, make, from, to }, place) => {
    // Nobody hands a draft over.
    if (kind === 'draft') return [];
    if (each === '0' && place % 5 !== 0 && !IN_SHORT.test(name)) return [];
    // The largest is always among them, and what is not refused as well.
    const sizes = [from, to];
    while (sizes.length < Number(each) + 1) sizes.push(Math.round(from * (to / from) ** draw()));
    return sizes.map((size, at) => {
      const path = join(folder, `${place}-${at}.${EXTENSIONS[kind]}`);
      writeFileSync(path, make(size));
      return { name, kind, size, path, struct: STRUCT, isTwin: at === 0 };
    });
  });
  process.stdout.write(JSON.stringify(cases));
  return 0;
}
