import { expect, test } from 'vitest';
import type { FileId } from '../layout/ids';
import { showsPanel } from './panels';
import { initialState, type AppState } from './state';
import { facts, index } from './testing/files';
import { opened } from './testing/opened';

test('panels show by themselves where there is room, and the list where it lists something', () => {
  const empty = initialState;
  expect(showsPanel(empty, 'left', 1920)).toBe(false);
  expect(showsPanel(empty, 'right', 1920)).toBe(false);

  const one = opened('struct a { int x; };');
  expect([1399, 1400].map((px) => showsPanel(one, 'left', px))).toEqual([false, true]);
  expect([1159, 1160].map((px) => showsPanel(one, 'right', px))).toEqual([false, true]);
  const twice = { ...one, documents: [...one.documents, ...one.documents] };
  expect([859, 860].map((px) => showsPanel(twice, 'left', px))).toEqual([false, true]);
});

test('while nothing is open the list shows in every window, and a struct takes its place', () => {
  const listed: AppState = {
    ...initialState,
    files: [
      {
        id: 'f1' as FileId,
        name: 'vmlinux',
        sizeBytes: 1,
        phase: { kind: 'ready', facts, index: index('struct a 8'), more: null },
      },
    ],
  };
  expect(showsPanel(listed, 'left', 390)).toBe(true);
  expect(showsPanel(opened('struct a { int x; };', listed), 'left', 390)).toBe(false);
});

test('where there is room for one panel, it is the one that was asked for', () => {
  const one = opened('struct a { int x; };');
  const twice = { ...one, documents: [...one.documents, ...one.documents] };
  const asked = { ...twice, panels: { left: null, right: true } };
  expect([1159, 1160].map((px) => showsPanel(asked, 'left', px))).toEqual([false, true]);
  expect(showsPanel(asked, 'right', 900)).toBe(true);
});

test('a panel that was switched is as it was switched, at any width', () => {
  const one = opened('struct a { int x; };');
  const switched = { ...one, panels: { left: true, right: false } };
  expect(showsPanel(switched, 'left', 400)).toBe(true);
  expect(showsPanel(switched, 'right', 1920)).toBe(false);
});
