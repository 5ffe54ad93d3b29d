import { expect, test } from 'vitest';
import { isMachine, isNamed } from './machine';

test('a machine without a name is one by what is known of it, its number too', () => {
  for (const text of ['unknown-64le', 'unknown-32be', 'unknown-64be-83'] as const) {
    expect(isMachine(text), text).toBe(true);
    expect(isNamed(text), text).toBe(false);
  }
  expect(isNamed('x86-64')).toBe(true);
});

test('no other text is a machine, the names that every object has neither', () => {
  for (const text of ['x86_64', 'toString', 'unknown', 'unknown-16le', 'unknown-64le-', '']) {
    expect(isMachine(text), text).toBe(false);
  }
});
