import type { Random } from '../random';
import type { Counts } from './counts';
import { createCpu, WAITS, type Cpu, type Entry } from './cpu';
import type { Events } from './events';
import {
  createMemory,
  DRAIN,
  INVALID,
  SHARED,
  THREAD,
  type Arrival,
  type Memory,
  type Reason,
} from './memory';
import { threadsOf, type Machine, type Program } from './program';

/** What a test sees of a run. */
export interface Observer {
  committed?(thread: number, word: number, value: number): void;
  pushed?(thread: number, word: number, value: number): void;
  loaded?(thread: number, word: number, value: number, forwarded: boolean): void;
  cacheChanged?(core: number, line: number, state: number): void;
  hitm?(core: number, line: number): void;
}

const HIT_NS = 1.3;
const ATOMIC_NS = 6;
const POLL_NS = 12;
const WAKE_NS = 1500;
/** 30 cycles at 3 GHz: perf c2c samples no faster load. */
const SAMPLED_FROM_NS = 10;

export interface Processor {
  readonly threads: readonly Cpu[];
  readonly memory: Memory;
  /** Goes on with a body, handing it a value. */
  next(cpu: Cpu, value: number): void;
  /** The event that a thread waited for. */
  resume(what: number): void;
  drain(cpu: Cpu): void;
}

export interface Parts {
  readonly program: Program;
  readonly machine: Machine;
  /** The line of each word of the struct. */
  readonly structLineOf: Int32Array;
  readonly structLines: number;
  readonly events: Events;
  readonly counts: Counts;
  readonly random: Random;
  readonly observer: Observer;
}

/** Threads that execute what their bodies yield, each with its store buffer, in front of the caches. */
export function createProcessor(parts: Parts): Processor {
  const { program, machine, structLineOf, structLines, events, counts, random, observer } = parts;
  const { sites } = program;
  const hitNs = machine.isIdeal ? 0 : HIT_NS;
  const lineOf = Int32Array.from({ length: program.words + program.privateWords }, (_, word) =>
    word < program.words ? (structLineOf[word] as number) : structLines + word - program.words,
  );
  const wordOf = Int32Array.from(sites, ({ word }) => word);
  const values = new Float64Array(lineOf.length);
  const threads: Cpu[] = [];
  const memory = createMemory(machine, structLines + program.privateWords, events, {
    served,
    arrived,
    lost: (core, line) => ofCore(core, (cpu) => cpu.parkedLine === line && repoll(cpu)),
    changed: (core, line, state) => observer.cacheChanged?.(core, line, state),
  });
  for (let id = 0; id < threadsOf(machine); id++) {
    threads.push(createCpu(id, machine, random, threads, wakeUp));
  }

  function ofCore(core: number, visit: (cpu: Cpu) => void): void {
    for (let s = 0; s < machine.smt; s++) visit(threads[core * machine.smt + s] as Cpu);
  }

  function wait(cpu: Cpu, ns: number): void {
    cpu.waits = (cpu.waits + 1) % WAITS;
    events.put(events.now() + ns, (cpu.id * WAITS + cpu.waits) * 4 + THREAD);
  }

  function next(cpu: Cpu, value: number): void {
    const step = cpu.body.next(value);
    if (step.done) throw new Error('a body of the simulated machine has ended');
    cpu.op = step.value;
    if (cpu.op === 'spin') cpu.deadline = events.now() + cpu.ns;
    execute(cpu);
  }

  function finish(cpu: Cpu, value: number, ns: number): void {
    cpu.value = value;
    cpu.stall = 'none';
    cpu.waitLine = -1;
    cpu.op = 'delay';
    wait(cpu, ns);
  }

  function execute(cpu: Cpu): void {
    switch (cpu.op) {
      case 'delay':
        return finish(cpu, 0, cpu.ns);
      case 'sleep':
        if (cpu.tokens === 0) cpu.stall = 'sleep';
        else {
          cpu.tokens--;
          wakeUp(cpu);
        }
        return;
      case 'load':
      case 'spin':
        return load(cpu);
      case 'loadAhead':
        return loadAhead(cpu);
      case 'store':
      case 'storeAdd':
        if (machine.storeBuffer === 0) return owned(cpu);
        if (cpu.buffer.length >= machine.storeBuffer) cpu.stall = 'full';
        else push(cpu);
        return;
      case 'atomic':
        if (cpu.buffer.length > 0) cpu.stall = 'fence';
        else owned(cpu);
        return;
    }
  }

  function forwarded(cpu: Cpu, word: number): Entry | null {
    for (let i = cpu.buffer.length - 1; i >= 0; i--) {
      const entry = cpu.buffer[i] as Entry;
      if (wordOf[entry.site] === word && !entry.adds) return entry;
    }
    return null;
  }

  function load(cpu: Cpu): void {
    const word = wordOf[cpu.site] as number;
    const line = lineOf[word] as number;
    const own = forwarded(cpu, word);
    if (own !== null || memory.stateOf(cpu.core, line) !== INVALID) {
      counts.hit(cpu.site, cpu.id);
      return loaded(cpu, own === null ? (values[word] as number) : own.value, own !== null);
    }
    await_(cpu, line, false);
  }

  function loaded(cpu: Cpu, value: number, isForwarded = false): void {
    observer.loaded?.(cpu.id, wordOf[cpu.site] as number, value, isForwarded);
    if (cpu.op === 'load' || cpu.until(value) || events.now() >= cpu.deadline)
      return finish(cpu, value, hitNs);
    // What it spins on is in its cache: nothing happens until somebody takes the line away.
    const line = lineOf[wordOf[cpu.site] as number] as number;
    cpu.waitLine = -1;
    if (memory.stateOf(cpu.core, line) === INVALID) return repoll(cpu);
    cpu.parkedLine = line;
    if (cpu.deadline < Infinity) wait(cpu, cpu.deadline - events.now());
    else cpu.waits = (cpu.waits + 1) % WAITS;
  }

  function repoll(cpu: Cpu): void {
    cpu.parkedLine = -1;
    wait(cpu, machine.isIdeal ? 0 : POLL_NS * (0.5 + cpu.random.next()));
  }

  function loadAhead(cpu: Cpu): void {
    const word = wordOf[cpu.site] as number;
    const line = lineOf[word] as number;
    if (forwarded(cpu, word) !== null || memory.stateOf(cpu.core, line) !== INVALID) {
      counts.hit(cpu.site, cpu.id);
    } else if (memory.isPending(cpu.core, line)) counts.buffered(cpu.site, cpu.id);
    else if (cpu.ahead >= machine.loadsAhead) {
      cpu.stall = 'ahead';
      return;
    } else {
      cpu.ahead++;
      miss(cpu, line, false, cpu.site, 'ahead');
    }
    finish(cpu, 0, hitNs);
  }

  function miss(cpu: Cpu, line: number, own: boolean, site: number, reason: Reason): void {
    memory.request(cpu.core, line, own, cpu.id, site, reason);
    const buddy = line ^ 1;
    if (machine.prefetchShare <= 0 || line >= structLines || buddy >= structLines) return;
    if (random.next() >= machine.prefetchShare) return;
    if (memory.stateOf(cpu.core, buddy) !== INVALID || memory.isPending(cpu.core, buddy)) return;
    memory.request(cpu.core, buddy, false, cpu.id, -1, 'prefetch');
  }

  function await_(cpu: Cpu, line: number, own: boolean): void {
    cpu.waitLine = line;
    cpu.waitSince = events.now();
    cpu.isMerged = memory.isPending(cpu.core, line);
    if (!cpu.isMerged) miss(cpu, line, own, cpu.site, 'operation');
  }

  /** An operation that writes at once: it needs the line for itself. */
  function owned(cpu: Cpu): void {
    const line = lineOf[wordOf[cpu.site] as number] as number;
    if (memory.stateOf(cpu.core, line) > SHARED) write(cpu);
    else await_(cpu, line, true);
  }

  function write(cpu: Cpu): void {
    const word = wordOf[cpu.site] as number;
    const before = values[word] as number;
    const isAtomic = cpu.op === 'atomic';
    counts.store(cpu.site, cpu.id);
    if (isAtomic) commit(cpu, word, cpu.update(before));
    else commit(cpu, word, cpu.op === 'storeAdd' ? before + cpu.value : cpu.value);
    finish(cpu, before, isAtomic && !machine.isIdeal ? ATOMIC_NS : hitNs);
  }

  function commit(cpu: Cpu, word: number, value: number): void {
    const line = lineOf[word] as number;
    memory.modify(cpu.core, line);
    values[word] = value;
    observer.committed?.(cpu.id, word, value);
    // A sibling sees it in the cache that they share.
    ofCore(cpu.core, (other) => other.parkedLine === line && repoll(other));
  }

  function push(cpu: Cpu): void {
    cpu.buffer.push({ site: cpu.site, value: cpu.value, adds: cpu.op === 'storeAdd' });
    observer.pushed?.(cpu.id, wordOf[cpu.site] as number, cpu.value);
    if (!cpu.isDraining) {
      cpu.isDraining = true;
      events.put(events.now() + hitNs, cpu.id * 4 + DRAIN);
    }
    finish(cpu, 0, hitNs);
  }

  /** Stores leave the buffer in program order; the first one waits for its line. */
  function drain(cpu: Cpu): void {
    const entry = cpu.buffer[0] as Entry;
    const word = wordOf[entry.site] as number;
    const line = lineOf[word] as number;
    cpu.drainLine = -1;
    if (memory.stateOf(cpu.core, line) <= SHARED) {
      cpu.drainLine = line;
      if (!memory.isPending(cpu.core, line)) miss(cpu, line, true, entry.site, 'drain');
      return;
    }
    counts.store(entry.site, cpu.id);
    cpu.buffer.shift();
    commit(cpu, word, entry.adds ? (values[word] as number) + entry.value : entry.value);
    if (cpu.buffer.length > 0) events.put(events.now() + hitNs, cpu.id * 4 + DRAIN);
    else cpu.isDraining = false;
    if (cpu.stall === 'full') push(cpu);
    else if (cpu.stall === 'fence' && cpu.buffer.length === 0) owned(cpu);
  }

  function served(id: number, site: number, reason: Reason, found: number): void {
    const cpu = threads[id] as Cpu;
    if (reason === 'prefetch') return;
    const { kind, word } = sites[site] as (typeof sites)[number];
    if (found > 0) observer.hitm?.(cpu.core, lineOf[word] as number);
    counts.miss(site, id, kind, found);
  }

  function arrived(core: number, line: number, request: Arrival): void {
    const { thread, site, reason, found, sinceNs } = request;
    const cpu = threads[thread] as Cpu;
    if (reason === 'ahead') cpu.ahead--;
    if (reason === 'ahead' || reason === 'operation') {
      counts.latency(site, found, events.now() - sinceNs);
    }
    processArrival(cpu, line);
    ofCore(core, (other) => other !== cpu && processArrival(other, line));
  }

  function processArrival(cpu: Cpu, line: number): void {
    if (cpu.drainLine === line) drain(cpu);
    if (cpu.stall === 'ahead') {
      cpu.stall = 'none';
      loadAhead(cpu);
    }
    if (cpu.waitLine !== line) return;
    const writes = cpu.op !== 'load' && cpu.op !== 'spin';
    if (writes) return owned(cpu);
    // A load that waited for a line which was on its way already is a hit of the fill buffer.
    if (cpu.isMerged && events.now() - cpu.waitSince >= SAMPLED_FROM_NS) {
      counts.buffered(cpu.site, cpu.id);
    }
    loaded(cpu, values[wordOf[cpu.site] as number] as number);
  }

  function resume(what: number): void {
    const cpu = threads[Math.floor(what / WAITS)] as Cpu;
    // It has gone on for another reason.
    if (what % WAITS !== cpu.waits) return;
    if (cpu.op === 'spin') {
      cpu.parkedLine = -1;
      load(cpu);
    } else next(cpu, cpu.value);
  }

  function wakeUp(cpu: Cpu): void {
    finish(cpu, 0, WAKE_NS * (0.5 + cpu.random.next()));
  }

  return { threads, memory, next, resume, drain };
}
