import { sentence } from '../base/messages';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { needs } from '../base/testing/needs';
import { applyEdits } from '../edit/apply';
import { formatEdit } from '../edit/words';
import { computeLayout } from '../layout/compute';
import { fieldsOf } from '../layout/walk';
import { readLink } from './link';

/** A link that was made once and is read for ever, with what it has to show. */
interface Fixture {
  readonly link: string;
  readonly edits: readonly string[];
  readonly sizeBytes: number;
  /** Of the edited layout, in bytes. */
  readonly offsets: Readonly<Record<string, number>>;
  readonly hitm: number | null;
}

const FOLDER = 'web/core/document/fixtures';
const FIXTURES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

function fixture(name: string): Fixture {
  return JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Fixture;
}

test.each(FIXTURES)('%s shows what it showed', (name) => {
  const { link, edits, sizeBytes, offsets, hitm } = fixture(name);
  const read = readLink(link);
  if (!read.ok) throw new Error(sentence(read.error));
  const document = read.value;
  const layout = computeLayout(applyEdits(document).struct);
  const places = new Map(
    [...fieldsOf(layout)].map(({ path, offsetBits }) => [path, offsetBits / 8]),
  );
  expect(layout.sizeBits / 8).toBe(sizeBytes);
  expect(
    Object.fromEntries(Object.keys(offsets).map((path) => [path, places.get(path as never)])),
  ).toEqual(offsets);
  expect(document.edits.map(formatEdit)).toEqual(edits);
  const rows = document.profiles.flatMap(({ lines }) => lines.flatMap((line) => line.rows));
  const sum = rows.reduce(
    (all, { counts }) => all + (counts.hitmLocal ?? 0) + (counts.hitmRemote ?? 0),
    0,
  );
  expect(rows.length === 0 ? null : sum).toBe(hitm);
});

const READ_ALL = `
import json, sys
sys.path.insert(0, 'docs')
from link_document import document
json.dump([document(text) for text in json.load(sys.stdin)], sys.stdout)`;

test('every fixture reads the same in Python, also out of a mail', needs('python3'), () => {
  const links = FIXTURES.map((name) => fixture(name).link);
  const mails = links.map((link) =>
    (link.match(/.{1,70}/g) ?? []).map((line) => `> ${line}`).join('\n'),
  );
  const texts = [...links, ...mails];
  const ran = spawnSync('python3', ['-c', READ_ALL], {
    encoding: 'utf8',
    input: JSON.stringify(texts),
    maxBuffer: 2 ** 28,
  });
  expect(ran.stderr).toBe('');
  const python = JSON.parse(ran.stdout) as unknown[];
  for (const [place, text] of texts.entries()) {
    const read = readLink(text);
    expect(python[place]).toEqual(read.ok && read.value);
  }
});
