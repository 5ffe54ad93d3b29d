import { expect, test } from 'vitest';
import { isForField, type TextField } from './takePasted';

const LINK = 'https://example.org/#hitmap1.AAAAAAAAAAAA';
const MAIL = 'Subject: move a lock\n\nIt shares its line.\n';

test.each<[text: string, field: TextField | null, isForField: boolean]>([
  ['page', 'search', true],
  ['page\n', 'search', true],
  ['page', null, false],
  [MAIL, 'search', false],
  [MAIL, 'line', false],
  [MAIL, 'lines', true],
  ['struct a {\r\n\tint b;\r\n};', 'line', false],
  [LINK, 'search', false],
  [LINK, 'line', true],
  [LINK, 'lines', true],
])('%j pasted into a field of kind %s', (text, field, expected) => {
  expect(isForField(text, field)).toBe(expected);
});
