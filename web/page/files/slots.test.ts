import { expect, test } from 'vitest';
import { createSlots } from './fileLoader';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('so many run at once, and the next when one ends or lets go', async () => {
  const slots = createSlots(2);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const releases = new Map<string, () => void>();
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    slots.run((release) => {
      started.push(name);
      releases.set(name, release);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  }
  expect(started).toEqual(['a', 'b']);
  ends.get('b')!();
  await settle();
  expect(started).toEqual(['a', 'b', 'c']);
  releases.get('a')!();
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  // It had let go before: its end makes no room again.
  ends.get('a')!();
  await settle();
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});
