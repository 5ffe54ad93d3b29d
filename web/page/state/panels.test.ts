import { expect, test } from 'vitest';
import type { FileId } from '../../core/layout/ids';
import { liesOver, panelPx, panelWidths, showsPanel, showsRail } from './panels';
import { editInView } from './documentReducers';
import { initialState, type AppState, type LoadedFile } from './state';
import { facts, index } from './testing/files';
import { edit, opened } from './testing/opened';

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
  expect([1599, 1600].map((px) => showsPanel(one, 'left', px))).toEqual([false, true]);
  expect([1159, 1160].map((px) => showsPanel(one, 'right', px))).toEqual([false, true]);
});

test('a file that is opened beside a struct moves nothing, and an open list keeps the room of its icon', () => {
  const one = opened('struct a { int x; };');
  const withFile = { ...one, files: [vmlinux] };
  for (const px of [390, 860, 900, 1280, 1599, 1600, 1920]) {
    const columns = (state: AppState) => [
      showsPanel(state, 'left', px) && !liesOver(state, 'left', px),
      showsRail(state, 'left', px),
    ];
    expect(columns(withFile), `${px}`).toEqual(columns(one));
    if (px < 1600) {
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
  expect(panelPx(made(500), 'left', 1440)).toBe(500);
  expect(panelPx(made(5000), 'left', 1440)).toBe(720);
  expect(panelPx(made(1), 'left', 1440)).toBe(panelWidths('left', 1440).least);
  // As it comes it leaves the grid its share, and has more room where it stands alone.
  expect(panelPx(one, 'left', 1600)).toBe(262);
  expect(panelPx(one, 'left', 1920)).toBe(315);
  expect(panelPx(initialState, 'left', 1440)).toBe(389);
  expect(panelPx(one, 'left', 1000)).toBe(320);
});

test('the inspector leaves the grid its share, and has the room of a patch where one is offered', () => {
  const one = opened('struct a { int x; long y; };');
  const widths = (state: AppState) => [1920, 1440, 900].map((px) => panelPx(state, 'right', px));
  expect(widths(one)).toEqual([380, 380, 297]);
  const sending: AppState = { ...one, inspector: 'share' };
  expect(widths(sending)).toEqual([380, 380, 297]);
  const changed = editInView(sending, [edit('move x last')]);
  expect(widths(changed)).toEqual([380, 380, 297]);
  const tree: LoadedFile = { ...vmlinux, phase: { kind: 'tree', tree: null as never } };
  const offered = { ...changed, files: [tree] };
  expect(widths(offered)).toEqual([640, 640, 450]);
  expect(widths({ ...offered, inspector: 'findings' })).toEqual([380, 380, 297]);
  expect(widths({ ...offered, settings: { ...offered.settings, inspectorPx: 300 } })).toEqual([
    300, 300, 300,
  ]);
});
