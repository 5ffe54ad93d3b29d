import type { MemberPath } from '../layout/ids';
import type { Layout } from '../layout/layout';
import type { OrderedStruct } from '../layout/order';

/** What a scene is drawn from: plain data, and the same input gives the same scene. */
export interface SceneInput {
  /** The order in view; its description gives the types of nested members. */
  readonly struct: OrderedStruct;
  /** The layout in view: of `struct.root`. While a field is held, the preview. */
  readonly layout: Layout;
  /** The layout of the untouched struct, for the marks of what moved. */
  readonly original: Layout;
  /** Displayed line size in bytes: 32, 64, 128 or 256. */
  readonly lineBytes: number;
  /** Draw adjacent lines as pairs. */
  readonly pair: boolean;
  /** Bytes of the first line that lie before the struct. */
  readonly baseBytes: number;
  /** Room from edge to edge. */
  readonly widthPx: number;
  /** Room from top to bottom that a small struct may fill. */
  readonly roomPx?: number;
  /** Named nested members that are open. Anonymous structs and unions always are. */
  readonly expanded: ReadonlySet<MemberPath>;
  readonly selection: ReadonlySet<MemberPath>;
  /** The field that the inspector speaks of. */
  readonly focus: MemberPath | null;
  readonly pins: ReadonlySet<MemberPath>;
  /** Members that break a rule, with the reason. */
  readonly broken?: ReadonlyMap<MemberPath, string>;
  /** What was noted on members. */
  readonly notes?: ReadonlyMap<MemberPath, string>;
  /** Fill of fields; those that are absent stay neutral. */
  readonly heat: ReadonlyMap<MemberPath, CellHeat>;
  /** Members that moves name: where several could have moved to give the same order, these did. */
  readonly dragged: ReadonlySet<MemberPath>;
  /** Drawn over the cells. */
  readonly links?: readonly SceneLink[];
  /** For a picture, of which nothing can be opened: what could be opens no room for its sign, so that a link shows the same. */
  readonly isStill?: boolean;
  /** Lines that break a rule or that were noted on, by their number. */
  readonly lineMarks?: ReadonlyMap<number, LineMark>;
  /** A second line in the gutter, by line number. */
  readonly lineNotes: ReadonlyMap<number, string>;
}

export interface LineMark {
  /** Why it breaks a rule; null where it breaks none. */
  readonly broken: string | null;
  /** What was noted on it. */
  readonly note: string | null;
  /** What was found on it; null where nothing was. */
  readonly finding: string | null;
}

/** One fill for one field. Where it comes from decides how it looks: a fill, an outline, a stripe. */
export interface CellHeat {
  readonly source: HeatSource;
  /** 1 (least) to 5 (most), see `heatStep`; null for none: a field may only be stored to. */
  readonly step: HeatStep | null;
  /** A second mark: how much it is stored to. The writer's own HITM may be nil. */
  readonly writes?: HeatStep | null;
  /** Whether it is read, written or both; null where that is not known. */
  readonly access?: HeatAccess;
  /** A role that a person gave beside what was measured, which stays a mark of its own. */
  readonly tag?: string | null;
  /** For the tooltip and screen readers: "9,120 stores". */
  readonly text: string;
}

export type HeatSource = 'measured' | 'predicted' | 'tagged';
export type HeatStep = 1 | 2 | 3 | 4 | 5;
export type HeatAccess = 'reads' | 'writes' | 'both' | null;

/** A writer and one who suffers from it on the same line. */
export interface SceneLink {
  /** Names of the field from the inside out; the first that is drawn is meant. */
  readonly from: readonly MemberPath[];
  readonly to: readonly MemberPath[];
  /** For the order in which they are drawn. */
  readonly weight: number;
}

/** A link in the picture: from the foot of one cell in a bow to the foot of another. */
export interface PlacedLink {
  readonly key: string;
  readonly from: Point;
  readonly to: Point;
  /** How far the bow hangs below its ends. */
  readonly depthPx: number;
}

/** The picture as data. All lengths are px from the scene's top left corner. */
export interface GridScene {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Width of one byte. */
  readonly bytePx: number;
  /** Where byte 0 of a row begins: right of the gutter. */
  readonly originXPx: number;
  /** Bytes drawn side by side; less than the line size where a line takes several rows. */
  readonly rowBytes: number;
  readonly lineBytes: number;
  readonly baseBytes: number;
  readonly sizeBits: number;
  /** Top to bottom. */
  readonly rows: readonly SceneRow[];
  /** The outlines around the rows of a line and around the lines of a pair. */
  readonly frames: readonly LineFrame[];
  /** Every 8 bytes, above the first row. */
  readonly ticks: readonly Tick[];
  /** In memory order, what holds before what is held. */
  readonly cells: readonly SceneCell[];
  readonly cellByKey: ReadonlyMap<string, number>;
  readonly links: readonly PlacedLink[];
  /** What the picture leaves out, as a sentence. */
  readonly notice: string | null;
  /** For screen readers: what the whole picture is. */
  readonly label: string;
}

export interface SceneRow {
  readonly kind: 'row' | 'fold';
  /** Line of the first byte, counted from 0 at the line of the struct's first byte. */
  readonly line: number;
  /** Offset of the row's first byte from the struct's start; negative before it. */
  readonly startByte: number;
  /** Bytes of this row: `rowBytes`, or all that a fold leaves out. */
  readonly bytes: number;
  readonly yPx: number;
  /** Height of the cells; leader labels stand below it. */
  readonly bandPx: number;
  /** Height with leader labels. */
  readonly heightPx: number;
  /** Line number, offset and note; further rows of a line have their offset only. Of a fold, what it leaves out. */
  readonly texts: readonly PlacedText[];
  /** In the gutter of a line's first row; null where there is nothing to mark. */
  readonly mark: PlacedMark | null;
  /** Indices into `cells` of what has a piece in this row. */
  readonly cells: readonly number[];
}

/** A line's marks with the middle of the sign for each. */
export interface PlacedMark extends LineMark {
  readonly brokenAt: Point | null;
  readonly noteAt: Point | null;
  readonly findingAt: Point | null;
}

export interface LineFrame {
  readonly kind: 'line' | 'pair' | 'fold';
  readonly key: string;
  /** Index into `rows`. */
  readonly firstRow: number;
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface Tick {
  readonly text: string;
  readonly xPx: number;
}

export type CellKind =
  /** A member that is drawn whole. */
  | 'field'
  /** A named member that is open: a frame with a header around its members. */
  | 'open'
  /** An anonymous struct: a bracket over its members. */
  | 'struct'
  /** An anonymous union, or an open named one: its members share the bytes and are stacked. */
  | 'union'
  /** No size, only a place: `__cacheline_group_begin__x[0]`. */
  | 'marker'
  /** A flexible array: open to the right. */
  | 'flexible'
  /** A member of unknown size. */
  | 'unknown'
  /** Padding that an edit put in. */
  | 'padding'
  | 'hole'
  | 'tail'
  /** Bytes of the first or last line that are not the struct's. */
  | 'outside'
  /** Array elements that are not drawn one by one. */
  | 'rest';

export interface SceneCell {
  /** Stable from scene to scene: the path of a field, the place of anything else. */
  readonly key: string;
  readonly kind: CellKind;
  /** Null for what is no member. */
  readonly path: MemberPath | null;
  /** What a drag of this cell moves: the member itself, or the member whose nested type it lies in. */
  readonly movable: MemberPath | null;
  /** Key of the cell that holds this one. */
  readonly parent: string | null;
  /** 0 for members of the struct itself. */
  readonly depth: number;
  readonly offsetBits: number;
  /** Null where unknown. */
  readonly sizeBits: number | null;
  /** One shape, a piece in each row that it crosses. */
  readonly fragments: readonly Fragment[];
  readonly texts: readonly PlacedText[];
  /** A label below the row, where the cell has no room for its name. */
  readonly leader: Leader | null;
  readonly change: CellChange;
  readonly alignMark: AlignMark | null;
  /** Middle of the sign for a forced alignment or a pin, where there is room for one. */
  readonly markAt: Point | null;
  readonly pinned: boolean;
  /** Why it breaks a rule; null where it breaks none. */
  readonly broken: string | null;
  /** What was noted on it. */
  readonly note: string | null;
  /** What is marked on the line that begins with it, in words. */
  readonly ofLine: string | null;
  /** Null where there is nothing to open. */
  readonly expanded: boolean | null;
  /** Middle of the sign that opens and closes it, where there is room for one. */
  readonly toggleAt: Point | null;
  readonly selected: boolean;
  readonly focused: boolean;
  readonly heat: CellHeat | null;
  /** For screen readers and tooltips, in full. */
  readonly spoken: string;
}

export interface Fragment {
  /** Index into `rows`. */
  readonly row: number;
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The shape comes from the row before; this edge stays open. */
  readonly joinsBefore: boolean;
  /** The shape goes on in the next row. */
  readonly joinsAfter: boolean;
}

export interface Point {
  readonly xPx: number;
  readonly yPx: number;
}

/** `continued` is the name again, in a later row of the same field. */
export type TextRole = 'name' | 'type' | 'place' | 'continued' | 'line' | 'offset' | 'note';

export interface PlacedText {
  readonly role: TextRole;
  readonly text: string;
  /** Left end of the baseline; of a vertical text, its lower end. */
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly fontPx: number;
  /** Runs upwards. */
  readonly vertical: boolean;
}

export interface Leader {
  readonly text: PlacedText;
  /** The box that can be pointed at. */
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** From the cell to its label, x and y by turns. */
  readonly line: readonly number[];
}

export type CellChange =
  | { readonly kind: 'none' }
  /** It left its place among the others. */
  | { readonly kind: 'moved'; readonly fromBits: number }
  /** Others moved; its offset is another. */
  | { readonly kind: 'shifted'; readonly fromBits: number }
  /** An edit put it there. */
  | { readonly kind: 'added' };

/** A forced alignment, and where it is known from; each looks different. */
export interface AlignMark {
  readonly bytes: number;
  readonly from: 'stated' | 'inferred' | 'edited';
}
