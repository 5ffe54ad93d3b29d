import { sentence } from '../../web/core/base/messages';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figuresOf } from '../../web/core/figures/figures';
import { applyEdits } from '../../web/core/edit/apply';
import type { LayoutDocument } from '../../web/core/edit/document';
import { parseEdit } from '../../web/core/edit/parse';
import { parseDocument } from '../../web/core/edit/validate';
import { computeLayout } from '../../web/core/layout/compute';
import type { MemberPath } from '../../web/core/layout/ids';
import { linesOf } from '../../web/core/layout/lines';
import { orderedFrom } from '../../web/core/layout/original';
import { findField } from '../../web/core/layout/walk';
import { STUDIES } from './all';

// The figures are those that the posts and the merged kernels state, not what this engine printed.

function after(document: LayoutDocument, ...words: string[]) {
  const edits = words.map((text) => {
    const edit = parseEdit(text);
    if (!edit.ok) throw new Error(sentence(edit.error));
    return edit.value;
  });
  const applied = applyEdits({ ...document, edits });
  expect(applied.skipped).toEqual([]);
  const layout = computeLayout(applied.struct);
  const at = (path: string) => {
    const field = findField(layout, path as MemberPath);
    if (field === null) throw new Error(`no ${path}`);
    return field.offsetBits / 8;
  };
  const line = (path: string) => linesOf(at(path) * 8, 8, applied.state).first;
  return { layout, at, line, figures: figuresOf(layout, false, applied.state) };
}

test.each(Object.entries(STUDIES))(
  '%s agrees with the engine, and its file is up to date',
  (name, document) => {
    expect(orderedFrom(document.struct).verdict).toEqual({ kind: 'agrees' });
    const text = readFileSync(`public/studies/${name}.json`, 'utf8');
    expect(parseDocument(JSON.parse(text))).toEqual({ ok: true, value: document });
    expect(applyEdits(document).skipped).toEqual([]);
  },
);

test('file, f_ref: the merged change keeps 184 bytes and puts f_ref on the third line', () => {
  const { at, figures, line } = after(
    STUDIES['file-f_ref'],
    'move f_ref last',
    'move f_owner after f_cred',
  );
  expect([at('f_ref'), at('f_owner'), figures.sizeBytes]).toEqual([176, 56, 184]);
  expect([line('f_ref'), line('f_op')]).toEqual([2, 0]);
});

test('file, f_ref: the first proposal takes 192 bytes', () => {
  const { figures } = after(STUDIES['file-f_ref'], 'move f_ref last', 'pad 8 before f_path');
  expect(figures.sizeBytes).toBe(192);
});

test('file, f_count: on lines of 128 bytes it leaves that of f_mode', () => {
  const before = after(STUDIES['file-f_count']);
  expect(before.line('f_count')).toBe(before.line('f_mode'));
  const { at, line, figures } = after(STUDIES['file-f_count'], 'move f_count last');
  expect(line('f_count')).not.toBe(line('f_mode'));
  expect([at('f_flags'), at('f_mode'), at('f_wb_err'), at('f_count')]).toEqual([56, 60, 240, 248]);
  expect([figures.sizeBytes, figures.holes, figures.holeBytes]).toEqual([256, 1, 4]);
});

test('address_space: the aligned lock is at 128, the struct takes 256', () => {
  const { at, figures } = after(STUDIES.address_space, 'base 0', 'align i_mmap_rwsem cacheline');
  expect([at('i_mmap_rwsem'), figures.sizeBytes, figures.alignBytes]).toEqual([128, 256, 64]);
});

test('address_space: inside its inode, the lock and the end of the tree share a line', () => {
  const { line, at } = after(STUDIES.address_space);
  expect((at('i_mmap') + 8 + 48) % 64).toBe(0);
  expect(line('i_mmap_rwsem')).toBe(
    linesOf((at('i_mmap') + 8) * 8, 64, STUDIES.address_space).first,
  );
});

test('mm_struct: the moved field closes both holes, and the lock is split again', () => {
  const before = after(STUDIES.mm_struct);
  expect([before.figures.holes, before.figures.holeBytes]).toEqual([2, 8]);
  const { at, figures } = after(STUDIES.mm_struct, 'move write_protect_seq before arg_lock');
  expect(figures.holes).toBe(0);
  expect([at('write_protect_seq'), at('arg_lock'), at('pgtables_bytes')]).toEqual([248, 252, 104]);
  expect([at('mmap_lock'), at('start_code')]).toEqual([120, 256]);
});

test('pcpu_chunk: as posted, as merged, and by order alone', () => {
  const before = after(STUDIES.pcpu_chunk).figures;
  expect([before.sizeBytes, before.lines, before.holes, before.holeBytes]).toEqual([136, 3, 4, 14]);
  const merged = after(
    STUDIES.pcpu_chunk,
    'move bound_map before base_addr',
    'align base_addr cacheline',
  );
  expect([merged.at('bound_map'), merged.at('base_addr')]).toEqual([56, 64]);
  expect([merged.figures.sizeBytes, merged.figures.paddingBytes]).toEqual([192, 56]);
  const ordered = after(STUDIES.pcpu_chunk, 'move bound_map before base_addr');
  expect([ordered.at('base_addr'), ordered.figures.sizeBytes]).toEqual([64, 136]);
});
