import { listed, quoted } from '../base/prose';
import type { Evidence } from './evidence';
import type { Fit } from './fit';

/**
 * The structs that hold a candidate by value. Code that is handed a `device` touches the same bytes of a bare `device`
 * and of each struct that has one: the candidate is then what the bytes are, and may not be the whole object.
 */
export interface HeldBy {
  /** Those of which it is a member, sorted by name. */
  readonly direct: readonly string[];
  /** Whether any holds it, at whatever depth. */
  readonly isHeld: boolean;
  /** Containers that a row's code touches as themselves around the very place. */
  readonly touched: readonly TouchedContainer[];
}

export interface TouchedContainer {
  readonly struct: string;
  readonly functionName: string;
}

export const NOT_HELD: HeldBy = { direct: [], isHeld: false, touched: [] };

/** A struct that so many hold is seldom an object of its own: a `device`, an `inode`, a `sock`. */
const BASE_CONTAINERS = 6;
const SHOWN = 3;

/** @param offsetBytes which byte of the struct is the line's first */
export function heldByOf(
  name: string,
  offsetBytes: number,
  { touches, containers }: Pick<Evidence, 'touches' | 'containers'>,
): HeldBy {
  const by = containers.get(name);
  if (by === undefined) return NOT_HELD;
  const direct = [...by].flatMap(([outer, { isDirect }]) => (isDirect ? [outer] : [])).sort();
  const touched = new Map<string, TouchedContainer>();
  for (const row of touches) {
    const byte = offsetBytes + row.offsetBytes;
    for (const touch of row.code?.touches ?? []) {
      const held = by.get(touch.struct);
      if (held?.offsetsBytes.some((offset) => touch.offsetBytes - offset === byte) !== true)
        continue;
      const functionName = row.functionName ?? touch.functionName;
      if (!touched.has(touch.struct))
        touched.set(touch.struct, { struct: touch.struct, functionName });
    }
  }
  return { direct, isHeld: by.size > 0, touched: [...touched.values()] };
}

/**
 * Whether the object may as well be one that holds the candidate: some function says so, rows lie outside of the
 * candidate, or it is made to be held.
 */
export function mayBeContainer({
  fit,
  heldBy,
}: {
  readonly fit: Pick<Fit, 'outsideShare'>;
  readonly heldBy: HeldBy;
}): boolean {
  const { direct, isHeld, touched } = heldBy;
  return direct.length >= BASE_CONTAINERS || touched.length > 0 || (isHeld && fit.outsideShare > 0);
}

/** What is said of it; null where nothing is. */
export function heldReason(
  name: string,
  fit: Pick<Fit, 'outsideShare'>,
  heldBy: HeldBy,
): string | null {
  if (!mayBeContainer({ fit, heldBy })) return null;
  const { direct, touched } = heldBy;
  const [first] = touched;
  if (first !== undefined) {
    const structs = listed(quoted(touched.map(({ struct }) => struct)), SHOWN);
    return `It may be a struct that holds it: \`${first.functionName}\` touches these bytes as part of ${structs}.`;
  }
  if (direct.length === 0)
    return `Some rows are outside \`${name}\`: it may be a containing struct.`;
  return `It is a \`${name}\`, or a struct that holds one: ${listed(quoted(direct), SHOWN)}.`;
}
