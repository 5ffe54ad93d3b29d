import { diffLayouts } from '../../core/layout/diff';
import { isUnnamedBits } from '../../core/layout/forced';
import type { MemberPath } from '../../core/layout/ids';
import type { FieldItem, Layout } from '../../core/layout/layout';
import { linesOf, type LineRuler } from '../../core/layout/lines';
import type { CellChange } from '../../core/scene/scene';

/** One field that is elsewhere. */
export interface ChangeRow {
  readonly path: MemberPath;
  readonly what: 'moved' | 'shifted' | 'resized' | 'retyped' | 'added' | 'gone';
  readonly before: string;
  readonly after: string;
  /** `2 → 1`; null where it stays on its lines. */
  readonly lines: string | null;
}

export interface ChangeSummary {
  /** Members that moved come first, then those that changed lines, then the others. */
  readonly rows: readonly ChangeRow[];
  readonly moved: number;
  readonly shifted: number;
  /** Fields that were not moved and are on other lines now. */
  readonly knockedOn: number;
  readonly added: number;
  readonly gone: number;
}

/** What became of each field: `oldRuler` is laid over `before`, `applied` over `after`. */
export function changeRows(
  before: Layout,
  after: Layout,
  changes: ReadonlyMap<MemberPath, CellChange>,
  applied: LineRuler,
  oldRuler: LineRuler,
): ChangeSummary {
  const lines = (field: FieldItem, ruler: LineRuler) => {
    const { first, last } = linesOf(field.offsetBits, field.sizeBits, ruler);
    return first === last ? `${first}` : `${first}–${last}`;
  };
  const rows = diffLayouts(before, after, applied, oldRuler).fields.flatMap(
    (field): ChangeRow[] => {
      const { path } = field;
      const some = field.after ?? field.before;
      if (some === null || isUnnamedBits(some.member)) return [];
      if (field.before === null) {
        return field.after === null
          ? []
          : [{ path, what: 'added', before: '', after: place(field.after), lines: null }];
      }
      if (field.after === null)
        return [{ path, what: 'gone', before: place(field.before), after: '', lines: null }];
      const types = [field.before, field.after].map(({ member }) => member.typeName);
      const retyped = field.grewBits === 0 && types[0] !== types[1] && field.after.inner === null;
      if (field.movedBits === 0 && field.grewBits === 0 && !field.changedLines && !retyped)
        return [];
      const moved = changes.get(path)?.kind === 'moved';
      const ofType = retyped ? types.map((type) => ` ${type ?? ''}`) : [];
      return [
        {
          path,
          what: moved ? 'moved' : kindOf(field.movedBits, field.grewBits, retyped),
          before: `${place(field.before)}${ofType[0] ?? ''}`,
          after: `${place(field.after)}${ofType[1] ?? ''}`,
          lines: field.changedLines
            ? `${lines(field.before, oldRuler)} → ${lines(field.after, applied)}`
            : null,
        },
      ];
    },
  );
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
    added: rows.filter(({ what }) => what === 'added').length,
    gone: rows.filter(({ what }) => what === 'gone').length,
  };
}

function kindOf(movedBits: number, grewBits: number, retyped: boolean): ChangeRow['what'] {
  if (movedBits !== 0) return 'shifted';
  if (grewBits !== 0) return 'resized';
  return retyped ? 'retyped' : 'shifted';
}

/** `64 · 8`: offset and size in bytes, bits behind the point. */
function place({ offsetBits, sizeBits }: FieldItem): string {
  const bits = offsetBits % 8;
  const offset = `${Math.floor(offsetBits / 8)}${bits === 0 ? '' : `.${bits}`}`;
  return sizeBits === null
    ? offset
    : `${offset} · ${sizeBits % 8 === 0 ? sizeBits / 8 : `${sizeBits} bits`}`;
}
