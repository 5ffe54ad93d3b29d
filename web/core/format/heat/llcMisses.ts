import type { TraceStat } from '../../facts/generated';

/** What answered the loads that missed the last cache, in percent of them: perf's "LLC Misses to …". */
export interface LlcMissPercents {
  readonly localDram: number;
  readonly remoteDram: number;
  readonly remoteCacheHit: number;
  readonly remoteCacheHitm: number;
}

/**
 * perf prints these of four counters that it prints too (`print_c2c__stats()` of `tools/perf/builtin-c2c.c`).
 *
 * @returns null where one of the counters is not stated, or no load missed
 */
export function llcMissPercents(stats: readonly TraceStat[]): LlcMissPercents | null {
  const count = (name: string): number | undefined =>
    stats.find((stat) => stat.table === 'trace' && stat.name === name)?.count;
  const localDram = count('Load Local DRAM');
  const remoteDram = count('Load Remote DRAM');
  const hit = count('Load Remote HIT');
  const hitm = count('Load Remote HITM');
  if (localDram === undefined || remoteDram === undefined) return null;
  if (hit === undefined || hitm === undefined) return null;
  const all = localDram + remoteDram + hit + hitm;
  if (all === 0) return null;
  const percent = (samples: number): number => (samples / all) * 100;
  return {
    localDram: percent(localDram),
    remoteDram: percent(remoteDram),
    remoteCacheHit: percent(hit),
    remoteCacheHitm: percent(hitm),
  };
}
