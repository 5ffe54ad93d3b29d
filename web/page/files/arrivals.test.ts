import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FileId } from '../../core/layout/ids';
import { createArrivals } from './fileLoader';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SMALL = 1000;
const LARGE = 100_000_000;

function arrivals() {
  const shown: string[] = [];
  const created = createArrivals(({ name }) => shown.push(name));
  return {
    shown,
    add: (name: string, sizeBytes: number) => created.add({ id: name as FileId, name, sizeBytes }),
    show: (name: string) => created.show(name as FileId),
    forget: (name: string) => created.forget(name as FileId),
  };
}

test('a large file is shown at once, a small one once there is something of it', () => {
  const { shown, add, show } = arrivals();
  add('vmlinux', LARGE);
  add('report.txt', SMALL);
  expect(shown).toEqual(['vmlinux']);
  show('report.txt');
  show('report.txt');
  vi.runAllTimers();
  expect(shown).toEqual(['vmlinux', 'report.txt']);
});

test('a small one that takes its time is shown meanwhile', () => {
  const { shown, add } = arrivals();
  add('slow.xz', SMALL);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual(['slow.xz']);
});

test('whichever is read first, they stand in the order in which they came', () => {
  const { shown, add, show } = arrivals();
  add('a', SMALL);
  add('b', SMALL);
  add('c', SMALL);
  show('b');
  expect(shown).toEqual(['a', 'b']);
  add('vmlinux', LARGE);
  expect(shown).toEqual(['a', 'b', 'c', 'vmlinux']);
});

test('one that is gone is never shown', () => {
  const { shown, add, forget } = arrivals();
  add('bad', SMALL);
  add('good', SMALL);
  forget('bad');
  vi.runAllTimers();
  expect(shown).toEqual(['good']);
});
