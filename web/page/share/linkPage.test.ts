import { expect, test } from 'vitest';
import { linkPage } from './linkPage';

test('a link begins with the page that others can open', () => {
  expect(linkPage('https://example.org/hitmap/')).toBe('https://example.org/hitmap/');
  expect(linkPage('http://10.0.0.7:4173/')).toBe('http://10.0.0.7:4173/');
  for (const own of [
    '',
    'http://localhost:4173/',
    'http://hitmap.localhost/',
    'http://127.0.0.1:39999/',
    'http://[::1]:4173/',
  ]) {
    expect([own, linkPage(own)]).toEqual([own, '']);
    expect(linkPage(own, 'https://example.org/site/')).toBe('https://example.org/site/');
  }
});
