import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Gives what was made under a name before, or makes it and keeps it. It has to survive JSON. */
export type Keep = <T>(name: string, make: () => T) => T;

const CACHE = '.cache/simulator';
const SIMULATORS = 'judges/simulator';

/**
 * Keeps runs of one simulator, as they hang on nothing of the model: another model is judged by them in seconds. Runs
 * of other sources of the simulator are not found.
 * @param simulator its folder
 * @param judging its files that judge or print, and take no part in a run
 */
export function keptRuns(simulator: string, judging: readonly string[]): Keep {
  const folder = join(CACHE, `${simulator}-${sourcesHash(simulator, judging)}`);
  mkdirSync(folder, { recursive: true });
  return (name, make) => {
    const path = join(folder, `${name}.json`);
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as ReturnType<typeof make>;
    const made = make();
    writeFileSync(path, JSON.stringify(made));
    return made;
  };
}

function sourcesHash(simulator: string, judging: readonly string[]): string {
  const folder = join(SIMULATORS, simulator);
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !judging.includes(file))
    .sort()
    .map((file) => join(folder, file));
  const hash = createHash('sha256');
  for (const path of [...own, join(SIMULATORS, 'random.ts')]) {
    hash.update(path);
    hash.update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}
