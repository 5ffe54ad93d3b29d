import type { CellDraft, RowDraft } from './drafts';
import {
  layContinued,
  layGap,
  layLabel,
  layLabelAgain,
  layStub,
  layTitle,
  type Label,
  type LabelBox,
  type LabelWords,
} from './labels';
import {
  layLeaders,
  layLeadersAgain,
  LEADER_DROP_PX,
  LEADER_INDENT_PX,
  LEADER_TIER_PX,
  type LeaderColumn,
} from './leaders';
import { DETAIL_FONT_PX, TITLE_PX } from './metrics';
import type { CellSeed } from './sceneNode';
import type { Piece } from './placeRow';
import type { PlacedText } from './scene';
import { elide, textWidthPx } from './textFit';
import { nameOf, offsetText, placeText, shortType, sizeWords } from './words';

/**
 * Gives each cell its texts: in the cell where they fit, else as a leader label below the row. `known` has for a cell what
 * says the same in the same shape, wherever it stands: what was found out for it is taken over.
 */
export function labelCells(
  cells: readonly CellDraft[],
  rows: readonly RowDraft[],
  room: { readonly fromPx: number; readonly toPx: number },
  known: readonly (CellDraft | null)[],
): void {
  for (const cell of cells) {
    if (cell.pieces.length === 0) continue;
    const same = known[cell.index] ?? null;
    if (same === null) labelCell(cell);
    else if (!cell.isKept) labelAs(cell, same);
    if (cell.unnamed === null) continue;
    const { row, name, anchor } = cell.unnamed;
    rows[row]!.unnamed.push({ cell, name, anchor });
  }
  rows.forEach((row, index) => placeLeaders(row, index, room));
}

function labelAs(cell: CellDraft, same: CellDraft): void {
  const down = cell.pieces[0]!.row - same.pieces[0]!.row;
  const moved = <Placed extends { readonly row: number }>(placed: Placed): Placed =>
    down === 0 ? placed : { ...placed, row: placed.row + down };
  for (const text of same.texts) cell.texts.push(moved(text));
  cell.toggleAt = same.toggleAt && moved(same.toggleAt);
  cell.markAt = same.markAt && moved(same.markAt);
  cell.unnamed = same.unnamed && moved(same.unnamed);
}

function labelCell(cell: CellDraft): void {
  const { seed } = cell;
  switch (seed.kind) {
    case 'struct':
      return;
    case 'open':
    case 'union':
      if (seed.expanded === true) titleOrLeader(cell);
      return;
    case 'hole':
    case 'tail':
    case 'outside':
      return labelGap(cell);
    case 'marker':
      return needLeader(cell, cell.pieces[0]!);
    case 'field':
    case 'padding':
    case 'flexible':
    case 'unknown':
    case 'rest':
      return labelField(cell);
  }
}

function titleOrLeader(cell: CellDraft): void {
  const piece = cell.pieces[0]!;
  const label = layTitle(
    { ...piece, yPx: piece.yPx + 1, heightPx: TITLE_PX },
    wordsOf(cell.seed),
    cell.isMarked,
  );
  if (label === null) needLeader(cell, piece);
  else take(cell, piece, label);
}

function labelField(cell: CellDraft): void {
  const { item } = cell.seed;
  const words = wordsOf(cell.seed);
  const signs = { toggle: cell.seed.expanded === false, mark: cell.isMarked };
  const byRoom =
    cell.pieces.length === 1 ? cell.pieces : cell.pieces.toSorted((a, b) => roomOf(b) - roomOf(a));
  let named: Piece | null = null;
  for (const piece of byRoom) {
    const box = labelBox(cell, piece);
    const label =
      item?.kind === 'field'
        ? layLabelAgain(item.member, box, words, signs)
        : layLabel(box, words, signs);
    if (label === null) continue;
    take(cell, piece, label);
    named = piece;
    break;
  }
  if (named === null) {
    named = byRoom[0]!;
    needLeader(cell, named);
    // Enough of the name to know the cell again.
    addTexts(cell, named.row, layStub(named, words.name));
  }
  for (const piece of cell.pieces) {
    if (piece === named) continue;
    for (const text of layContinued(piece, words.name))
      cell.texts.push({ row: piece.row, value: text });
  }
}

/** An open end keeps room for its dots. */
function labelBox({ seed }: CellDraft, piece: Piece): LabelBox {
  const openEnd = (seed.kind === 'flexible' || seed.kind === 'unknown') && piece.widthPx >= 24;
  return openEnd ? { ...piece, widthPx: piece.widthPx - 8 } : piece;
}

/** The first piece names the field, unless it is a mere stub. */
function roomOf(piece: Piece): number {
  return Math.min(piece.widthPx, 90) - piece.row * 1e-6;
}

function labelGap(cell: CellDraft): void {
  const widest = cell.pieces.reduce((a, b) => (b.widthPx > a.widthPx ? b : a));
  addTexts(cell, widest.row, layGap(widest, gapWords(cell.seed)) ?? []);
}

/** What a gap may be called, the longest first. */
function gapWords(seed: CellSeed): readonly string[] {
  const size = seed.sizeBits ?? 0;
  if (seed.kind === 'outside') return ['outside'];
  const word = seed.kind === 'tail' ? 'padding' : 'hole';
  const figure = size % 8 === 0 ? `${size / 8}` : `${size}b`;
  return [`${word} · ${sizeWords(size)}`, `${word} ${figure}`, figure];
}

function wordsOf(seed: CellSeed): LabelWords {
  const { item, kind, offsetBits, sizeBits } = seed;
  if (kind === 'rest')
    return { name: '…', type: 'more elements', places: [placeText(offsetBits, sizeBits)] };
  const type = item?.kind === 'field' && kind !== 'padding' ? shortType(item.member) : '';
  const places =
    kind === 'flexible'
      ? [`${offsetBits / 8} · open`]
      : [placeText(offsetBits, sizeBits), offsetText(offsetBits)];
  return { name: nameOf(seed), type, places };
}

function addTexts(cell: CellDraft, row: number, texts: readonly PlacedText[]): void {
  for (const value of texts) cell.texts.push({ row, value });
}

function take(cell: CellDraft, piece: Piece, label: Label): void {
  const { row } = piece;
  addTexts(cell, row, label.texts);
  cell.toggleAt = label.toggleAt === null ? null : { row, value: label.toggleAt };
  cell.markAt = label.markAt === null ? null : { row, value: label.markAt };
}

const MOST_LEADER_PX = 210;

function needLeader(cell: CellDraft, piece: Piece): void {
  const { item } = cell.seed;
  const bits = item?.kind === 'field' && item.member.bitField !== null ? `:${item.sizeBits}` : '';
  const full = `${nameOf(cell.seed)}${bits}`;
  const name = elide(full, DETAIL_FONT_PX, MOST_LEADER_PX, 1) ?? full;
  cell.unnamed = {
    row: piece.row,
    name,
    anchor: {
      fromPx: piece.xPx,
      toPx: piece.xPx + piece.widthPx,
      bottomPx: piece.yPx + piece.heightPx,
      textPx: textWidthPx(name, DETAIL_FONT_PX),
    },
  };
}

function placeLeaders(
  row: RowDraft,
  rowIndex: number,
  room: { readonly fromPx: number; readonly toPx: number },
): void {
  if (row.unnamed.length === 0) return;
  row.unnamed.sort((a, b) => a.anchor.fromPx - b.anchor.fromPx || a.cell.index - b.cell.index);
  const anchors = row.unnamed.map((each) => each.anchor);
  const item = row.unnamed[0]!.cell.seed.item;
  const rowRoom = { ...room, bandPx: row.bandPx };
  const { columns, tiers } =
    item?.kind === 'field'
      ? layLeadersAgain(item.member, anchors, rowRoom)
      : layLeaders(anchors, rowRoom);
  row.leadersPx = LEADER_DROP_PX + tiers * LEADER_TIER_PX + 2;
  for (const column of columns) {
    column.anchors.forEach((anchorIndex, tier) => {
      const { cell, name } = row.unnamed[anchorIndex]!;
      cell.leader = { row: rowIndex, value: leaderOf(name, column, tier, row.bandPx) };
    });
  }
}

/** The leader belongs to the first cell of its column. */
function leaderOf(name: string, column: LeaderColumn, tier: number, bandPx: number) {
  const yPx = bandPx + LEADER_DROP_PX + tier * LEADER_TIER_PX;
  const widthPx = textWidthPx(name, DETAIL_FONT_PX);
  const text: PlacedText = {
    role: 'name',
    text: name,
    xPx: column.xPx + LEADER_INDENT_PX,
    yPx: yPx + 9.5,
    widthPx,
    fontPx: DETAIL_FONT_PX,
    vertical: false,
  };
  return {
    text,
    xPx: column.xPx + 1,
    yPx: yPx - 1,
    widthPx: widthPx + LEADER_INDENT_PX + 2,
    heightPx: LEADER_TIER_PX,
    line: tier === 0 ? column.line : [],
  };
}
