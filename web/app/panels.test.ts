import { expect, test } from 'vitest';
import type { FileId } from '../layout/ids';
import { liesOver, showsPanel, showsRail } from './panels';
import { initialState, type AppState, type LoadedFile } from './state';
import { facts, index } from './testing/files';
import { opened } from './testing/opened';

const vmlinux: LoadedFile = {
  id: 'f1' as FileId,
  name: 'vmlinux',
  sizeBytes: 1,
  phase: { kind: 'ready', facts, index: index('struct a 8'), more: null },
};

test('panels show by themselves where there is room for them as columns', () => {
  expect(showsPanel(initialState, 'left', 1920)).toBe(false);
  expect(showsPanel(initialState, 'right', 1920)).toBe(false);

  const one = opened('struct a { int x; };');
  expect([1399, 1400].map((px) => showsPanel(one, 'left', px))).toEqual([false, true]);
  expect([1159, 1160].map((px) => showsPanel(one, 'right', px))).toEqual([false, true]);
});

test('a file that is opened beside a struct moves nothing, and an open list keeps the room of its icon', () => {
  const one = opened('struct a { int x; };');
  const withFile = { ...one, files: [vmlinux] };
  for (const px of [390, 860, 900, 1280, 1399, 1400, 1920]) {
    const columns = (state: AppState) => [
      showsPanel(state, 'left', px) && !liesOver(state, 'left', px),
      showsRail(state, 'left', px),
    ];
    expect(columns(withFile), `${px}`).toEqual(columns(one));
    if (px < 1400) {
      const listed = { ...withFile, panels: { left: true, right: null } };
      expect(columns(listed), `${px}, listed`).toEqual(columns(withFile));
    }
  }
});

test('while nothing is open the list shows in every window, and a struct takes its place', () => {
  const listed: AppState = {
    ...initialState,
    files: [vmlinux],
  };
  expect(showsPanel(listed, 'left', 390)).toBe(true);
  expect(showsPanel(opened('struct a { int x; };', listed), 'left', 390)).toBe(false);
});

test('a panel that was switched is as it was switched, at any width', () => {
  const one = opened('struct a { int x; };');
  const switched = { ...one, panels: { left: true, right: false } };
  expect(showsPanel(switched, 'left', 400)).toBe(true);
  expect(showsPanel(switched, 'right', 1920)).toBe(false);
});
