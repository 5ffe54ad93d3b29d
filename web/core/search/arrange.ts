import { itemAt } from '../base/itemAt';
import { innerOf } from '../layout/forced';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedMember, OrderedStruct } from '../layout/order';
import { place } from '../layout/place';
import type { PlacedField } from '../model/placement';
import type { Scope } from './scopes';

/** A candidate: an order of each scope's units, and what is newly aligned. */
export interface Arrangement {
  /** Indices into each scope's units. */
  readonly orders: readonly (readonly number[])[];
  readonly aligned: ReadonlySet<MemberPath>;
}

/** Where everything lies in an arrangement. Bytes from the struct's start. */
export interface Arranged {
  readonly sizeBytes: number;
  readonly alignBytes: number;
  readonly offsets: ReadonlyMap<MemberPath, number>;
  /** Members that hold data, in memory order; see `Placement.fields` of the model. */
  readonly fields: readonly PlacedField[];
  readonly holeBytes: number;
}

export function present(scopes: readonly Scope[]): Arrangement {
  return { orders: scopes.map(({ units }) => [...units.keys()]), aligned: new Set() };
}

/** Lays an arrangement out with the one layout engine. */
export function arrange(
  struct: OrderedStruct,
  scopes: readonly Scope[],
  { orders, aligned }: Arrangement,
  lineBytes: number,
): Arranged {
  const byAggregate = new Map(scopes.map((scope, number) => [scope.aggregate, number] as const));
  const rebuilt = (aggregate: OrderedAggregate): OrderedAggregate => {
    const number = byAggregate.get(aggregate);
    if (number === undefined) return aggregate;
    const { units } = itemAt(scopes, number);
    let changed = false;
    const members: OrderedMember[] = [];
    itemAt(orders, number).forEach((index, at) => {
      if (index !== at) changed = true;
      for (const member of itemAt(units, index).members) {
        const inner = member.inner === null ? null : rebuilt(member.inner);
        const align = aligned.has(member.path);
        if (inner === member.inner && !align) members.push(member);
        else {
          changed = true;
          const forced = { bytes: lineBytes, from: 'edited' as const };
          members.push({ ...member, inner, align: align ? forced : member.align });
        }
      }
    });
    return changed ? { ...aggregate, members } : aggregate;
  };

  const { target } = struct.desc;
  const root = rebuilt(struct.root);
  const offsets = new Map<MemberPath, number>();
  const fields: PlacedField[] = [];
  let covered = 0;
  let holeBits = 0;
  const walk = (aggregate: OrderedAggregate, startBits: number, searched: boolean) => {
    const { offsetsBits } = place(aggregate, target);
    for (let index = 0; index < aggregate.members.length; index++) {
      const member = itemAt(aggregate.members, index);
      const atBits = startBits + itemAt(offsetsBits, index);
      const offsetBytes = Math.floor(atBits / 8);
      offsets.set(member.path, offsetBytes);
      const inner = innerOf(aggregate.members, index);
      const opens = inner !== null && inner.keyword !== 'union';
      if (inner !== null) walk(inner, atBits, searched && opens);
      if (!searched || opens) continue;
      const sizeBits = inner === null ? (member.sizeBits ?? 0) : place(inner, target).sizeBits;
      holeBits += Math.max(0, atBits - covered);
      covered = Math.max(covered, atBits + sizeBits);
      const sizeBytes = Math.ceil((atBits + sizeBits) / 8) - offsetBytes;
      fields.push({ path: member.path, offsetBytes, sizeBytes });
    }
  };
  walk(root, 0, true);
  const { sizeBits, alignBits } = place(root, target);
  return {
    sizeBytes: sizeBits / 8,
    alignBytes: alignBits / 8,
    offsets,
    fields,
    holeBytes: holeBits / 8,
  };
}

/** Tells arrangements apart. */
export function arrangementKey({ orders, aligned }: Arrangement): string {
  const order = orders.map((each) => each.join()).join('|');
  return aligned.size === 0 ? order : `${order}/${[...aligned].sort().join()}`;
}
