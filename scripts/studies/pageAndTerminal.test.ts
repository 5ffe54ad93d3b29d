import { sentence } from '../../web/core/base/messages';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../web/core/base/testing/folder';
import { ADDRESS_SPACE_LINE, paretoText } from '../../e2e/support/c2cReport';
import { bindingDoubts } from '../../web/core/heat/bindingDoubts';
import { doubtOf, gradingText } from '../../web/core/bind/grade';
import { lineRows } from '../../web/core/heat/lineRows';
import { lastCandidates } from '../../web/page/bind/lineCandidates';
import type { App } from '../../web/page/state/app';
import { initialState } from '../../web/page/state/state';
import { candidatesJson, candidatesOf } from '../../web/cli/bind/candidates';
import { HEAT_COMMAND } from '../../web/cli/heat/heat';
import { openFile, type OpenFile } from '../../web/cli/open/openFile';
import { readProfile } from '../../web/cli/open/readProfile';
import type { FileQuestion } from '../../web/page/files/fileReading';
import type { Query } from '../../web/core/facts/generated';
import type { FileId } from '../../web/core/layout/ids';

// The page asks its workers, the command line its own session: of one file and one report both say the same.

const FILE = fileURLToPath(new URL('../../e2e/samples/mapping.o', import.meta.url));
const folder = testFolder();

/** The page's state with one file open; its reader answers from a session, as a worker's does. */
function pageWith({ session, index, path }: OpenFile): App {
  const id = 'f1' as FileId;
  const phase = { kind: 'ready', facts: session.facts, index };
  const state = { ...initialState, files: [{ id, name: path, phase }] };
  const page = {
    store: { getState: () => state },
    askFile: (_: FileId, question: FileQuestion<Query>) =>
      Promise.resolve(session.ask(typeof question === 'function' ? question(index) : question)),
  };
  return page as unknown as App;
}

const NEAR = {
  ...ADDRESS_SPACE_LINE,
  address: '0xff1ddd3f0c8a3b40',
  rows: ADDRESS_SPACE_LINE.rows.slice(0, 1),
};
const REPORTS = {
  'the posted line': paretoText([ADDRESS_SPACE_LINE]),
  'the posted line, another beside it': paretoText([ADDRESS_SPACE_LINE, NEAR]),
  'only waiters for a lock': paretoText([
    { ...ADDRESS_SPACE_LINE, rows: ADDRESS_SPACE_LINE.rows.slice(1, 4) },
  ]),
  'only a tree': paretoText([{ ...ADDRESS_SPACE_LINE, rows: ADDRESS_SPACE_LINE.rows.slice(0, 1) }]),
};

describe('page and command line over one file', () => {
  test.each(Object.entries(REPORTS))('%s: ranking, grade and doubt', async (name, text) => {
    const report = join(folder, `${name}.txt`);
    writeFileSync(report, text);
    const profile = readProfile(report);
    const row = lineRows(profile)[0];
    if (row === undefined) throw new Error('no line');
    const file = openFile(FILE, 'best', false);
    try {
      const page = await lastCandidates(pageWith(file), profile, row.line);
      const terminal = await candidatesOf(profile, row.line, file);
      const { candidates } = terminal.search.ranking;
      expect(page.candidates.length).toBeGreaterThan(0);
      const fromPage = page.candidates.map(({ source, ...rest }) => ({
        ...rest,
        source: source.kind,
      }));
      expect(fromPage).toEqual(candidates.map((each) => ({ ...each, source: 'file' })));
      expect(page.candidates.map(gradingText)).toEqual(candidates.map(gradingText));
      expect(page.more).toBe(terminal.search.ranking.more);

      // What the page would bind with is what the command line says under its figures.
      const [first] = page.candidates;
      if (first === undefined) throw new Error('no candidate');
      const binding = {
        profile: `${name}.txt`,
        target: row.line.id,
        offsetBytes: first.fit.offsetBytes,
      };
      const doubt = doubtOf(first);
      const sentences = bindingDoubts(
        [doubt === null ? binding : { ...binding, doubt }],
        first.name,
      );
      const args = [report, '--line', '0', '--struct', first.name, '--from', FILE];
      const printed = (await HEAT_COMMAND.run(args)).text.replace(/\s+/g, ' ');
      for (const doubt of sentences) {
        expect(printed).toContain(sentence(doubt).replaceAll('`', ''));
      }
      expect(printed.includes('In doubt')).toBe(sentences.length > 0);
      expect(candidatesJson(terminal)).toMatchObject({
        candidates: [
          { struct: first.name, grade: first.grade, alike: first.alike },
          ...candidates.slice(1).map(() => ({})),
        ],
      });
    } finally {
      file.close();
    }
  });
});
