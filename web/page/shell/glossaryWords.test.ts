import { expect, test } from 'vitest';
import GLOSSARY from '../../../docs/glossary.md?raw';
import { glossaryParts } from './glossaryWords';

test('each row of the glossary is a word of the page, without the marks of its file', () => {
  const parts = glossaryParts(GLOSSARY);
  const words = parts.flatMap((part) => part.words);
  expect(words).toHaveLength(GLOSSARY.match(/^\| \*\*/gm)?.length ?? 0);
  expect(parts.map(({ title }) => title)).toContain('Heat');
  expect(words).toContainEqual({
    word: 'hole',
    text: 'Bytes between two members that belong to none.',
  });
  for (const { word, text } of words) expect(`${word} ${text}`).not.toMatch(/\*|\]\(|(^|\s)_\w/);
});
