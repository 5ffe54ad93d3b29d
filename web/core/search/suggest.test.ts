import { describe, expect, test } from 'vitest';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import { withState, type Applied } from '../edit/applied';
import { figuresOf } from '../figures/figures';
import type { SuggestOptions, Suggestion } from './input';
import { file, mmStruct, pcpuChunk } from './testing/studies';
import { STRICT, input, front, after, offsets, tagged, measured } from './testing/searching';

/** What a card says of an order is what the strip of figures says once it is applied. */
function expectFigures(applied: Applied, all: readonly Suggestion[]): void {
  const strip = ({ struct, state: { lineBytes, baseBytes } }: Applied) =>
    figuresOf(computeLayout(struct), false, { lineBytes, baseBytes });
  const before = strip(applied);
  for (const { edits, figures } of all) {
    const now = strip(after(applied, edits));
    expect(figures).toMatchObject({
      sizeBytes: now.sizeBytes,
      holeBytes: now.holeBytes,
      straddles: now.straddling - before.straddling,
    });
  }
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
    expectFigures(applied, all);
    for (const { figures } of all) expect(figures.sizeBytes).toBeLessThanOrEqual(184);
  });

  test('a pinned member keeps its offset, and a member of a kept group its neighbours', () => {
    const pins = ['f_owner' as MemberPath];
    const together = [['f_wb_err', 'f_sb_err'] as MemberPath[]];
    const held = withState(applied, { pins, together });
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
  const options: SuggestOptions = {
    growth: 'nextClass',
    mostEdits: 3,
    mayAlign: true,
    mayChangeFormat: false,
  };
  const kmalloc = { kind: 'kmalloc', tailBytes: 8 } as const;
  const all = front(input(applied, { heat, options, allocation: kmalloc }));

  test('cards and figures agree', () => expectFigures(applied, all));

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

describe('mm_struct, all members in one anonymous struct', () => {
  const applied = mmStruct();
  const all = front(input(applied, { options: { ...STRICT, mostEdits: 1 } }));

  test('the hole by arg_lock, which would take write_protect_seq, is left: mmap_lock would lie over two lines', () => {
    expect(offsets(applied)('arg_lock')).toBe(256);
    expect(all.length).toBeGreaterThan(0);
    for (const { edits } of all) {
      const start = applied.state.baseBytes + offsets(after(applied, edits))('mmap_lock');
      expect(Math.floor((start + 39) / 64)).toBe(Math.floor(start / 64));
    }
  });

  test('the flexible array stays last', () => {
    for (const { edits } of all) {
      const { members } = after(applied, edits).struct.root;
      expect(members.at(-1)?.path).toBe('cpu_bitmap');
    }
  });
});
