import { expect, test } from 'vitest';
import type { FileId } from '../../core/layout/ids';
import { liesOver, listPx, listWidths, showsPanel, showsRail } from './panels';
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

test('the list is as wide as it was made, and never more than half of the window', () => {
  const one = opened('struct a { int x; };');
  const made = (px: number) => ({ ...one, settings: { ...one.settings, listPx: px } });
  expect(listPx(made(500), 1440)).toBe(500);
  expect(listPx(made(5000), 1440)).toBe(720);
  expect(listPx(made(1), 1440)).toBe(listWidths(1440).least);
  // As it comes it leaves the grid its share, and has more room where it stands alone.
  expect(listPx(one, 1440)).toBe(236);
  expect(listPx(one, 1920)).toBe(315);
  expect(listPx(initialState, 1440)).toBe(389);
  expect(listPx(one, 1000)).toBe(320);
});
