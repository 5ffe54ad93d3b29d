import { knowsMetric, type Attribution } from '../../core/heat/attribute';
import { metricOf, snoopsOf } from '../../core/heat/counts';
import type { FieldHeat } from '../../core/heat/fieldHeat';
import type { Heat } from '../../core/heat/heatOf';
import { grouped } from '../../core/base/prose';
import type { MemberPath } from '../../core/layout/ids';
import { everyHeatTable } from '../../core/format/heat/heatTable';
import { valueText } from '../../core/scene/fill/heatSentence';

/** Every hot field of a struct, hottest first; with several profiles, each in a column of its own. */
export interface HotFieldsTable {
  /** Whether a column is a whole profile, and no count. */
  readonly isByProfile: boolean;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly path: MemberPath; readonly cells: readonly HotCell[] }[];
  /** What the figures are, where a column is a profile. */
  readonly note: string | null;
  /** The bound lines as tables for a commit message. */
  readonly copies: readonly { readonly label: string; readonly text: string }[];
}

/** `stores`: there are some, which is what makes a field fight. */
export interface HotCell {
  readonly text: string;
  readonly emphasis: 'none' | 'stores' | 'zero';
}

const MOST_FIELDS = 60;

/** The table of the hot fields of a struct; null where nothing was measured. */
export function hotFieldsTable(structName: string, { current, all }: Heat): HotFieldsTable | null {
  if (!current) return null;
  const isByProfile = all.length > 1;
  return {
    isByProfile,
    heads: isByProfile ? all.map(({ profile }) => profile.name) : [headOf(current), 'Stores'],
    rows: hottestFirst(current, all)
      .slice(0, MOST_FIELDS)
      .map((path) => ({
        path,
        cells: isByProfile
          ? all.map((each) => plain(perOperation(each, fieldOf(each, path))))
          : countCells(current, fieldOf(current, path)),
      })),
    note: isByProfile ? noteOf(all) : null,
    copies: copiesOf(structName, current, all),
  };
}

function hottestFirst(current: Attribution, all: readonly Attribution[]): readonly MemberPath[] {
  const paths = [current, ...all].flatMap(({ heat }) => heat.fields.map(({ path }) => path));
  return [...new Set(paths)];
}

function fieldOf({ heat }: Attribution, path: MemberPath): FieldHeat | undefined {
  return heat.fields.find((field) => field.path === path);
}

function plain(text: string): HotCell {
  return { text, emphasis: 'none' };
}

function countCells(attribution: Attribution, field: FieldHeat | undefined): readonly HotCell[] {
  if (!field) return [];
  const { stores } = field.counts;
  return [
    plain(mainText(field, attribution)),
    {
      text: knowsMetric(attribution, 'stores') ? valueText(stores, attribution) : '?',
      emphasis: stores > 0 ? 'stores' : 'zero',
    },
  ];
}

/** The two kinds of HITM have no sum on a line of shares: one that is known is shown. */
function mainText(field: FieldHeat, attribution: Attribution): string {
  if (attribution.statedKinds !== null) {
    const metric = mainMetric(attribution);
    return metric === null ? '?' : valueText(metricOf(field.counts, metric), attribution);
  }
  return valueText(mainCount(field, attribution), attribution);
}

function mainCount({ counts }: FieldHeat, { total }: Attribution): number {
  return snoopsOf(total) > 0 ? snoopsOf(counts) : counts.otherLoads;
}

function mainMetric(attribution: Attribution): 'remote' | 'local' | null {
  const sides = ['remote', 'local'] as const;
  return sides.find((side) => knowsMetric(attribution, side)) ?? null;
}

function headOf(attribution: Attribution): string {
  if (attribution.statedKinds !== null) {
    const side = mainMetric(attribution);
    const name = attribution.peer ? 'peer' : 'HITM';
    return side === 'remote' ? `Remote ${name}` : side === 'local' ? `Local ${name}` : name;
  }
  if (attribution.accesses) return 'Accesses';
  if (snoopsOf(attribution.total) <= 0) return 'Loads';
  return attribution.peer ? 'Peer' : 'HITM';
}

/** `1,204 / 481`; per million operations where they are given. */
function perOperation(attribution: Attribution, field: FieldHeat | undefined): string {
  if (!field) return '·';
  if (attribution.statedKinds !== null) {
    const stores = knowsMetric(attribution, 'stores');
    return `${mainText(field, attribution)} / ${stores ? valueText(field.counts.stores, attribution) : '?'} of the line`;
  }
  const { operations } = attribution.profile;
  const scale = operations === null ? 1 : 1e6 / operations;
  const text = (value: number) =>
    operations === null ? grouped(value) : (value * scale).toPrecision(3);
  return `${text(mainCount(field, attribution))} / ${text(field.counts.stores)}`;
}

function noteOf(all: readonly Attribution[]): string {
  return all.every(({ profile }) => profile.operations !== null)
    ? 'HITM / stores, per million operations.'
    : 'HITM / stores. Enter the operations of each run below to compare per operation.';
}

/** Of the profile that is shown, and of all one after the other; none where no line is bound. */
function copiesOf(
  structName: string,
  current: Attribution,
  all: readonly Attribution[],
): HotFieldsTable['copies'] {
  if (current.instances.length === 0) return [];
  const own = { label: 'Copy as a table', text: everyHeatTable(structName, [current]) };
  const isComparison = all.filter(({ instances }) => instances.length > 0).length > 1;
  if (!isComparison) return [own];
  return [own, { label: 'Copy before and after', text: everyHeatTable(structName, all) }];
}
