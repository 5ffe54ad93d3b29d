import type { AddPlace } from '../../edit/edit';
import type { OrderedMember } from '../../layout/order';
import { locate } from '../../edit/tree';
import type { MemberPath } from '../../layout/ids';
import { aggregateOf, memberNamed } from './names';
import type { ShownByHunks } from './shown';
import { changedIn, entriesIn, type Body, type Entry, type GroupEntry } from './sides';
import type { PatchedStruct } from './working';
import type { Wraps } from './wraps';

/** A body or a group, and what is around it. */
export interface Level {
  readonly siblings: readonly Entry[];
  readonly frame: Body | GroupEntry;
  /** The level that it is in, and its place there; null for the struct itself. */
  readonly outer: { readonly level: Level; readonly at: number } | null;
}

/** Where in the struct, as it is by now, the entries of a hunk belong. */
export class EntryPlaces {
  constructor(
    private readonly working: PatchedStruct,
    private readonly shown: ShownByHunks,
    private readonly wraps: Wraps,
  ) {}

  /** After the nearest known entry before it, or before the nearest after it. */
  placeOf(level: Level, at: number, moved: readonly MemberPath[]): AddPlace | null {
    const { siblings, frame, outer } = level;
    const end = this.endOf(level, at, moved);
    if (end !== null) return end;
    for (const entry of siblings.slice(0, at).reverse()) {
      const path = this.pathOf(entry, 'last');
      if (path !== null && !moved.includes(path)) return { at: 'after', member: path };
    }
    const isNew = 'kind' in frame && frame.changed && this.isNewGroup(frame);
    if (isNew && outer !== null) return this.placeOf(outer.level, outer.at, moved);
    const own =
      outer === null || !('kind' in frame)
        ? this.working.applied.struct.root
        : this.working.innerOf(aggregateOf(this.working.applied.struct.root, frame));
    if (frame.opens && own !== null) {
      const first = own.members.find(({ path }) => !moved.includes(path));
      if (first !== undefined) return { at: 'before', member: first.path };
    }
    for (const entry of siblings.slice(at + 1)) {
      if (entry.changed && (entry.kind !== 'group' || isAllChanged(entry))) continue;
      const path = this.pathOf(entry, 'first');
      if (path !== null && !moved.includes(path)) return { at: 'before', member: path };
    }
    if (!frame.closes || own === null) return null;
    const last = own.members.findLast(({ path }) => !moved.includes(path));
    if (last === undefined) return null;
    return last.flexible ? { at: 'before', member: last.path } : { at: 'after', member: last.path };
  }

  /**
   * The first of the entries that a patch puts before the `}` is the last member, where the loaded struct has others after
   * the one above it.
   */
  private endOf(
    { siblings, frame, outer }: Level,
    at: number,
    moved: readonly MemberPath[],
  ): AddPlace | null {
    const above = siblings[at - 1];
    if (!frame.closes || above === undefined || above.changed) return null;
    const added = siblings.slice(at);
    if (!added.every((each) => each.changed)) return null;
    const { root } = this.working.applied.struct;
    const own =
      outer === null || !('kind' in frame) ? root : this.working.innerOf(aggregateOf(root, frame));
    const brought = new Set([...moved, ...added.map((each) => this.pathOf(each, 'last'))]);
    const last = own?.members.findLast(({ path }) => !brought.has(path));
    const known = this.pathOf(above, 'last');
    if (own === null || last === undefined || known === null || last.path === known) return null;
    if (last.flexible) return { at: 'before', member: last.path };
    return own === root ? { at: 'last' } : { at: 'after', member: last.path };
  }

  /** Where an entry stands now: of a new group its members, of any other the aggregate. */
  pathOf(entry: Entry, end: 'first' | 'last'): MemberPath | null {
    const { root } = this.working.applied.struct;
    if (entry.kind === 'linePadding' || this.shown.asleep.has(entry)) return null;
    if (entry.kind === 'member') {
      const names = this.shown.namesOf(entry);
      const found = names.flatMap((name) => memberNamed(root, name)?.path ?? []);
      return (end === 'first' ? found[0] : found.at(-1)) ?? null;
    }
    if (!(entry.changed && this.isNewGroup(entry))) {
      const path = aggregateOf(root, entry);
      if (path !== null) return path;
    }
    if (this.shown.typeOfOwn(entry) !== null) return null;
    const inside = end === 'first' ? entry.entries : [...entry.entries].reverse();
    for (const each of inside) {
      const path = this.pathOf(each, end);
      if (path !== null) return path;
    }
    return null;
  }

  /** The member before the next that is known, for a group whose own the hunk does not show; null where none follows. */
  pathBefore({ siblings, frame }: Level, at: number): MemberPath | null {
    const { root } = this.working.applied.struct;
    const next = siblings
      .slice(at + 1)
      .map((entry) => this.pathOf(entry, 'first'))
      .find((path) => path !== null);
    if (next === undefined || next === null) {
      return frame.closes && !('kind' in frame) ? (root.members.at(-1)?.path ?? null) : null;
    }
    const found = locate(root, next);
    return found?.holder.members[found.index - 1]?.path ?? null;
  }

  /** Whether a group is neither one that the loaded struct has nor one that moved. */
  isNewGroup(group: GroupEntry): boolean {
    const { side, head, tail } = group;
    if (head !== null && changedIn(side, head).length === 0) return false;
    if (head === null && (!this.wraps.isOpen || tail === null)) return false;
    return !this.shown.isThere(group, 'old');
  }

  /** What the struct has between the neighbours of an entry, which the text of the patch has not. */
  between({ siblings, frame }: Level, at: number): readonly OrderedMember[] {
    const { root } = this.working.applied.struct;
    if ('kind' in frame) return [];
    const topOf = (entry: Entry | undefined, end: 'first' | 'last') => {
      const path = entry === undefined ? null : this.pathOf(entry, end);
      const chain = path === null ? null : locate(root, path)?.chain;
      return root.members.findIndex(
        (each) => each.path === path || (each.inner !== null && chain?.includes(each.inner)),
      );
    };
    const [before, after] = [topOf(siblings[at - 1], 'last'), topOf(siblings[at + 1], 'first')];
    return before < 0 || after < 0 ? [] : root.members.slice(before + 1, after);
  }

  /** The member in whose own type a level lies; null where it is of the struct itself. */
  nestedIn({ frame, outer }: Level): string | null {
    if (outer === null || !('kind' in frame)) return null;
    return this.shown.typeOfOwn(frame) ?? this.nestedIn(outer.level);
  }
}

/** A group that comes as a whole is not there yet; one that is put around members is where they are. */
function isAllChanged({ entries }: GroupEntry): boolean {
  return [...entriesIn(entries)].every((each) => each.changed);
}
