import { sentence } from '../../base/messages';
import { describe, expect, test } from 'vitest';
import type { Binding } from '../../edit/profiles';
import type { LayoutDocument } from '../../edit/document';
import { postedStudy } from '../../edit/testing/postedStudy';
import { makeLink, readLink } from '../../document/link';
import { readTable } from '../table/readTable';
import { svgOfDocument } from '../svgOfDocument';
import { EXPORT_FORMS } from './exportForms';
import { exportText } from './exportText';

/** pahole's forms are read by its readers, and have neither heat nor a base. */
const FORMS = EXPORT_FORMS.map(({ form }) => form).filter(
  (form) => !form.startsWith('pahole') && form !== 'diff',
);

function guessed(doubt: NonNullable<Binding['doubt']>): LayoutDocument {
  const study = postedStudy([]);
  return { ...study, bindings: study.bindings.map((binding) => ({ ...binding, doubt })) };
}

function textOf(document: LayoutDocument, form: (typeof FORMS)[number]): string {
  const text = exportText(document, form);
  if (!text.ok) throw new Error(sentence(text.error));
  return text.value.replace(/\s+/g, ' ');
}

describe('what was bound by a guess says so in every way out', () => {
  test.each(FORMS)('%s', (form) => {
    const output = form === 'document' ? '"doubt": "guessed"' : 'Which struct the cache line of';
    expect(textOf(guessed('guessed'), form)).toContain(output);
    expect(textOf(postedStudy([]), form)).not.toMatch(/guess|In doubt/i);
  });

  test('picture, table that is read again, link', () => {
    const document = guessed('otherBuild');
    const picture = svgOfDocument(document, 'light');
    expect(picture).toContain('In doubt: address_space before was probably recorded on a');
    const table = exportText(document, 'table');
    const back = table.ok ? readTable(table.value) : table;
    expect(back.ok && back.value.document.bindings[0]?.doubt).toBe('otherBuild');
    const link = readLink(makeLink(document));
    expect(link.ok && link.value.bindings.map(({ doubt }) => doubt)).toEqual([
      'otherBuild',
      'otherBuild',
    ]);
  });
});

test('a base that is known on shorter lines is several on longer ones, and said', () => {
  const words = '`address_space` begins at byte 48 or 112 of a cache line of 128 bytes';
  const document = postedStudy(['line 128']);
  expect(textOf(document, 'markdown')).toContain(words);
  expect(textOf(document, 'json')).toContain(words);
  // Who says it on these lines knows it, and an alignment to them leaves one.
  for (const edits of [['line 128', 'base 48'], ['line 128', 'align i_mmap_rwsem 128'], []]) {
    expect(textOf(postedStudy(edits), 'json')).not.toContain('begins at byte');
  }
});
