import { assertNever } from '../../../base/assert';
import type { Applied } from '../../../edit/applied';
import type { LayoutDocument } from '../../../edit/document';
import type { Hazard } from '../../../facts/generated';
import { computeLayout } from '../../../layout/compute';
import { diffLayouts } from '../../../layout/diff';
import { orderedFrom } from '../../../layout/original';
import type { StatedOrder } from './statedOrders';

/** What edits change that a place in the source could depend on. */
export interface OrderChange {
  /** The members as an initialiser without designators takes them; padding too. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Names of members that lie elsewhere. */
  readonly moved: ReadonlySet<string>;
  readonly size: boolean;
}

export function orderChange(document: LayoutDocument, applied: Applied): OrderChange {
  const original = orderedFrom(document.struct);
  const { fields, sizeBits } = diffLayouts(
    computeLayout(original),
    computeLayout(applied.struct),
    applied.state,
  );
  const order = ({ root }: typeof original) => root.members.map(({ path }) => path);
  return {
    before: order(original),
    after: order(applied.struct),
    moved: new Set(
      fields
        .filter(({ movedBits }) => movedBits !== 0)
        .map(({ path }) => path.split('.').at(-1) ?? path),
    ),
    size: sizeBits.before !== sizeBits.after,
  };
}

/** Whether a place no longer means what it meant, or no longer holds. */
export function isAffected(hazard: Hazard | StatedOrder, change: OrderChange): boolean {
  const { before, after, moved, size } = change;
  const differs = (count: number) =>
    before.slice(0, count).join('\n') !== after.slice(0, count).join('\n');
  switch (hazard.kind) {
    case 'positional':
      if (hazard.rows === 0) return differs(1);
      return differs(hazard.values === 0 ? Infinity : hazard.values);
    case 'designated': {
      const order = (all: readonly string[]) => all.filter((path) => hazard.members.includes(path));
      return order(before).join('\n') !== order(after).join('\n');
    }
    case 'cast':
      return hazard.members.length > 0
        ? hazard.members.some((name) => moved.has(name))
        : differs(1);
    case 'copiedRange':
    case 'memset':
      return differs(Infinity);
    case 'wholeCopy':
      return moved.size > 0 || size;
    case 'assertion': {
      if (size && hazard.size) return true;
      // An offset of what no member is called (a macro's name) may be any.
      const anyone = hazard.members.length === 0 && !hazard.size && moved.size > 0;
      return anyone || hazard.members.some((name) => moved.has(name));
    }
    case 'statedOrder':
      // The patch warns of it by itself, with a tree or without.
      return false;
    case 'offsetof':
    case 'group':
    case 'asm':
    case 'documentation':
      // A table's row that names no member may tell of any, or of the size.
      return hazard.members.length === 0
        ? moved.size > 0 || size
        : hazard.members.some((name) => moved.has(name));
    default:
      return assertNever(hazard);
  }
}
