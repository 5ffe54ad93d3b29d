import { sentence } from '../../core/base/messages';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../core/edit/apply';
import { parseEdit } from '../../core/edit/parse';
import { parseDocument } from '../../core/edit/validate';
import { computeLayout } from '../../core/layout/compute';
import { linesOf } from '../../core/layout/lines';
import { fieldsOf } from '../../core/layout/walk';
import { STUDY_CARDS, type StudyId } from '../state/studyList';
import { STORIES } from './stories';

function documentOf(id: StudyId) {
  const parsed = parseDocument(JSON.parse(readFileSync(`public/studies/${id}.json`, 'utf8')));
  if (!parsed.ok) throw new Error(sentence(parsed.error));
  return parsed.value;
}

function stepOf(id: StudyId, title: string) {
  const step = STORIES[id].find((each) => each.title === title);
  if (!step) throw new Error(`no step ${title}`);
  const edits = step.edits.map((words) => {
    const edit = parseEdit(words);
    if (!edit.ok) throw new Error(sentence(edit.error));
    return edit.value;
  });
  const applied = applyEdits({ ...documentOf(id), edits });
  const layout = computeLayout(applied.struct);
  const field = (path: string) => {
    const found = [...fieldsOf(layout)].find((each) => each.path === path);
    if (!found) throw new Error(`no field ${path}`);
    return found;
  };
  return {
    skipped: applied.skipped,
    sizeBytes: layout.sizeBits / 8,
    offset: (path: string) => field(path).offsetBits / 8,
    line: (path: string) => linesOf(field(path).offsetBits, 8, applied.state).first,
    holes: layout.items.filter((item) => item.kind === 'hole').length,
  };
}

describe.each(STUDY_CARDS)('the story of $id', ({ id }) => {
  test.each(STORIES[id])('$title: every edit applies', ({ title, profile }) => {
    expect(stepOf(id, title).skipped).toEqual([]);
    const names = documentOf(id).profiles.map(({ name }) => name);
    if (profile !== undefined) expect(names).toContain(profile);
  });
});

// What the texts say, which was published or follows from what was.
test('the layouts are those that the texts speak of', () => {
  expect(stepOf('file-f_ref', 'The first proposal').sizeBytes).toBe(192);
  const merged = stepOf('file-f_ref', 'What was merged');
  expect([merged.sizeBytes, merged.offset('f_ref'), merged.offset('f_owner')]).toEqual([
    184, 176, 56,
  ]);

  const before = stepOf('address_space', 'The layout');
  expect(before.line('i_mmap_rwsem')).toBe(2);
  const aligned = stepOf('address_space', 'What the author did');
  expect([aligned.sizeBytes, aligned.offset('i_mmap_rwsem')]).toEqual([256, 128]);
  expect(stepOf('address_space', 'What was merged').sizeBytes).toBe(192);

  expect(stepOf('mm_struct', 'The layout').offset('mmap_lock')).toBe(128);
  const fixed = stepOf('mm_struct', 'What the author did');
  expect([fixed.offset('mmap_lock'), fixed.holes]).toEqual([120, 0]);

  const reordered = stepOf('pcpu_chunk', 'Reorder alone');
  expect([reordered.sizeBytes, reordered.offset('base_addr')]).toEqual([136, 64]);
  expect(stepOf('pcpu_chunk', 'What was merged').sizeBytes).toBe(192);

  const small = stepOf('file-f_count', 'On 64-byte lines');
  expect(small.line('f_count')).not.toBe(small.line('f_mode'));
  const large = stepOf('file-f_count', 'On 128-byte lines');
  expect(large.line('f_count')).toBe(large.line('f_mode'));
  const moved = stepOf('file-f_count', 'What the author did');
  expect(moved.line('f_count')).not.toBe(moved.line('f_mode'));
  expect(moved.sizeBytes).toBe(256);
});
