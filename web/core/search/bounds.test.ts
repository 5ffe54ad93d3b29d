import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withState, type Applied } from '../edit/applied';
import { array, member, opaque, scalar, structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import { orderedFrom } from '../layout/original';
import { declaredAggregate } from '../layout/testing/lay';
import { suggest } from './suggest';
import { file } from './testing/studies';
import { STRICT, input, front, after, offsets, tagged } from './testing/searching';

describe('what bounds a search', () => {
  function struct(members: Parameters<typeof declaredAggregate>[3]): Applied {
    const desc = structDesc(X86_64, declaredAggregate(X86_64, 'struct', 's', members));
    return { ...withState(file(), { tags: [] }), struct: orderedFrom(desc) };
  }
  const marker = array(scalar('unsigned char', 1), 0);

  test('nothing crosses a marker of intent', () => {
    const applied = struct([
      member('a', 0, scalar('char', 1)),
      member('b', 0, scalar('long', 8)),
      member('__cacheline_group_begin__hot', 0, marker),
      member('c', 0, scalar('char', 1)),
      member('d', 0, scalar('long', 8)),
      member('e', 0, scalar('char', 1)),
    ]);
    for (const { edits } of front(input(applied))) {
      const at = offsets(after(applied, edits));
      const border = at('__cacheline_group_begin__hot');
      for (const name of ['a', 'b']) expect(at(name)).toBeLessThan(border);
      for (const name of ['c', 'd', 'e']) expect(at(name)).toBeGreaterThanOrEqual(border);
    }
  });

  test('a struct whose order cannot be recomputed gets a sentence', () => {
    const applied = file();
    const root = { ...applied.struct.root, readOnly: 'Its layout is randomized.' };
    const [only] = suggest(input({ ...applied, struct: { ...applied.struct, root } }));
    expect(only).toEqual({
      kind: 'none',
      reason: 'No order can be suggested: Its layout is randomized.',
    });
  });

  test('a search can be left at any time', () => {
    const applied = file();
    const search = suggest(input(applied, { heat: tagged(applied) }));
    search.next();
    search.return();
    expect(search.next().done).toBe(true);
  });

  test('no suggestion grows a struct, shifts a pin, or crosses a marker; all apply', () => {
    const size = fc.constantFrom(0, 1, 4, 8, 8, 16, 40);
    const role = fc.constantFrom('read-hot', 'write-hot', 'lock', 'cold', null);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(size, role), { minLength: 6, maxLength: 14 }),
        fc.nat(),
        (members, pin) => {
          const names = members.map(([bytes], i) => (bytes === 0 ? `__mark${i}` : `m${i}`));
          const plain = struct(
            members.map(([bytes], i) =>
              member(
                names[i] ?? '',
                0,
                bytes === 0 ? marker : opaque('T', bytes, Math.min(8, bytes)),
              ),
            ),
          );
          const pinned = names[pin % names.length] as MemberPath;
          const applied = withState(plain, {
            pins: [pinned],
            tags: members.flatMap(([bytes, tag], i) =>
              tag === null || bytes === 0
                ? []
                : [{ member: names[i] as MemberPath, role: tag, weight: null }],
            ),
          });
          const options = { ...STRICT, mostEdits: 2 };
          const marks = names.filter((name) => name.startsWith('__mark'));
          const section = (order: readonly string[], name: string) =>
            marks.filter((mark) => order.indexOf(mark) < order.indexOf(name)).length;
          const roles = new Set(applied.state.tags.map((tag) => tag.role));
          const conflicts = roles.has('lock') || (roles.has('write-hot') && roles.has('read-hot'));
          const heat = conflicts ? tagged(applied) : null;
          for (const { edits } of front(input(applied, { heat, options }))) {
            const changed = after(applied, edits);
            const order = changed.struct.root.members.map(({ path }) => path);
            expect(computeLayout(changed.struct).sizeBits).toBeLessThanOrEqual(
              computeLayout(applied.struct).sizeBits,
            );
            expect(offsets(changed)(pinned)).toBe(offsets(applied)(pinned));
            for (const name of names) expect(section(order, name)).toBe(section(names, name));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test('packing small structs is exact: no order with as few moves is smaller', () => {
    const size = fc.constantFrom(1, 2, 4, 8, 12);
    fc.assert(
      fc.property(fc.array(size, { minLength: 2, maxLength: 6 }), (sizes) => {
        const applied = struct(
          sizes.map((bytes, i) => member(`m${i}`, 0, opaque('T', bytes, bytes === 12 ? 4 : bytes))),
        );
        const found = front(
          input(applied, {
            allocation: { kind: 'embedded' },
            options: { ...STRICT, mostEdits: sizes.length },
          }),
        );
        const best = smallestByMoves(sizes);
        const start = best[0] ?? 0;
        best.forEach((bytes, moves) => {
          const ours = found.filter(({ figures }) => figures.edits <= moves);
          const least = Math.min(start, ...ours.map(({ figures }) => figures.sizeBytes));
          expect(least, `${sizes.join()} in ${moves} moves`).toBe(bytes);
        });
      }),
      { numRuns: 60 },
    );
  });
});

/** By brute force: the smallest size with at most so many members moved. */
function smallestByMoves(sizes: readonly number[]): number[] {
  const best = new Array<number>(sizes.length).fill(Infinity);
  const visit = (order: number[]) => {
    if (order.length === sizes.length) {
      const moves = sizes.length - longestIncreasing(order);
      for (let k = moves; k < best.length; k++)
        best[k] = Math.min(best[k] ?? 0, sizeOf(order, sizes));
      return;
    }
    sizes.forEach((_, i) => {
      if (!order.includes(i)) visit([...order, i]);
    });
  };
  visit([]);
  return best;
}

function sizeOf(order: readonly number[], sizes: readonly number[]): number {
  let end = 0;
  let align = 1;
  for (const index of order) {
    const bytes = sizes[index] ?? 0;
    const own = bytes === 12 ? 4 : bytes;
    align = Math.max(align, own);
    end = Math.ceil(end / own) * own + bytes;
  }
  return Math.ceil(end / align) * align;
}

/** By trying every subset. */
function longestIncreasing(order: readonly number[]): number {
  let most = 0;
  for (let subset = 0; subset < 2 ** order.length; subset++) {
    const chosen = order.filter((_, i) => (subset >> i) & 1);
    if (chosen.every((value, i) => i === 0 || value > (chosen[i - 1] ?? 0))) {
      most = Math.max(most, chosen.length);
    }
  }
  return most;
}
