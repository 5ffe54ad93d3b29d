// Each form is read by what reads it elsewhere: git, a validator of JSON Schema, a reader of Markdown.
import { sentence } from '../../base/messages';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lexer, type Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import { needs } from '../../base/testing/needs';
import type { LayoutDocument } from '../../edit/document';
import { parseEdit } from '../../edit/parse';
import { parseDocument } from '../../edit/validate';
import type { ExportForm } from './exportForms';
import { exportText } from './exportText';
import { svgOfDocument } from '../svgOfDocument';

/** One move in each study, so that before and after differ. */
const EDITS: Readonly<Record<string, readonly string[]>> = {
  'file-f_ref': ['move f_ref last', 'move f_owner after f_cred'],
  'file-f_count': ['move f_count last'],
  address_space: ['move i_mmap_rwsem after private_list'],
  mm_struct: ['move write_protect_seq before arg_lock'],
  pcpu_chunk: ['move bound_map before base_addr', 'align base_addr cacheline'],
};

const STUDIES = readdirSync('public/studies').filter((name) => name.endsWith('.json'));

function studyOf(name: string): LayoutDocument {
  const parsed = parseDocument(JSON.parse(readFileSync(`public/studies/${name}`, 'utf8')));
  if (!parsed.ok) throw new Error(sentence(parsed.error));
  const edits = (EDITS[name.replace('.json', '')] ?? []).map((words) => {
    const edit = parseEdit(words);
    if (!edit.ok) throw new Error(sentence(edit.error));
    return edit.value;
  });
  return { ...parsed.value, edits };
}

function textOf(document: LayoutDocument, form: ExportForm): string {
  const text = exportText(document, form);
  if (!text.ok) throw new Error(sentence(text.error));
  return text.value;
}

/** eslint brings a validator of JSON Schema along. */
interface Validator {
  (value: unknown): boolean;
  readonly errors?: unknown;
}
type Ajv = new (options: { schemaId: 'auto' }) => { compile(schema: unknown): Validator };
const eslint = createRequire(import.meta.url).resolve('eslint/package.json');
const AjvClass = createRequire(eslint)('ajv') as Ajv;
const validate = new AjvClass({ schemaId: 'auto' }).compile(
  JSON.parse(readFileSync('docs/show.schema.json', 'utf8')),
);

describe.each(STUDIES)('%s', (name) => {
  const document = studyOf(name);

  test('the JSON is as its schema says', () => {
    const value = JSON.parse(textOf(document, 'json')) as Record<string, unknown>;
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
    // The schema is not one that takes anything.
    expect(validate({ ...value, members: undefined })).toBe(false);
    expect(validate({ ...value, lineBytes: '64' })).toBe(false);
  });

  test('git takes the diff: before becomes after', needs('git'), () => {
    const folder = mkdtempSync(join(tmpdir(), 'hitmap-'));
    const patch = textOf(document, 'diff').replace(
      /^--- before\n\+\+\+ after$/m,
      '--- a/layout\n+++ b/layout',
    );
    writeFileSync(join(folder, 'layout'), textOf(document, 'pahole-before'));
    execFileSync('git', ['apply', '-'], { cwd: folder, input: patch });
    expect(readFileSync(join(folder, 'layout'), 'utf8')).toBe(textOf(document, 'pahole'));
  });

  test('the Markdown is read as one table and a list of notes', () => {
    const { head, rows } = readMarkdown(textOf(document, 'markdown'));
    expect(head).toEqual(['Offset', 'Was', 'Size', 'Line', 'Field', 'Type']);
    const json = JSON.parse(textOf(document, 'json')) as {
      members: { name: string | null; offsetBits: number }[];
    };
    for (const { name: member, offsetBits } of json.members) {
      if (member === null) continue;
      const row = rows.find(([, , , , field]) =>
        field?.tokens.some((token) => token.type === 'codespan' && token.text === member),
      );
      expect(row?.[0]?.text, member).toBe(`${offsetBits / 8}`);
    }
  });

  test('the document is read again as it was', () => {
    const again = parseDocument(JSON.parse(textOf(document, 'document')));
    expect(again.ok && again.value).toEqual(document);
  });
});

test('the JSON of a struct whose text is cut states nothing that its end decides', () => {
  const { struct, ...rest } = studyOf(STUDIES[0]!);
  const types = struct.types.map((type, index) =>
    index === struct.root && type.shape.kind === 'aggregate'
      ? { ...type, sizeBytes: null, shape: { ...type.shape, readOnly: 'It is cut.' } }
      : type,
  );
  const cut = { ...rest, edits: [], struct: { ...struct, types } };
  const value = JSON.parse(textOf(cut, 'json')) as { figures: Record<string, number | null> };
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  const unknown = Object.keys(value.figures).filter((name) => value.figures[name] === null);
  expect(unknown.sort()).toEqual(['lines', 'paddingBits', 'paddingBytes', 'sizeBytes']);
});

test('the table of rows has fields over functions; without a bound report there is none', () => {
  const table = textOf(studyOf('address_space.json'), 'heat');
  expect(table).toMatch(/^Before \(address_space before\):$/m);
  expect(table).toMatch(/^After \(address_space after\):$/m);
  expect(table).toMatch(/0x10 {2}i_mmap_rwsem\.owner$/m);
  expect(table.split('\n').every((line) => line.length <= 75)).toBe(true);
  const none = exportText(studyOf('pcpu_chunk.json'), 'heat');
  expect(none.ok ? none.value : sentence(none.error)).toBe(
    'No cache line of a perf c2c report is bound to this struct.',
  );
});

test('a picture shows measured heat, and tags where there is none', () => {
  const hottest = '#8c1614';
  expect(svgOfDocument(studyOf('address_space.json'), 'light')).toContain(`fill="${hottest}"`);
  const tagged = svgOfDocument(studyOf('file-f_ref.json'), 'light');
  expect(tagged).not.toContain(hottest);
  expect(tagged).toContain('fill="#0c6f69"');
});

/** As a reader of GitHub's Markdown has it: a title, one table, and where there are notes a list of them. */
function readMarkdown(text: string) {
  const blocks = lexer(text).filter(({ type }) => type !== 'space');
  const [title, table, notes, ...more] = blocks;
  expect(title?.type).toBe('paragraph');
  if (table?.type !== 'table') throw new Error('no table');
  if (notes) expect(notes.type).toBe('list');
  expect(more).toEqual([]);
  const { header, rows } = table as Tokens.Table;
  return { head: header.map(({ text }) => text), rows };
}
