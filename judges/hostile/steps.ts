import { Session } from 'node:inspector';

/** What V8 says of a function: how often each block of it ran. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** Native methods of arrays that look at each item without calling anything of ours. */
const LOOKING = ['includes', 'indexOf', 'slice', 'concat', 'with', 'toSpliced', 'join'] as const;

/**
 * Counts steps, which are the same on every machine: blocks of `web/` that run, by V8's own counters, and items that
 * native methods and spreads look at. What WASM does is not counted. Start it before what is counted is imported: V8
 * counts the blocks of functions that it compiles from then on.
 */
export function startCounting(): (run: () => void) => number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const blocks = (): number => {
    let sum = 0;
    session.post('Profiler.takePreciseCoverage', (_, taken) => {
      for (const { url, functions } of (taken as Coverage).result) {
        if (!url.includes('/web/')) continue;
        for (const { ranges } of functions) for (const { count } of ranges) sum += count;
      }
    });
    return sum;
  };
  return (run) => {
    blocks();
    const items = looking(run);
    return blocks() + items;
  };
}

/** Items that native methods look at in a run. */
function looking(run: () => void): number {
  let items = 0;
  const kept = new Map<PropertyKey, PropertyDescriptor>();
  for (const name of [...LOOKING, Symbol.iterator] as const) {
    const real = Object.getOwnPropertyDescriptor(Array.prototype, name)!;
    kept.set(name, real);
    const method = real.value as (this: unknown[], ...given: unknown[]) => unknown;
    Object.defineProperty(Array.prototype, name, {
      ...real,
      value(this: unknown[], ...given: unknown[]) {
        items += this.length;
        return method.apply(this, given);
      },
    });
  }
  try {
    run();
  } finally {
    for (const [name, real] of kept) Object.defineProperty(Array.prototype, name, real);
  }
  return items;
}
