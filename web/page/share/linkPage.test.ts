import { expect, test } from 'vitest';
import { isPage, linkPage } from './linkPage';

test('a link begins with the page that others can open', () => {
  expect(linkPage('https://example.org/hitmap/', '')).toBe('https://example.org/hitmap/');
  expect(linkPage('http://10.0.0.7:4173/', '')).toBe('http://10.0.0.7:4173/');
  for (const own of [
    '',
    'http://localhost:4173/',
    'http://hitmap.localhost/',
    'http://127.0.0.1:39999/',
    'http://[::1]:4173/',
  ]) {
    expect([own, linkPage(own, '')]).toEqual([own, '']);
    expect(linkPage(own, '', 'https://example.org/site/')).toBe('https://example.org/site/');
    expect(linkPage(own, 'https://example.org/hitmap/#old')).toBe('https://example.org/hitmap/');
  }
});

test('a page is named by an address of the web', () => {
  expect(isPage('https://example.org/hitmap/')).toBe(true);
  for (const text of ['', 'example.org', 'javascript:alert(1)', 'file:///tmp/hitmap.html']) {
    expect([text, isPage(text)]).toEqual([text, false]);
  }
});
