import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdit } from '../../edit/apply';
import type { Applied } from '../../edit/applied';
import type { Edit } from '../../edit/edit';
import { array, member, opaque, scalar, structDesc } from '../../facts/build';
import { X86_64 } from '../../facts/targets';
import { computeLayout } from '../../layout/compute';
import type { MemberPath } from '../../layout/ids';
import { orderedFrom } from '../../layout/original';
import { declaredAggregate } from '../../layout/testing/lay';
import { calibrate, type Calibrated } from '../hitm/calibrate';
import { unpredictableSentence } from '../hitm/flags';
import { placementOf } from '../hitm/placement';
import type { AccessProfile, AccessRow } from '../hitm/profile';
import { tagProfile } from '../hitm/tags';
import type { SuggestInput, SuggestOptions, Suggestion } from './input';
import { suggest } from './suggest';
import { addressSpace, file, mmStruct, pcpuChunk } from './testing/studies';

const MACHINE = { lineBytes: 64, pageBytes: 4096, pointerBytes: 8, cpus: 64 };
const CACHE = { kind: 'cache', hwcacheAlign: true } as const;
const STRICT: SuggestOptions = { growth: 'never', mostEdits: 3, mayAlign: false };

function input(applied: Applied, more: Partial<SuggestInput> = {}): SuggestInput {
  return { applied, heat: null, allocation: CACHE, machine: MACHINE, options: STRICT, ...more };
}

/** The last front. */
function front(wanted: SuggestInput): readonly Suggestion[] {
  let last: readonly Suggestion[] = [];
  for (const progress of suggest(wanted)) {
    if (progress.kind === 'front') last = progress.suggestions;
  }
  return last;
}

function after(applied: Applied, edits: readonly Edit[]): Applied {
  return edits.reduce((now, edit) => {
    const next = applyEdit(now, edit);
    if (!next.ok) throw new Error(next.error);
    return next.value;
  }, applied);
}

function offsets(applied: Applied): (name: string) => number {
  const { offsets } = placementOf(computeLayout(applied.struct));
  return (name) => offsets.get(name as MemberPath) ?? NaN;
}

function tagged(applied: Applied): Calibrated {
  const placement = placementOf(computeLayout(applied.struct));
  const profile = tagProfile(applied.tags, placement, applied.lineBytes, applied.baseBytes);
  return known(calibrate(profile, placement));
}

function known(result: ReturnType<typeof calibrate>): Calibrated {
  if (!result.ok) throw new Error(unpredictableSentence(result.error));
  return result.value;
}

/** `field+offset symbol hitm otherLoads stores` on many CPUs. */
function measured(applied: Applied, rows: readonly string[]): Calibrated {
  const atoms = rows.map((text) => {
    const [place = '', symbol = '', hitm = '0', otherLoads = '0', stores = '0'] = text.split(' ');
    const [field = '', offset = '0'] = place.split('+');
    const row: AccessRow = {
      symbol,
      codeOffset: 0,
      rmtHitm: Number(hitm) / 2,
      lclHitm: Number(hitm) / 2,
      otherLoads: Number(otherLoads),
      stores: Number(stores),
      cpus: 64,
    };
    return {
      field: field as MemberPath,
      offsetBytes: Number(offset),
      sizeBytes: 8,
      rows: [row],
      cpuShares: null,
    };
  });
  const profile: AccessProfile = {
    kind: 'hitm',
    lineBytes: 64,
    cpuCount: 64,
    storeRatio: null,
    instances: [{ baseBytes: applied.baseBytes, atoms, foreign: [], lines: [] }],
  };
  return known(calibrate(profile, placementOf(computeLayout(applied.struct))));
}

describe('struct file of v6.14, f_ref written and five fields read', () => {
  const applied = file();
  const all = front(input(applied, { heat: tagged(applied) }));

  test('the study’s offsets are those that the posts reconstruct', () => {
    const at = offsets(applied);
    expect(computeLayout(applied.struct).sizeBits / 8).toBe(184);
    expect(['f_mode', 'f_cred', 'f_path', 'f_owner', 'f_ep'].map(at)).toEqual([
      12, 56, 64, 128, 144,
    ]);
  });

  test('the first keeps 184 bytes, with f_ref on the third line and another field in its place', () => {
    const [first] = all;
    if (first === undefined) throw new Error('no suggestion');
    const changed = after(applied, first.edits);
    const at = offsets(changed);
    expect(computeLayout(changed.struct).sizeBits / 8).toBe(184);
    expect(Math.floor(at('f_ref') / 64)).toBe(2);
    expect(at('f_lock')).toBe(8);
    expect(first.figures).toMatchObject({ edits: 2, straddles: 0, strideBytes: 192, knockOn: [] });
    expect(first.figures.hitm?.after).toBe(0);
    expect(first.reason).toMatch(/`f_ref`.*nothing else shifts/);
  });

  test('the merged layout is on the front', () => {
    const merged = all.filter(({ edits }) => {
      const at = offsets(after(applied, edits));
      return at('f_ref') === 176 && at('f_owner') === 56 && at('f_path') === 64;
    });
    expect(merged).toHaveLength(1);
  });

  test('edits give the figures that they come with, and none grows the struct', () => {
    expect(all.length).toBeGreaterThan(2);
    for (const { edits, figures } of all) {
      const layout = computeLayout(after(applied, edits).struct);
      expect(layout.sizeBits / 8).toBe(figures.sizeBytes);
      expect(figures.sizeBytes).toBeLessThanOrEqual(184);
    }
  });

  test('a pinned member keeps its offset, and a member of a kept group its neighbours', () => {
    const pins = ['f_owner' as MemberPath];
    const together = [['f_wb_err', 'f_sb_err'] as MemberPath[]];
    const held = { ...applied, pins, together };
    const found = front(input(held, { heat: tagged(held) }));
    expect(found.length).toBeGreaterThan(0);
    for (const { edits } of found) {
      const at = offsets(after(held, edits));
      expect(at('f_owner')).toBe(128);
      expect(at('f_sb_err') - at('f_wb_err')).toBe(4);
    }
  });
});

describe('pcpu_chunk, base_addr read beside free_bytes and chunk_md', () => {
  const applied = pcpuChunk();
  const heat = measured(applied, [
    'free_bytes pcpu_alloc_area 0 0 900',
    'chunk_md+4 pcpu_block_update_hint_alloc 0 0 1500',
    'base_addr pcpu_chunk_addr 2400 300 0',
  ]);
  const options: SuggestOptions = { growth: 'nextClass', mostEdits: 3, mayAlign: true };
  const kmalloc = { kind: 'kmalloc', tailBytes: 8 } as const;
  const all = front(input(applied, { heat, options, allocation: kmalloc }));

  test('one edit separates at 136 bytes or less, in the same bucket', () => {
    const one = all.filter(({ figures }) => figures.edits === 1 && figures.sizeBytes <= 136);
    expect(one.length).toBeGreaterThan(0);
    for (const { edits, figures } of one) {
      const at = offsets(after(applied, edits));
      const line = (name: string) => Math.floor(at(name) / 64);
      expect(line('base_addr')).not.toBe(line('free_bytes'));
      expect(figures.strideBytes).toBe(192);
      expect(figures.hitm?.after).toBe(0);
    }
  });

  test('the alignment stands beside it, at 192 bytes in the 256 bucket', () => {
    const aligned = all.filter(({ edits }) => edits.some(({ kind }) => kind === 'align'));
    expect(aligned.map(({ figures }) => [figures.sizeBytes, figures.strideBytes])).toContainEqual([
      192, 256,
    ]);
  });

  test('without leave to grow or align neither is suggested', () => {
    for (const { edits, figures } of front(input(applied, { heat, allocation: kmalloc }))) {
      expect(figures.sizeBytes).toBeLessThanOrEqual(136);
      expect(edits.every(({ kind }) => kind !== 'align')).toBe(true);
    }
  });
});

describe('address_space, i_mmap beside its lock, 48 bytes into a line', () => {
  const applied = addressSpace();
  const heat = measured(applied, [
    'i_mmap+8 vma_interval_tree_insert 1700 400 0',
    'i_mmap+8 vma_interval_tree_remove 0 0 1500',
    'i_mmap_rwsem+0 down_write 170 6000 4500',
    'i_mmap_rwsem+8 rwsem_spin_on_owner 23000 9000 0',
    'i_mmap_rwsem+8 rwsem_set_owner 0 0 3000',
  ]);
  const options: SuggestOptions = { growth: 'nextClass', mostEdits: 3, mayAlign: true };
  const all = front(input(applied, { heat, options, allocation: { kind: 'embedded' } }));
  const apart = all.filter(({ edits }) => {
    const changed = after(applied, edits);
    const base = edits.some(({ kind }) => kind === 'align') ? 0 : 48;
    const at = offsets(changed);
    const line = (name: string, extra: number) => Math.floor((base + at(name) + extra) / 64);
    return line('i_mmap', 8) !== line('i_mmap_rwsem', 8);
  });

  test('a separation that does not grow the struct stands beside the alignment', () => {
    expect(apart.some(({ figures }) => figures.sizeBytes === 192)).toBe(true);
    expect(
      apart.some(
        ({ edits, figures }) =>
          figures.sizeBytes === 256 && edits.some(({ kind }) => kind === 'align'),
      ),
    ).toBe(true);
  });
});

describe('mm_struct, all members in one anonymous struct', () => {
  const applied = mmStruct();
  const all = front(input(applied, { options: { ...STRICT, mostEdits: 1 } }));

  test('write_protect_seq fits the hole by arg_lock, and both holes close', () => {
    expect(offsets(applied)('arg_lock')).toBe(256);
    const found = all.find(({ edits: [edit] }) =>
      edit?.kind === 'move' && edit.members.join() === 'write_protect_seq'
        ? Math.abs(
            offsets(after(applied, [edit]))('write_protect_seq') -
              offsets(after(applied, [edit]))('arg_lock'),
          ) === 4
        : false,
    );
    if (found === undefined) throw new Error('not found');
    const before = computeLayout(applied.struct).sizeBits / 8;
    expect(found.figures.sizeBytes).toBe(before - 8);
    expect(found.figures.holeBytes).toBe(0);
    expect(found.reason).toMatch(/8 bytes smaller/);
  });

  test('the flexible array stays last', () => {
    for (const { edits } of all) {
      const { members } = after(applied, edits).struct.root;
      expect(members.at(-1)?.path).toBe('cpu_bitmap');
    }
  });
});

describe('what bounds a search', () => {
  function struct(members: Parameters<typeof declaredAggregate>[3]): Applied {
    const desc = structDesc(X86_64, declaredAggregate(X86_64, 'struct', 's', members));
    return { ...file(), tags: [], struct: orderedFrom(desc) };
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
          const applied: Applied = {
            ...plain,
            pins: [pinned],
            tags: members.flatMap(([bytes, tag], i) =>
              tag === null || bytes === 0
                ? []
                : [{ member: names[i] as MemberPath, role: tag, weight: null }],
            ),
          };
          const options = { ...STRICT, mostEdits: 2 };
          const marks = names.filter((name) => name.startsWith('__mark'));
          const section = (order: readonly string[], name: string) =>
            marks.filter((mark) => order.indexOf(mark) < order.indexOf(name)).length;
          for (const { edits } of front(input(applied, { heat: tagged(applied), options }))) {
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
      const moves = sizes.length - longestRising(order);
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
function longestRising(order: readonly number[]): number {
  let most = 0;
  for (let subset = 0; subset < 2 ** order.length; subset++) {
    const chosen = order.filter((_, i) => (subset >> i) & 1);
    if (chosen.every((value, i) => i === 0 || value > (chosen[i - 1] ?? 0))) {
      most = Math.max(most, chosen.length);
    }
  }
  return most;
}
