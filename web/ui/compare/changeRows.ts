import type { Applied } from '../../edit/applied';
import { diffLayouts } from '../../layout/diff';
import type { MemberPath } from '../../layout/ids';
import type { FieldItem, Layout } from '../../layout/layout';
import { linesOf } from '../../layout/lines';
import type { CellChange } from '../../scene/scene';

/** One field that is elsewhere. */
export interface ChangeRow {
  readonly path: MemberPath;
  readonly what: 'moved' | 'shifted' | 'grew' | 'added' | 'gone';
  readonly before: string;
  readonly after: string;
  /** `2 → 1`; null where it stays on its lines. */
  readonly lines: string | null;
}

export interface ChangeSummary {
  /** Those that moved first, then those that changed lines, then the others. */
  readonly rows: readonly ChangeRow[];
  readonly moved: number;
  readonly shifted: number;
  /** Fields that were not moved and are on other lines now. */
  readonly knockedOn: number;
}

/** What became of each field; the ruler is that of `applied`. */
export function changeRows(
  before: Layout,
  after: Layout,
  changes: ReadonlyMap<MemberPath, CellChange>,
  applied: Applied,
): ChangeSummary {
  const lines = (field: FieldItem) => {
    const { first, last } = linesOf(field.offsetBits, field.sizeBits, applied);
    return first === last ? `${first}` : `${first}–${last}`;
  };
  const rows = diffLayouts(before, after, applied).fields.flatMap((field): ChangeRow[] => {
    const { path } = field;
    if (field.before === null) {
      return field.after === null
        ? []
        : [{ path, what: 'added', before: '', after: place(field.after), lines: null }];
    }
    if (field.after === null)
      return [{ path, what: 'gone', before: place(field.before), after: '', lines: null }];
    if (field.movedBits === 0 && field.grewBits === 0) return [];
    const moved = changes.get(path)?.kind === 'moved';
    return [
      {
        path,
        what: moved ? 'moved' : field.movedBits === 0 ? 'grew' : 'shifted',
        before: place(field.before),
        after: place(field.after),
        lines: field.changedLines ? `${lines(field.before)} → ${lines(field.after)}` : null,
      },
    ];
  });
  const rank = (row: ChangeRow) =>
    row.what === 'moved' || row.what === 'added' || row.what === 'gone'
      ? 0
      : row.lines !== null
        ? 1
        : 2;
  return {
    rows: rows
      .map((row, at) => ({ row, at }))
      .sort((a, b) => rank(a.row) - rank(b.row) || a.at - b.at)
      .map(({ row }) => row),
    moved: rows.filter(({ what }) => what === 'moved').length,
    shifted: rows.filter(({ what }) => what === 'shifted').length,
    knockedOn: rows.filter(({ what, lines: changed }) => what !== 'moved' && changed !== null)
      .length,
  };
}

/** `64 · 8`: offset and size in bytes, bits behind the point. */
function place({ offsetBits, sizeBits }: FieldItem): string {
  const bits = offsetBits % 8;
  const offset = `${Math.floor(offsetBits / 8)}${bits === 0 ? '' : `.${bits}`}`;
  return sizeBits === null
    ? offset
    : `${offset} · ${sizeBits % 8 === 0 ? sizeBits / 8 : `${sizeBits} bits`}`;
}
