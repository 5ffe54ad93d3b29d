import { describe, expect, test } from 'vitest';
import { IDEAL, runBodies } from './testing/programs';

const sum = (values: Iterable<number>): number => {
  let all = 0;
  for (const value of values) all += value;
  return all;
};

/** Counts of one site over all threads. */
const at = (counts: Float64Array, sites: number, site: number) =>
  sum(counts.filter((_, index) => index % sites === site));

/** Counts what must not be, from what the caches report. */
function coherenceWatch() {
  const states = new Map<string, number>();
  const lostModified = new Map<number, number>();
  let violations = 0;
  let hitm = 0;
  return {
    violations: () => violations,
    hitmSeen: () => hitm,
    cacheChanged(core: number, line: number, state: number) {
      const before = states.get(`${line} ${core}`) ?? 0;
      states.set(`${line} ${core}`, state);
      lostModified.set(line, before === 3 && state < 2 ? core : -1);
      for (let other = 0; other < 8 && state > 0; other++) {
        const theirs = other === core ? 0 : (states.get(`${line} ${other}`) ?? 0);
        if (theirs > 0 && (state > 1 || theirs > 1)) violations++;
      }
    },
    // The line's last change of state has to be that another core had it modified and lost that.
    hitm(core: number, line: number) {
      hitm++;
      const from = lostModified.get(line) ?? -1;
      if (from < 0 || from === core) violations++;
    },
  };
}

describe('store buffers', () => {
  test('stores leave in program order, all of them, and no more are held than there is room', () => {
    const pushed = new Map<number, string[]>();
    const committed = new Map<number, string[]>();
    let most = 0;
    const note = (into: Map<number, string[]>, thread: number, what: string) => {
      const here = into.get(thread);
      if (here === undefined) into.set(thread, [what]);
      else here.push(what);
      most = Math.max(
        most,
        (pushed.get(thread)?.length ?? 0) - (committed.get(thread)?.length ?? 0),
      );
    };
    const observer = {
      pushed: (thread: number, word: number, value: number) =>
        note(pushed, thread, `${word}=${value}`),
      committed: (thread: number, word: number, value: number) =>
        note(committed, thread, `${word}=${value}`),
    };
    let value = 0;
    runBodies(
      { lineOf: [0, 0, 1, 2], machine: { storeBuffer: 5 }, thinkNs: 50, observer },
      (sites) => {
        const stores = [0, 1, 2, 3].map((word) => sites.add('writer', word, 'store'));
        return [
          function* (thread) {
            for (const site of stores) yield thread.store(site, ++value);
          },
        ];
      },
    );
    expect(pushed.size).toBe(8);
    for (const [thread, stores] of pushed) {
      const done = committed.get(thread) ?? [];
      expect(stores.slice(0, done.length)).toEqual(done);
      expect(stores.length - done.length).toBeLessThanOrEqual(5);
    }
    expect(most).toBe(5);
  });

  test('a thread reads what it stored, though the line belongs to somebody else', () => {
    let wrong = 0;
    let forwarded = 0;
    const observer = {
      loaded: (_: number, __: number, ___: number, own: boolean) => {
        if (own) forwarded++;
      },
    };
    const last = new Float64Array(8);
    // Eight words on one line, one for each thread.
    runBodies({ lineOf: new Array<number>(8).fill(0), thinkNs: 50, observer }, (sites) => {
      const stores = Array.from({ length: 8 }, (_, word) => sites.add('own', word, 'store'));
      const loads = Array.from({ length: 8 }, (_, word) => sites.add('own', word, 'load'));
      return [
        function* (thread) {
          const { id } = thread;
          if ((yield thread.load(loads[id] ?? 0)) !== last[id]) wrong++;
          last[id] = (last[id] ?? 0) + 1;
          yield thread.store(stores[id] ?? 0, last[id] ?? 0);
          if ((yield thread.load(loads[id] ?? 0)) !== last[id]) wrong++;
        },
      ];
    });
    expect(wrong).toBe(0);
    expect(forwarded).toBeGreaterThan(1000);
  });

  test('an atomic operation waits until all earlier stores are out', () => {
    const held = new Float64Array(8);
    let early = 0;
    runBodies(
      {
        lineOf: [0, 1],
        thinkNs: 50,
        observer: {
          pushed: (thread) => (held[thread] = (held[thread] ?? 0) + 1),
          committed: (thread, word) => {
            if (word === 0) held[thread] = (held[thread] ?? 0) - 1;
            else if ((held[thread] ?? 0) > 0) early++;
          },
        },
      },
      (sites) => {
        const [store, atomic] = [sites.add('f', 0, 'store'), sites.add('f', 1, 'atomic')];
        return [
          function* (thread) {
            yield thread.store(store, 1);
            yield thread.store(store, 2);
            yield thread.atomic(atomic, (value) => value + 1);
          },
        ];
      },
    );
    expect(early).toBe(0);
  });
});

describe('coherence', () => {
  test.each([1, 2, 3])('a line has one writer or many readers, seed %i', (seed) => {
    const observer = coherenceWatch();
    runBodies({ lineOf: [0, 0, 1, 1, 2], thinkNs: 100, seed, observer }, (sites) => {
      const loads = [0, 2, 4].map((word) => sites.add('reader', word, 'load'));
      const stores = [1, 3].map((word) => sites.add('writer', word, 'store'));
      const atomic = sites.add('writer', 4, 'atomic');
      return [
        function* (thread) {
          for (const site of loads) yield thread.loadAhead(site);
        },
        function* (thread) {
          for (const site of stores) yield thread.store(site, 1);
          yield thread.atomic(atomic, (value) => value + 1);
        },
      ];
    });
    expect(observer.violations()).toBe(0);
    expect(observer.hitmSeen()).toBeGreaterThan(500);
  });

  test('atomic increments from everywhere lose none', () => {
    const seen: number[] = [];
    runBodies(
      { lineOf: [0], thinkNs: 50, observer: { committed: (_, __, value) => seen.push(value) } },
      (sites) => {
        const site = sites.add('count', 0, 'atomic');
        return [
          function* (thread) {
            yield thread.atomic(site, (value) => value + 1);
          },
        ];
      },
    );
    expect(seen.length).toBeGreaterThan(5000);
    expect(seen).toEqual(seen.map((_, i) => i + 1));
  });

  test('two threads of a core have no HITM between them', () => {
    const machine = { cores: 1, nodes: 1, smt: 2, prefetchShare: 0 };
    const { counted } = runBodies({ lineOf: [0], machine }, (sites) => {
      const [load, store] = [sites.add('r', 0, 'load'), sites.add('w', 0, 'store')];
      return [
        function* (thread) {
          yield thread.load(load);
        },
        function* (thread) {
          yield thread.store(store, 1);
        },
      ];
    });
    expect(sum(counted.localHitm) + sum(counted.remoteHitm)).toBe(0);
  });
});

describe('what is counted', () => {
  test.each([0.2, 1, 5])(
    'two CPUs without delays follow the closed form, %f stores a load',
    (ratio) => {
      const setting = { lineOf: [0], machine: IDEAL, visits: 200_000, thinkNs: 1000 };
      const { counted } = runBodies(
        setting,
        (sites) => {
          const [load, store] = [sites.add('r', 0, 'load'), sites.add('w', 0, 'store')];
          return [
            function* (thread) {
              yield thread.load(load);
            },
            function* (thread) {
              yield thread.store(store, 1);
            },
          ];
        },
        [
          [1, 1],
          [ratio, ratio],
        ],
      );
      // H = K R M / (M + K R) with K = 1/2, of one visit.
      const [loads, stores] = [0.5 / (1 + ratio), ratio / (1 + ratio)];
      const expected = 200_000 * ((loads * stores) / (stores + loads));
      expect(Math.abs(sum(counted.localHitm) / expected - 1)).toBeLessThan(0.02);
    },
  );

  test('a load behind a pending miss of its line is no HITM', () => {
    const { counted, program } = runBodies(
      { lineOf: [0, 0, 0], machine: { prefetchShare: 0, evictShare: 0 }, thinkNs: 1000 },
      (sites) => {
        const store = sites.add('writer', 0, 'store');
        const first = sites.add('reader', 1, 'load');
        const second = sites.add('reader', 2, 'load');
        return [
          function* (thread) {
            yield thread.store(store, 1);
          },
          function* (thread) {
            yield thread.loadAhead(first);
            yield thread.loadAhead(second);
          },
        ];
      },
    );
    const count = program.sites.length;
    const hitm = (site: number) =>
      at(counted.localHitm, count, site) + at(counted.remoteHitm, count, site);
    expect(hitm(1)).toBeGreaterThan(500);
    expect(hitm(2)).toBeLessThan(0.01 * hitm(1));
    expect(at(counted.bufferedLoads, count, 2)).toBeGreaterThan(500);
  });

  test('a seed is its run', () => {
    const run = (seed: number) =>
      runBodies({ lineOf: [0, 0], seed }, (sites) => {
        const [load, store] = [sites.add('r', 0, 'load'), sites.add('w', 1, 'store')];
        return [
          function* (thread) {
            yield thread.load(load);
            yield thread.store(store, 1);
          },
        ];
      }).counted;
    expect(run(7)).toEqual(run(7));
    expect(run(7)).not.toEqual(run(8));
  });
});
