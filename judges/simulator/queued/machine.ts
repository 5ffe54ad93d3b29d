import type { Random } from '../random';
import { createCounts, type Counted } from './counts';
import type { Cpu } from './cpu';
import { createEvents } from './events';
import { ARRIVE, DRAIN, SERVE } from './memory';
import { createProcessor, type Observer } from './processor';
import { threadsOf, type Body, type Machine, type Program, type Visit } from './program';

export interface Run {
  /** The line of each word of the struct. */
  readonly lineOf: Int32Array;
  readonly lines: number;
  /** Visits to count, of all tasks; a tenth more run before, to warm up. */
  readonly visits: number;
  /** Mean time between the visits of a task of weight 1. */
  readonly thinkNs: number;
}

/** Runs a program on a layout until as many visits are done as asked for. */
export function simulate(
  program: Program,
  machine: Machine,
  run: Run,
  random: Random,
  observer: Observer = {},
): Counted {
  program.begin();
  const events = createEvents();
  const counts = createCounts(program, threadsOf(machine));
  const processor = createProcessor({
    program,
    machine,
    structLineOf: run.lineOf,
    structLines: run.lines,
    events,
    counts,
    random,
    observer,
  });
  const { threads, memory } = processor;
  const choosers = choosersOf(program, threads.length);
  const taskOf = Int32Array.from(threads, ({ id }) => id);
  const warmUp = Math.ceil(run.visits / 10);
  let done = 0;
  let phase = 0;

  function visited(cpu: Cpu, visit: number): void {
    done++;
    counts.visit(visit);
    if (done === warmUp) counts.start();
    const at = Math.max(0, done - warmUp) / run.visits;
    phase = Math.min(program.phases - 1, Math.floor(at * program.phases));
    counts.inPhase(phase);
    if (random.next() < machine.evictShare) memory.evict(cpu.core, random.below(run.lines));
    if (random.next() >= machine.migrateShare) return;
    const other = random.below(threads.length);
    const task = taskOf[cpu.id] as number;
    taskOf[cpu.id] = taskOf[other] as number;
    taskOf[other] = task;
  }

  /** What a thread does for ever: its task thinks, and calls functions by their weights. */
  function* live(cpu: Cpu): Body {
    for (;;) {
      const chooser = choosers[phase]?.[taskOf[cpu.id] as number] as Chooser;
      if (chooser.all <= 0) {
        yield cpu.delay(run.thinkNs * 10);
        continue;
      }
      yield cpu.delay(cpu.random.exponential(run.thinkNs / chooser.all));
      const visit = choose(chooser, cpu.random.next());
      const { burst, body } = program.visits[visit] as Visit;
      const times = burst <= 1 ? 1 : 1 + Math.floor(cpu.random.exponential(burst - 1) + 0.5);
      for (let time = 0; time < times; time++) {
        counts.entered(cpu.id, visit);
        yield* body(cpu);
        visited(cpu, visit);
      }
    }
  }

  for (const cpu of threads) {
    cpu.body = live(cpu);
    processor.next(cpu, 0);
  }
  while (done < warmUp + run.visits) {
    const event = events.take();
    if (event < 0) throw new Error('the simulated machine has come to a halt');
    const what = event >> 2;
    switch (event & 3) {
      case SERVE:
        memory.serve(what);
        break;
      case ARRIVE:
        memory.arrive(what % machine.cores, Math.floor(what / machine.cores));
        break;
      case DRAIN:
        processor.drain(threads[what] as Cpu);
        break;
      default:
        processor.resume(what);
    }
  }
  return counts.result();
}

interface Chooser {
  readonly all: number;
  readonly upTo: Float64Array;
}

/** By phase and task. */
function choosersOf({ phases, visits }: Program, tasks: number): Chooser[][] {
  return Array.from({ length: phases }, (_, phase) =>
    Array.from({ length: tasks }, (__, task) => {
      let all = 0;
      const upTo = Float64Array.from(visits, ({ weights }) => (all += weights[phase]?.[task] ?? 0));
      return { all, upTo };
    }),
  );
}

function choose({ all, upTo }: Chooser, at: number): number {
  const target = at * all;
  const index = upTo.findIndex((limit) => target < limit);
  return index < 0 ? upTo.length - 1 : index;
}
