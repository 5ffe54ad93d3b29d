import type { DropSlot } from '../../core/edit/dropSlots';
import type { Edit } from '../../core/edit/edit';
import type { MemberPath } from '../../core/layout/ids';
import type { GridScene } from '../../core/scene/scene';

/** What the grid asks of and tells its owner. Rectangles are in client coordinates. */
export interface GridCallbacks {
  /** `dropSlots` for these members, in the layout on screen; asked once, on pick-up. Empty: they cannot move. */
  readonly places: (paths: readonly MemberPath[]) => readonly DropSlot[];
  /** While fields are held: render the scene of this edit, or of no edit. Called only on a change. */
  readonly onPreview: (edit: Edit | null) => void;
  /** The pointer rests there; `words` say where, for a polite live region, and are null outside of all places. */
  readonly onRest: (words: string | null) => void;
  /** What it costs to drop them there, in a few words; asked after `onPreview`. Null where there is nothing to say. */
  readonly dropCost: () => string | null;
  /** The fields were let go over a gap. Comes instead of `onPreview(null)`; what came of it is the owner's to announce. */
  readonly onDrop: (edit: Edit) => void;
  /** Alt+arrow: move by one gap towards the start (-1) or the end (1). */
  readonly onMoveBy: (paths: readonly MemberPath[], steps: -1 | 1) => void;
  /** The whole new selection. */
  readonly onSelect: (paths: readonly MemberPath[]) => void;
  /** The keyboard or a click came to this member. */
  readonly onFocus: (path: MemberPath) => void;
  /** Open or close a nested member. */
  readonly onToggle: (path: MemberPath) => void;
  /** A double click or Enter on a member that does not open in place: whoever is asked opens what it leads to. */
  readonly onLead: (path: MemberPath) => void;
  /** Context menu, by pointer or key. */
  readonly onMenu: (path: MemberPath, at: DOMRectReadOnly) => void;
  /** Key of the cell under the pointer, for a tooltip; null when it left or a drag began. */
  readonly onHover: (key: string | null, at: DOMRectReadOnly | null) => void;
  /** The pointer rests beside a line, for a tooltip; null when it left. */
  readonly onHoverLine: (line: number | null, at: DOMRectReadOnly | null) => void;
  /** A press beside a line on which something was found. */
  readonly onFinding: (line: number) => void;
  /** Context menu beside a line. */
  readonly onLineMenu: (line: number, at: DOMRectReadOnly) => void;
  /** The host's inner size changed: render a scene for this room. */
  readonly onRoom: (room: Room) => void;
  /** For a polite live region. */
  readonly announce: (text: string) => void;
}

/** The inner size of the host, as the scene is drawn before it is enlarged. */
export interface Room {
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface GridHandle {
  /** The host's inner size: what the first scene has to be as wide as. */
  readonly room: () => Room;
  /**
   * Draw this scene. Cells that were drawn before glide to their new place, except while fields are held.
   * `isOther`: it shows another struct than the last one, and is seen from its start.
   */
  readonly render: (scene: GridScene, isOther: boolean) => void;
  /** Outlines cells by their keys, the one that the reader is at more than the others, and scrolls to `seen`. */
  readonly light: (keys: ReadonlySet<string>, now: string | null, seen: string | null) => void;
  /** Scroll to a member and give it the keyboard. */
  readonly focus: (path: MemberPath) => void;
  readonly destroy: () => void;
}
