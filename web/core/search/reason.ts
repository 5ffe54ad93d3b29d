import { sum } from '../base/math';
import { listed, plural, quoted } from '../base/prose';
import type { MemberPath } from '../layout/ids';
import { assign } from '../model/assign';
import type { Calibrated } from '../model/calibrated';
import type { CalibratedGroup } from '../model/group';
import type { FieldPlacement } from '../model/placement';
import type { SuggestInput } from './input';
import { movedUnits } from './edits';
import type { Scope } from './scopes';
import type { WeighedOrder, Evaluator } from './weigh';

/** Why a candidate is suggested, in one sentence. */
export function reasonOf(
  { heat }: SuggestInput,
  { scopes, start: before, placed }: Evaluator,
  after: WeighedOrder,
): string {
  const parted = heat === null ? null : partedBy(heat, placed, before, after);
  const gain = parted ?? packed(before, after);
  const mended = before.broken.filter((words) => !after.broken.includes(words));
  const main =
    mended.length === 0
      ? (gain ?? 'Fewer conflicts on its lines')
      : [`Mends ${rulesWords(mended)}`, ...(gain === null ? [] : [uncapital(gain)])].join('; ');
  return `${main}${room(scopes, before, after, parted !== null)}.`;
}

/** A writer and the readers that it no longer shares a line with; of fields that are only updated, those. */
function partedBy(
  heat: Calibrated,
  placed: Evaluator['placed'],
  before: WeighedOrder,
  after: WeighedOrder,
): string | null {
  const read = mostParted(heat, placed, before, after, loadsOf);
  if (read !== null) {
    const { writer, others } = read;
    const many = others.length > 1;
    return `Stores to \`${writer}\` no longer take the line of ${list(others)} away, which ${many ? 'are' : 'is'} read there`;
  }
  const updated = mostParted(heat, placed, before, after, updatesOf);
  if (updated === null) return null;
  return `Updates of \`${updated.writer}\` and of ${list(updated.others)} no longer take the line away from each other`;
}

function mostParted(
  heat: Calibrated,
  placed: Evaluator['placed'],
  before: WeighedOrder,
  after: WeighedOrder,
  weigh: Weigh,
): { readonly writer: MemberPath; readonly others: readonly MemberPath[] } | null {
  const old = conflicts(heat, placed(before.arranged()), weigh);
  const now = conflicts(heat, placed(after.arranged()), weigh);
  let best: { writer: MemberPath; others: MemberPath[]; weight: number } | null = null;
  for (const [writer, readers] of old) {
    const left = now.get(writer);
    const gone = [...readers].filter(([reader]) => left?.has(reader) !== true);
    const weight = sum(gone.map(([, own]) => own));
    if (gone.length === 0 || (best !== null && weight <= best.weight)) continue;
    gone.sort((a, b) => b[1] - a[1]);
    best = { writer, others: gone.map(([reader]) => reader), weight };
  }
  return best;
}

/** How much an atom suffers from stores of others to its line. */
type Weigh = (group: CalibratedGroup, atom: number) => number;

const loadsOf: Weigh = ({ central }, atom) => sum(central.exposed[atom] ?? []);

const updatesOf: Weigh = ({ central }, atom) => central.atomicVisits[atom] ?? 0;

/** For each written field the other fields on its lines that suffer from it, and how much. */
function conflicts(
  heat: Calibrated,
  placement: FieldPlacement,
  weigh: Weigh,
): Map<MemberPath, Map<MemberPath, number>> {
  const found = new Map<MemberPath, Map<MemberPath, number>>();
  for (const group of heat.groups) {
    for (const { lines } of assign(group, placement, heat.lineBytes)) {
      for (const atoms of lines.values()) {
        for (const writer of atoms) {
          const site = group.sites[writer];
          if (site?.kind !== 'field' || (group.central.storeVisits[writer] ?? 0) <= 0) continue;
          const readers = found.get(site.field) ?? new Map<MemberPath, number>();
          found.set(site.field, readers);
          for (const reader of atoms) {
            const other = group.sites[reader];
            if (other?.kind !== 'field' || other.field === site.field) continue;
            const weight = weigh(group, reader);
            if (weight > 0) readers.set(other.field, (readers.get(other.field) ?? 0) + weight);
          }
        }
      }
    }
  }
  return found;
}

function packed(before: WeighedOrder, after: WeighedOrder): string | null {
  const saved = before.sizeBytes - after.sizeBytes;
  const filled = before.holeBytes - after.holeBytes;
  if (saved > 0)
    return `The struct is ${plural(saved, 'byte')} smaller, ${plural(Math.max(0, filled), 'byte')} of holes are gone`;
  return filled > 0 ? `${capital(plural(filled, 'byte'))} of holes are gone` : null;
}

/** What becomes of the room: a filler that keeps all else in place, a growth, a knock-on. */
function room(
  scopes: readonly Scope[],
  before: WeighedOrder,
  after: WeighedOrder,
  /** The sentence so far is about conflicts and has not said what becomes of the size. */
  isParting: boolean,
): string {
  const parts: string[] = [];
  const grown = after.sizeBytes - before.sizeBytes;
  const named = scopes.flatMap(({ units }, number) =>
    movedUnits(after.arrangement.orders[number] ?? []).flatMap(
      (unit) => units[unit]?.members.map(({ path }) => path) ?? [],
    ),
  );
  const [was, is] = [before.arranged().offsets, after.arranged().offsets];
  const filler = named.find((path) =>
    named.some((other) => other !== path && is.get(path) === was.get(other)),
  );
  if (grown === 0 && filler !== undefined && after.shifted === named.length) {
    parts.push(`${list(named)} trade places, so that nothing else shifts`);
  } else if (grown === 0) parts.push('the size stays');
  else if (grown > 0) parts.push(`the struct grows by ${plural(grown, 'byte')}`);
  else if (isParting) parts.push(`the struct is ${plural(-grown, 'byte')} smaller`);
  if (after.knockOn.length > 0) {
    parts.push(
      `${list(after.knockOn)} ${after.knockOn.length === 1 ? 'changes' : 'change'} line with it`,
    );
  }
  return parts.length > 0 ? `; ${parts.join('; ')}` : '';
}

function list(paths: readonly MemberPath[]): string {
  return listed(quoted(paths), 3);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function rulesWords(words: readonly string[]): string {
  return `the ${words.length === 1 ? 'rule' : 'rules'} ${listed(quoted(words))}`;
}

function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
