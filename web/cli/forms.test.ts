import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCUMENT_VERSION, newDocument } from '../core/edit/document';
import { structFromC } from '../core/layout/testing/c';
import { TABLE_VERSION } from '../core/format/table/format';
import { makeLink } from '../core/document/link';
import { run } from './main';

const FORMS = readFileSync('docs/forms.md', 'utf8');

/** The number in the third column of a form's row in docs/forms.md. */
function promised(form: string): number {
  const row = FORMS.split('\n').find((line) => line.startsWith(`| ${form}`));
  return Number(row?.split('|')[3]);
}

test('what docs/forms.md calls frozen is what is written', () => {
  const link = makeLink(newDocument(structFromC('struct s { char a; long b; };')));
  expect(link).toMatch(new RegExp(`^#hitmap${promised('link')}\\.`));
  expect(DOCUMENT_VERSION).toBe(promised('document'));
  expect(TABLE_VERSION).toBe(promised('table'));
});

const [SHOP, MAPPING, DEPOT, AUDIT] = ['shop', 'mapping', 'depot', 'depot-audit'].map(
  (name) => `e2e/samples/${name}.o`,
) as [string, string, string, string];
const BOUND = ['--profile', 'corpus/address_space-before-5.15.txt', '--line', '0', '--at', '80'];

test.each([
  ['ls', SHOP],
  ['show', SHOP, 'counter'],
  ['heat', 'corpus/address_space-before-5.15.txt'],
  ['findings', SHOP, 'counter'],
  ['predict', MAPPING, 'address_space', ...BOUND],
  ['patch', 'e2e/samples/shop.c', 'counter', '--edit', 'move limit first'],
  ['diff', DEPOT, AUDIT],
  ['diff', DEPOT, AUDIT, 'depot'],
  ['history', 'depot', DEPOT, AUDIT],
])('the JSON of %s says its version', async (...words) => {
  const { text } = await run([...words, '--json']);
  expect(JSON.parse(text)).toMatchObject({ v: promised('JSON') });
});
