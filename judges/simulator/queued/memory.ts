import type { Events } from './events';
import type { Machine } from './program';

/** State of a line in a core's cache. */
export const INVALID = 0;
export const SHARED = 1;
const EXCLUSIVE = 2;
const MODIFIED = 3;

/** Who had the line when the directory looked: nobody who wrote it, or a core of the same or another node. */
const CLEAN = 0;
const LOCAL_HITM = 1;
const REMOTE_HITM = 2;

/** Kinds of events, the low bits of what is put into the queue. */
export const SERVE = 0;
export const ARRIVE = 1;
export const THREAD = 2;
export const DRAIN = 3;

/** Nanoseconds, about those of a two-socket server. */
const LLC_NS = 22;
const FORWARD_NS = 45;
const INVALIDATE_NS = 30;
const OTHER_NODE_NS = 60;
const REMOTE_HOME_NS = 25;

/** For whom a request was made: an operation of a thread, its store buffer, or nobody who waits. */
export type Reason = 'operation' | 'drain' | 'ahead' | 'prefetch';

export interface MemoryHooks {
  /** The directory served a request of this core and thread. */
  served(thread: number, site: number, reason: Reason, found: number): void;
  /** The line is there, for this thread first. */
  arrived(core: number, line: number, request: Arrival): void;
  /** The core has to let go of the line. */
  lost(core: number, line: number): void;
  changed(core: number, line: number, state: number): void;
}

export interface Memory {
  stateOf(core: number, line: number): number;
  isPending(core: number, line: number): boolean;
  request(
    core: number,
    line: number,
    own: boolean,
    thread: number,
    site: number,
    reason: Reason,
  ): void;
  /** The core writes a line that it owns. */
  modify(core: number, line: number): void;
  evict(core: number, line: number): void;
  serve(line: number): void;
  arrive(core: number, line: number): void;
}

/** A request, and what became of it. A core has at most one for a line. */
export interface Arrival {
  readonly thread: number;
  readonly site: number;
  readonly reason: Reason;
  readonly sinceNs: number;
  /** What the directory found when it served the request. */
  readonly found: number;
}

interface Pending extends Arrival {
  isActive: boolean;
  thread: number;
  site: number;
  reason: Reason;
  sinceNs: number;
  found: number;
  own: boolean;
  isServed: boolean;
  /** Granted without a second copy anywhere. */
  alone: boolean;
  /** Taken away again before it arrived: it serves who waits for it, once. */
  isStale: boolean;
}

/**
 * Caches and directories. A directory serves the requests for a line in the order of their coming, one of
 * all its lines at a time, and what a request finds is what is true when it is served, not when it was made.
 * A line that changes hands is locked until it has arrived; clean copies are handed out one after the other.
 */
export function createMemory(
  machine: Machine,
  lines: number,
  events: Events,
  hooks: MemoryHooks,
): Memory {
  const { cores, nodes, isIdeal } = machine;
  const perNode = Math.ceil(cores / nodes);
  const state = new Uint8Array(lines * cores);
  const owner = new Int32Array(lines).fill(-1);
  const pending = Array.from({ length: lines * cores }, idle);
  const queues = Array.from({ length: lines }, (): number[] => []);
  const isScheduled = new Uint8Array(lines);
  const lineFreeAt = new Float64Array(lines);
  const homeFreeAt = new Float64Array(nodes);
  const nodeOf = (core: number) => Math.floor(core / perNode);
  const homeOf = (line: number) => (line >> 1) % nodes;

  function set(core: number, line: number, to: number): void {
    state[line * cores + core] = to;
    hooks.changed(core, line, to);
    if (to === INVALID) hooks.lost(core, line);
  }

  function schedule(line: number): void {
    isScheduled[line] = 1;
    const free = Math.max(lineFreeAt[line] as number, homeFreeAt[homeOf(line)] as number);
    events.put(Math.max(events.now(), free), line * 4 + SERVE);
  }

  function serve(line: number): void {
    const now = events.now();
    // Another line of this home was faster.
    if ((homeFreeAt[homeOf(line)] as number) > now) return schedule(line);
    isScheduled[line] = 0;
    const core = (queues[line] as number[]).shift() as number;
    const request = pending[line * cores + core] as Pending;
    const from = owner[line] as number;
    const modified = from >= 0 && from !== core && state[line * cores + from] === MODIFIED;
    const found = !modified ? CLEAN : nodeOf(from) === nodeOf(core) ? LOCAL_HITM : REMOTE_HITM;
    const handsOver = request.own || (from >= 0 && from !== core);
    const latency = latencyOf(core, line, request.own);
    homeFreeAt[homeOf(line)] = now + machine.serviceNs;
    lineFreeAt[line] = now + (handsOver ? Math.max(latency, machine.serviceNs) : machine.serviceNs);
    request.found = found;
    request.isServed = true;
    if (request.own) takeAway(core, line);
    else request.alone = share(core, line);
    hooks.served(request.thread, request.site, request.reason, found);
    events.put(now + latency, (line * cores + core) * 4 + ARRIVE);
    if ((queues[line] as number[]).length > 0) schedule(line);
  }

  /** All other copies go, those too that are still on their way. */
  function takeAway(core: number, line: number): void {
    for (let other = 0; other < cores; other++) {
      if (other === core) continue;
      const at = line * cores + other;
      const late = pending[at] as Pending;
      if (late.isActive && late.isServed && !late.own) late.isStale = true;
      if (state[at] !== INVALID) set(other, line, INVALID);
    }
    owner[line] = core;
  }

  /** @returns whether nobody else has a copy */
  function share(core: number, line: number): boolean {
    const from = owner[line] as number;
    if (from >= 0 && from !== core && state[line * cores + from] !== INVALID)
      set(from, line, SHARED);
    owner[line] = -1;
    for (let other = 0; other < cores; other++) {
      const at = line * cores + other;
      if (other === core) continue;
      if (state[at] !== INVALID) return false;
      const late = pending[at] as Pending;
      if (!late.isActive || !late.isServed || late.isStale) continue;
      // A copy that is on its way; had it been alone, it is no more.
      late.alone = false;
      return false;
    }
    owner[line] = core;
    return true;
  }

  function latencyOf(core: number, line: number, own: boolean): number {
    if (isIdeal) return 0;
    const node = nodeOf(core);
    let ns = homeOf(line) === node ? LLC_NS : LLC_NS + REMOTE_HOME_NS;
    const from = owner[line] as number;
    if (from >= 0 && from !== core && state[line * cores + from] !== INVALID) {
      ns = nodeOf(from) === node ? FORWARD_NS : FORWARD_NS + OTHER_NODE_NS;
    } else if (own) {
      for (let other = 0; other < cores; other++) {
        if (other === core || state[line * cores + other] === INVALID) continue;
        ns = Math.max(ns, INVALIDATE_NS + (nodeOf(other) === node ? 0 : OTHER_NODE_NS));
      }
    }
    return ns;
  }

  function request(
    core: number,
    line: number,
    own: boolean,
    thread: number,
    site: number,
    reason: Reason,
  ): void {
    const made = pending[line * cores + core] as Pending;
    made.isActive = true;
    made.thread = thread;
    made.site = site;
    made.reason = reason;
    made.sinceNs = events.now();
    made.own = own;
    made.isServed = false;
    made.alone = false;
    made.isStale = false;
    (queues[line] as number[]).push(core);
    if (isScheduled[line] === 0) schedule(line);
  }

  function arrive(core: number, line: number): void {
    const at = line * cores + core;
    const done = pending[at] as Pending;
    done.isActive = false;
    if (done.own) set(core, line, state[at] === MODIFIED ? MODIFIED : EXCLUSIVE);
    else if (!done.isStale) {
      const alone = done.alone && owner[line] === core;
      set(core, line, alone ? EXCLUSIVE : SHARED);
    }
    hooks.arrived(core, line, done);
  }

  return {
    stateOf: (core, line) => state[line * cores + core] as number,
    isPending: (core, line) => (pending[line * cores + core] as Pending).isActive,
    request,
    serve,
    arrive,
    modify: (core, line) => {
      if (state[line * cores + core] !== MODIFIED) set(core, line, MODIFIED);
    },
    evict: (core, line) => {
      const at = line * cores + core;
      if (state[at] === INVALID || (pending[at] as Pending).isActive) return;
      if (owner[line] === core) owner[line] = -1;
      set(core, line, INVALID);
    },
  };
}

/** No request: filled in when there is one. */
function idle(): Pending {
  return {
    isActive: false,
    thread: -1,
    site: -1,
    reason: 'prefetch',
    sinceNs: 0,
    found: CLEAN,
    own: false,
    isServed: false,
    alone: false,
    isStale: false,
  };
}
