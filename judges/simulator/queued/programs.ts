import type { Random } from '../random';
import type { LockKind, LockWords, Lock, Sites } from './locks/lock';
import { mutex, rwsem } from './locks/sleeping';
import { queued, testAndSet, testTestAndSet, ticket } from './locks/spin';
import type { Body, Program, Site, Visit } from './program';
import type { Member, Role } from './struct';

export interface Draw {
  readonly members: readonly Member[];
  readonly lockKind: LockKind | null;
  /** Each function has one access. */
  readonly isSingle: boolean;
  readonly tasks: number;
  readonly phases: number;
  readonly random: Random;
}

interface Step {
  readonly op: 'load' | 'loadAhead' | 'store' | 'atomic';
  readonly site: number;
}

export const LOCKS: Readonly<Record<LockKind, (sites: Sites, words: LockWords) => Lock>> = {
  testAndSet,
  testTestAndSet,
  ticket,
  queued,
  mutex,
  rwsem,
};

export function buildProgram(draw: Draw): Program {
  const { members, lockKind, tasks, phases } = draw;
  const words = members.flatMap(({ words: own }, m) => own.map(({ part }) => ({ m, part })));
  const sites = createSites(words.length, tasks);
  const wordsOf = (role: Role) =>
    words.flatMap(({ m }, word) => (members[m]?.role === role ? [word] : []));
  const lock = lockKind === null ? null : LOCKS[lockKind](sites, lockWords(members));
  const visits =
    lock !== null
      ? lockVisits(draw, sites, lock, wordsOf)
      : draw.isSingle
        ? singleVisits(draw, sites, wordsOf('other'))
        : fieldVisits(draw, sites, wordsOf('other'));
  const begin = () => lock?.reset();
  return {
    sites: sites.all,
    words: words.length,
    privateWords: sites.privateCount(),
    visits,
    phases,
    begin,
  };
}

/** The instructions of a program, as they are added. */
export function createSites(
  words: number,
  tasks: number,
): Sites & { readonly all: readonly Site[]; privateCount(): number } {
  const all: Site[] = [];
  let count = 0;
  const add = (symbol: string, word: number, kind: Site['kind']) =>
    all.push({ symbol, codeOffset: 4 * all.length, word, kind }) - 1;
  return {
    all,
    add,
    privateCount: () => count,
    privateWords: () => {
      const first = words + count;
      count += tasks;
      return (thread) => first + thread;
    },
    privateSites: (wordOf, kind) => {
      const first = all.length;
      for (let thread = 0; thread < tasks; thread++) add('waiting', wordOf(thread), kind);
      return (thread) => first + thread;
    },
  };
}

/** How often each task calls functions, in the first phase. */
export function weightsOfTasks({ visits }: Program, tasks: number): Float64Array {
  const sums = new Float64Array(tasks);
  for (const { weights } of visits) {
    weights[0]?.forEach((weight, task) => (sums[task] = (sums[task] ?? 0) + weight));
  }
  return sums;
}

function lockWords(members: readonly Member[]): LockWords {
  const named: Record<string, number> = {};
  let word = 0;
  for (const { role, words } of members) {
    for (const { part } of words) {
      if (role === 'lock') named[part] = word;
      word++;
    }
  }
  return named;
}

function singleVisits({ tasks, random }: Draw, sites: Sites, words: readonly number[]): Visit[] {
  return words.flatMap((word) => {
    const role = random.next();
    const single = (kind: 'load' | 'store', scale: number): Visit => {
      const site = sites.add(`${kind}_${word}`, word, kind);
      const rate = scale * Math.exp(random.normal());
      const weights = [taskWeights(random, tasks, 0.5).map((weight) => weight * rate)];
      return { weights, burst: 1, body: bodyOf([{ op: kind, site }]) };
    };
    return [
      ...(role < 0.75 ? [single('load', 1)] : []),
      ...(role > 0.5 ? [single('store', 0.5)] : []),
    ];
  });
}

/** Functions that touch several fields in one go, some of them in bursts. */
function fieldVisits(draw: Draw, sites: Sites, words: readonly number[]): Visit[] {
  const { random } = draw;
  return Array.from({ length: 4 + random.below(5) }, (_, v) => {
    const stores = random.pick([0, 0.2, 0.5]);
    const steps = touches(random, sites, `fn${v}`, words, 1 + random.below(4), stores);
    return visitOf(draw, bodyOf(steps), Math.exp(random.normal()));
  });
}

/** Critical sections of a lock, shared ones of a semaphore, and functions that take no lock. */
function lockVisits(
  draw: Draw,
  sites: Sites,
  lock: Lock,
  wordsOf: (role: Role) => number[],
): Visit[] {
  const { random, lockKind } = draw;
  const sections = 1 + random.below(2);
  const holdNs = 20 + 150 * random.next();
  const visits = Array.from({ length: sections }, (_, v) => {
    const steps = touches(
      random,
      sites,
      `locked${v}`,
      wordsOf('protected'),
      1 + random.below(4),
      0.6,
    );
    const body = sectionOf(lock, bodyOf(steps), holdNs, false);
    return visitOf(draw, body, 0.5 * Math.exp(0.5 * random.normal()));
  });
  if (lockKind === 'rwsem' && random.next() < 0.6) {
    const steps = touches(random, sites, 'shared', wordsOf('protected'), 1 + random.below(3), 0);
    const body = sectionOf(lock, bodyOf(steps), holdNs, true);
    visits.push(visitOf(draw, body, 0.5 * Math.exp(0.7 * random.normal())));
  }
  const readers = 2 + random.below(3);
  for (let r = 0; r < readers; r++) {
    const stores = random.pick([0, 0, 0.2]);
    const all = [...wordsOf('outside'), ...(random.next() < 0.3 ? wordsOf('protected') : [])];
    const steps = touches(random, sites, `outside${r}`, all, 1 + random.below(3), stores);
    visits.push(visitOf(draw, bodyOf(steps), 1.5 * Math.exp(0.7 * random.normal())));
  }
  return visits;
}

function sectionOf(
  lock: Lock,
  inside: Visit['body'],
  holdNs: number,
  shared: boolean,
): Visit['body'] {
  const [take, give] = shared
    ? [lock.acquireShared, lock.releaseShared]
    : [lock.acquire, lock.release];
  return function* (thread): Body {
    yield* take(thread);
    yield* inside(thread);
    yield thread.delay(thread.random.exponential(holdNs));
    yield* give(thread);
  };
}

function bodyOf(steps: readonly Step[]): Visit['body'] {
  return function* (thread): Body {
    for (const { op, site } of steps) {
      if (op === 'load') yield thread.load(site);
      else if (op === 'loadAhead') yield thread.loadAhead(site);
      else if (op === 'store') yield thread.store(site, 1);
      else yield thread.atomic(site, increment);
    }
  };
}

const increment = (value: number) => value + 1;

function touches(
  random: Random,
  sites: Sites,
  symbol: string,
  words: readonly number[],
  count: number,
  storeShare: number,
): Step[] {
  return random
    .shuffled(words)
    .slice(0, count)
    .flatMap((word): Step[] => {
      const load = (): Step => ({
        op: random.next() < 0.5 ? 'loadAhead' : 'load',
        site: sites.add(symbol, word, 'load'),
      });
      if (random.next() >= storeShare) return [load()];
      const how = random.next();
      if (how < 0.25) return [{ op: 'atomic', site: sites.add(symbol, word, 'atomic') }];
      const before = how < 0.6 ? [load()] : [];
      return [...before, { op: 'store', site: sites.add(symbol, word, 'store') }];
    });
}

function visitOf({ random, tasks, phases }: Draw, body: Visit['body'], rate: number): Visit {
  const weights = taskWeights(random, tasks, 0.4);
  return {
    weights: Array.from({ length: phases }, () => {
      const now = phases === 1 ? 1 : Math.exp(0.8 * random.normal());
      return weights.map((weight) => weight * rate * now);
    }),
    burst: random.next() < 0.25 ? 2 + random.below(5) : 1,
    body,
  };
}

/** All tasks alike, or for this share of the functions a few of them, with as much work in all. */
function taskWeights(random: Random, tasks: number, unequalShare: number): Float64Array {
  if (random.next() >= unequalShare) return new Float64Array(tasks).fill(1);
  const weights = new Float64Array(tasks);
  const count = 1 + random.below(tasks);
  const chosen = random.shuffled(Array.from({ length: tasks }, (_, task) => task)).slice(0, count);
  for (const task of chosen) weights[task] = (Math.exp(0.5 * random.normal()) * tasks) / count;
  return weights;
}
