// Whatever way a file comes in, what its reader said of it is in the list of what was noticed.
import { expect, test } from 'vitest';
import { createApp } from '../createApp';
import { facts, index } from '../state/testing/files';
import { fail, ok } from '../../core/base/result';
import type { Diagnostic, NamedProfile } from '../../core/facts/generated';
import { BARE_PROFILE } from '../../core/facts/noAccess';
import type { FileReader } from '../../core/ingest/client';
import { readManifest } from '../../core/ingest/bundle/bundle';
import type { OpenedFile } from '../../core/ingest/protocol';
import { fakeReader } from '../../core/ingest/testing/fakeReader';
import { structFromC } from '../../core/layout/testing/c';
import { bundleMessage } from '../../core/ingest/messages';
import { diagnosticsOf } from './fileWords';

/** Modules are loaded when a text first needs them. */
const SOON = { timeout: 20_000 };

const diagnostic = (text: string): Diagnostic => ({
  id: 'report/rows-cut',
  severity: 'warning',
  text,
  fix: null,
  location: 'line 3 of the text',
  count: 2,
});

/** A report that says nothing but this. */
const report = (message: string): NamedProfile => ({
  name: null,
  state: null,
  profile: { ...BARE_PROFILE, diagnostics: [diagnostic(message)] },
});

/** What a text holds of a patch. */
const NO_PATCH = { hunks: [], refused: [] };

/** Opens as this, and answers every question to its text so, but that for a patch. */
const reads = (opened: OpenedFile, answer: unknown = null): FileReader =>
  fakeReader({
    open: () => Promise.resolve(ok(opened)),
    askText: ({ kind }) => Promise.resolve(ok((kind === 'posted' ? NO_PATCH : answer) as never)),
  });

/** What is noticed of each file of the list after such files came, and what the page says besides. */
function noticed(readers: Readonly<Record<string, FileReader>>, ...names: readonly string[]) {
  const pool = {
    prewarm: () => Promise.resolve(),
    take: (): FileReader => {
      let own: FileReader = fakeReader({});
      return {
        ...fakeReader({}),
        open: (file, onProgress) => {
          own = readers[file.name] ?? own;
          return own.open(file, onProgress);
        },
        index: (stage) => own.index(stage),
        askText: (query) => own.askText(query),
      };
    },
  };
  const app = createApp({ readers: pool, storage: null, windowWidth: () => 1400 });
  app.openFiles(names.map((name) => new File(['x'], name)));
  const { store } = app;
  return {
    files: () =>
      expect.poll(
        () => store.getState().files.map((file) => diagnosticsOf(file).map(({ text }) => text)),
        SOON,
      ),
    notices: () =>
      expect.poll(
        () =>
          store
            .getState()
            .notices.map(({ text }) => text)
            .join(' '),
        SOON,
      ),
  };
}

const PAHOLE = new TextEncoder().encode('struct s {\n\tint a; /*     0     4 */\n};\n');
const PATCH = new TextEncoder().encode('--- a/x.h\n+++ b/x.h\n@@ -1,2 +1,2 @@\n-int a;\n+int b;\n');

test('what was noticed of a report is in the list, alone, beside another, and in a mail', async () => {
  const one = reads({ kind: 'profile' }, [report('cut')]);
  await noticed({ one }, 'one')
    .files()
    .toEqual([['cut']]);
  const two = reads({ kind: 'profile' }, [report('trimmed'), report('broken')]);
  await noticed({ two }, 'two')
    .files()
    .toEqual([['trimmed'], ['broken']]);
  await noticed({ one, two }, 'one', 'two')
    .files()
    .toEqual([['cut'], ['trimmed'], ['broken']]);
  const mail = reads({ kind: 'mail', bytes: PATCH }, [report('quoted')]);
  await noticed({ mail }, 'mail').files().toContainEqual(['quoted']);
});

test('and in a bundle, beside what is said of the bundle itself', async () => {
  const manifest = readManifest('hitmap-capture: 1\nid: 7\nhost: web17\npart: c2c.txt\n');
  if (manifest === null) throw new Error('it is a manifest');
  const bundle = {
    manifest,
    parts: new Map([['c2c.txt', new Uint8Array([120])]]),
    switches: [],
    isWhole: false,
    notes: [bundleMessage('cut', '')],
  };
  const readers = {
    'web17.tar': reads({ kind: 'bundle', bundle }),
    'web17/c2c.txt': reads({ kind: 'profile' }, [report('cut')]),
  };
  const bundled = noticed(readers, 'web17.tar');
  await bundled.files().toEqual([['cut']]);
  await bundled.notices().toContain('The bundle was cut.');
});

test('and of types, of their list, and of output of pahole', async () => {
  const kernel = fakeReader({
    open: () =>
      Promise.resolve(
        ok({
          kind: 'types',
          facts: { ...facts, diagnostics: [diagnostic('damaged')] },
          index: null,
        }),
      ),
    index: () =>
      Promise.resolve(ok({ ...index('struct file 184'), diagnostics: [diagnostic('odd')] })),
  });
  await noticed({ kernel }, 'kernel')
    .files()
    .toEqual([['damaged', 'odd']]);
  const struct = { ...structFromC('struct s { int a; };'), diagnostics: [diagnostic('its end')] };
  const pahole = reads({ kind: 'text', bytes: PAHOLE }, [struct]);
  await noticed({ pahole }, 'pahole')
    .files()
    .toEqual([['its end']]);
});

test('why a file is not read is said, and it leaves the list', async () => {
  const refused = fakeReader({
    open: () => Promise.resolve(ok({ kind: 'profile' })),
    askText: () => Promise.resolve(fail({ kind: 'failed', message: 'It has no offsets.' })),
  });
  const page = noticed({ refused }, 'refused');
  await page.notices().toBe('It has no offsets.');
  await page.files().toEqual([]);
});
