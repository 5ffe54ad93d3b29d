import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createPicks } from './picks';
import { initialState, type AppState } from './state';

test('of two structs that are on their way the last one is wanted, and what was in view comes back', async () => {
  vi.useFakeTimers();
  const store = createStore<AppState>(() => initialState);
  const picks = createPicks(store, (change) => store.setState(change, true));
  const answers: ((name: string) => void)[] = [];
  const pick = (label: string) =>
    picks.wait(label, new Promise<string>((resolve) => void answers.push(resolve)));
  const [first, second] = [pick('struct a'), pick('struct b')];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(store.getState().centre).toEqual({ kind: 'opening', label: 'struct b' });
  answers[0]?.('a');
  answers[1]?.('b');
  expect([await first, await second]).toEqual([null, 'b']);
  expect(picks.back(store.getState()).centre).toEqual(initialState.centre);
  vi.useRealTimers();
});
