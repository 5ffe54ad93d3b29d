// `node scripts/run-ts.mjs scripts/bench-model.ts`: how long a forecast and a search take. Prints, asserts nothing.
// Processor time, so that a busy machine does not matter.
import { opaque, member, structDesc } from '../web/core/facts/build';
import { X86_64 } from '../web/core/facts/targets';
import type { Calibrated } from '../web/core/model/calibrated';
import { forecast } from '../web/core/model/forecast';
import { placementOf } from '../web/core/model/placement';
import type { AtomProfile } from '../web/core/model/profile';
import { calibrated, hitmProfile } from '../web/core/model/testing/measured';
import { suggest } from '../web/core/search/suggest';
import type { Applied } from '../web/core/edit/applied';
import { applyEdit, withoutEdits } from '../web/core/edit/apply';
import { newDocument } from '../web/core/edit/document';
import { computeLayout } from '../web/core/layout/compute';
import { declaredAggregate } from '../web/core/layout/testing/lay';
import { randomFrom } from '../judges/simulator/random';

const MACHINE = { lineBytes: 64, pageBytes: 4096, pointerBytes: 8, cpus: 64 };

/** As many members as asked for, of the sizes that task_struct has, and rows on so many places. */
function subject(
  members: number,
  hotPlaces: number,
): { applied: Applied; heat: Calibrated; ms: number } {
  const random = randomFrom(members);
  const sizes = [1, 4, 4, 4, 8, 8, 8, 8, 8, 16, 16, 24, 40, 64, 128];
  const type = (bytes: number) => opaque('T', bytes, Math.min(8, bytes));
  const desc = structDesc(
    X86_64,
    declaredAggregate(
      X86_64,
      'struct',
      'task_like',
      Array.from({ length: members }, (_, i) => member(`m${i}`, 0, type(random.pick(sizes)))),
    ),
  );
  const applied = withoutEdits(newDocument(desc));
  const placement = placementOf(computeLayout(applied.struct));
  const atoms = Array.from({ length: hotPlaces }, (): AtomProfile => {
    const field = random.pick(placement.fields);
    const row = (stores: boolean) => ({
      symbol: `fn${random.below(60)}`,
      codeOffset: random.below(500),
      rmtHitm: stores ? 0 : Math.floor(300 * random.next() ** 3),
      lclHitm: stores ? 0 : Math.floor(500 * random.next() ** 3),
      otherLoads: stores ? 0 : random.below(500),
      stores: stores ? random.below(900) : 0,
      cpus: 1 + random.below(64),
    });
    const offsetBytes = Math.floor((random.next() * field.sizeBytes) / 8) * 8;
    return {
      field: field.path,
      offsetBytes,
      sizeBytes: Math.max(1, Math.min(8, field.sizeBytes - offsetBytes)),
      rows: [row(false), ...(random.next() < 0.4 ? [row(true)] : [])],
      cpuShares: null,
    };
  });
  const profile = hitmProfile(64, { atoms });
  const begin = clock();
  const heat = calibrated(profile, placement);
  return { applied, heat, ms: clock() - begin };
}

function benchForecast(): void {
  const { applied, heat, ms } = subject(260, 200);
  const frames: number[] = [];
  const cold: number[] = [];
  const layouts: number[] = [];
  const random = randomFrom(7);
  for (let frame = 0; frame < 400; frame++) {
    const moved = `m${random.below(260)}`;
    const edit = {
      kind: 'move',
      members: [moved],
      to: { at: 'after', member: `m${random.below(260)}` },
    } as unknown as Parameters<typeof applyEdit>[1];
    const next = applyEdit(applied, edit);
    if (!next.ok) continue;
    const before = clock();
    const placement = placementOf(computeLayout(next.value.struct));
    const begin = clock();
    layouts.push(begin - before);
    forecast(heat, placement);
    cold.push(clock() - begin);
    const again = clock();
    forecast(heat, placement);
    frames.push(clock() - again);
  }
  console.log(
    `  task_struct-like, 260 members, 200 hot offsets; calibrated in ${ms.toFixed(0)} ms, once:`,
  );
  console.log(`  forecast of a new order     ${quantiles(cold)}; budget 1 ms`);
  console.log(`  forecast of a known order   ${quantiles(frames)}`);
  console.log(`  beside it, its layout       ${quantiles(layouts)}`);
}

function quantiles(values: number[]): string {
  const sorted = values.slice(50).sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(3);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(0.9999)} ms`;
}

function benchSuggest(members: number, hotPlaces: number): void {
  const { applied, heat } = subject(members, hotPlaces);
  const begin = clock();
  let first = NaN;
  let longest = 0;
  let last = begin;
  let evaluated = 0;
  let points = 0;
  for (const progress of suggest({
    applied,
    heat,
    allocation: { kind: 'cache', hwcacheAlign: true },
    machine: MACHINE,
    options: { growth: 'never', mostEdits: 3, mayAlign: false, mayChangeFormat: false },
  })) {
    const now = clock();
    longest = Math.max(longest, now - last);
    last = now;
    if (progress.kind !== 'front') continue;
    evaluated = progress.evaluated;
    points = progress.suggestions.length;
    if (Number.isNaN(first) && points > 0) first = now - begin;
    if (now - begin > 8_000) break;
  }
  const all = clock() - begin;
  console.log(
    `  suggest, ${members} members, ${hotPlaces} hot offsets: first front ${first.toFixed(0)} ms, ${
      evaluated
    } orders in ${(all / 1000).toFixed(1)} s, longest step ${longest.toFixed(0)} ms, ${points} suggestions`,
  );
}

/** Milliseconds of processor time of this process: what a figure would be on a core of its own. */
function clock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function main(): number {
  benchForecast();
  benchSuggest(19, 6);
  benchSuggest(100, 30);
  benchSuggest(260, 200);
  return 0;
}
