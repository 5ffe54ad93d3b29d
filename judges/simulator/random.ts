/** A seeded generator (sfc32), so that a scenario is its seed. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Integer from 0 up to, not including, `below`. */
  below(below: number): number;
  /** Exponential with this mean. */
  exponential(mean: number): number;
  /** Standard normal. */
  normal(): number;
  pick<T>(values: readonly T[]): T;
  shuffled<T>(values: readonly T[]): T[];
}

export function randomFrom(seed: number): Random {
  let a = 0x9e3779b9 ^ seed;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = seed | 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let i = 0; i < 16; i++) next();
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    exponential: (mean) => -Math.log(1 - next()) * mean,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    shuffled(values) {
      const result = [...values];
      for (let i = result.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [result[i], result[j]] = [
          result[j] as (typeof result)[number],
          result[i] as (typeof result)[number],
        ];
      }
      return result;
    },
  };
}

/** How many of `trials` independent trials with this chance succeed. */
export function binomial(random: Random, trials: number, chance: number): number {
  if (trials <= 0 || chance <= 0) return 0;
  if (chance >= 1) return trials;
  const mean = trials * chance;
  const variance = mean * (1 - chance);
  if (variance > 30) {
    const drawn = Math.round(mean + Math.sqrt(variance) * random.normal());
    return Math.min(trials, Math.max(0, drawn));
  }
  // Gaps between successes are geometric.
  let successes = 0;
  let at = 0;
  const scale = 1 / Math.log(1 - chance);
  for (;;) {
    at += Math.floor(Math.log(1 - random.next()) * scale) + 1;
    if (at > trials) return successes;
    successes++;
  }
}
