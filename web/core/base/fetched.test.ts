// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { fetched, Unfetched, untilFetched } from './fetched';

/** What engines, and Vite, say of a script or style that did not come. */
const MESSAGES = [
  'Failed to fetch dynamically imported module: http://localhost/assets/a.js',
  'error loading dynamically imported module: http://localhost/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
];

test.each(MESSAGES)('a part that did not come is said: %s', async (reason) => {
  const failing = fetched(() => Promise.reject(new TypeError(reason)));
  await expect(failing).rejects.toBeInstanceOf(Unfetched);
  await expect(failing).rejects.toThrow(/all that is open stays/);
  await expect(failing).rejects.not.toThrow(/reload|import/i);
});

test('what a script itself throws is thrown on', async () => {
  const bug = new TypeError('x is not a function');
  await expect(fetched(() => Promise.reject(bug))).rejects.toBe(bug);
  await expect(untilFetched(() => Promise.reject(bug))).rejects.toBe(bug);
});

test('what is waited for comes with the network', async () => {
  let attempts = 0;
  const part = untilFetched(() => {
    attempts += 1;
    return attempts < 3 ? Promise.reject(new TypeError(MESSAGES[0])) : Promise.resolve('part');
  });
  const network = setInterval(() => dispatchEvent(new Event('online')), 1);
  expect(await part).toBe('part');
  clearInterval(network);
  expect(attempts).toBe(3);
});
