import { expect, test } from 'vitest';
import { readSettings, writeSettings } from '../createApp';
import { initialState } from './state';

function storage(kept: string | null): Storage {
  let text = kept;
  return {
    getItem: () => text,
    setItem: (_key: string, next: string) => {
      text = next;
    },
  } as unknown as Storage;
}

const forbidden = {
  getItem: () => {
    throw new DOMException('no', 'SecurityError');
  },
  setItem: () => {
    throw new DOMException('no', 'QuotaExceededError');
  },
} as unknown as Storage;

const { settings } = initialState;

test('settings are kept', () => {
  const kept = storage(null);
  const own = {
    theme: 'dark',
    singleKeys: false,
    keepDrafts: false,
    listPx: 333,
    inspectorPx: 444,
    closed: ['right'],
  } as const;
  writeSettings(kept, own);
  expect(readSettings(kept, settings)).toEqual(own);
});

test.each([
  null,
  '',
  '{',
  'null',
  '7',
  '{"theme":"pink","singleKeys":"yes","listPx":"wide","inspectorPx":-1}',
])('what makes no sense is as it is by default: %s', (text) =>
  expect(readSettings(storage(text), settings)).toEqual(settings),
);

test('a browser that forbids storage is no obstacle', () => {
  expect(readSettings(forbidden, settings)).toEqual(settings);
  expect(() => writeSettings(forbidden, settings)).not.toThrow();
  expect(readSettings(null, settings)).toEqual(settings);
});
