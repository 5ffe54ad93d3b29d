import { checkCompilesOf } from './compileStruct';
import { HOT_STRUCTS } from './hotStructs';
import { randomFrom } from './random';
import type { KernelTree } from './packages';

/** Compiles hot structs before and after patches; whether each member lies where the page says. */
export function checkCompiles(
  headers: NonNullable<KernelTree['headers']>,
  rounds: number,
  seed: number,
): boolean {
  const counts = new Map<string, number>();
  const failures: string[] = [];
  const random = randomFrom(seed);
  for (const { header, struct } of HOT_STRUCTS) {
    checkCompilesOf(headers, header, struct, rounds, random, {
      count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
      fail: (why) => failures.push(`struct ${struct}: ${why}`),
    });
  }
  for (const failure of failures.slice(0, 100)) console.log(failure);
  for (const [what, many] of [...counts].sort())
    console.log(`${String(many).padStart(7)}  ${what}`);
  console.log(`${failures.length} failures`);
  return failures.length === 0;
}
