// The same text by every way in: its rows and counts are the same, and what reading left out or guessed is said alike.
import { sentence } from '../../core/base/messages';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '../../core/base/testing/folder';
import type { Diagnostic, NamedProfile } from '../../core/facts/generated';
import { inPieces, joined } from '../../core/ingest/rowPieces';
import type { HeatJson } from '../../core/format/heat/heatJson';
import { profileLines, sliceProfile } from '../../core/heat/slice';
import { readLink } from '../../core/document/link';
import { readProfiles } from '../open/readProfile';
import { reports } from '../open/readWasm';
import { run } from '../main';
import { diagnosticNotes } from '../open/diagnosticNotes';
import { MAILS } from './testing/mails';
import { withoutShares } from './testing/sample';

const BIN = join(process.cwd(), 'dist-cli/hitmap.mjs');
beforeAll(() => {
  expect(spawnSync(process.execPath, ['scripts/build.mjs', '--cli']).status).toBe(0);
}, 600_000);

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const TYPES = at('e2e/samples/mapping.o');
const REPORT = readFileSync(at('corpus/address_space-before-6.1-NN.txt'), 'utf8');

const each = (change: (line: string) => string) => REPORT.split('\n').map(change).join('\n');

const TEXTS: Readonly<Record<string, string>> = {
  'a whole report': REPORT,
  'rows cut at 150 columns': each((line) => line.slice(0, 150)),
  'another sign for [k]': each((line) => line.replaceAll('[k]', '[x]')),
  'no percent signs, and a row taken out': each((line) =>
    line.includes(' 0x8 ') ? '[snip]' : line.replaceAll('%', ''),
  ),
  'a counter taken out': each((line) => (line.includes('Load Local HITM') ? '' : line)),
  'an address made unreadable': each((line) =>
    /^ +\d+ .* 0x[0-9a-f]+$/.test(line) ? line.replace(/0x\w+$/, '0xXXXXXXXX') : line,
  ),
};

const folder = testFolder();

function paths(text: string) {
  const path = join(folder, 'c2c.txt');
  writeFileSync(path, text);
  writeFileSync(`${path}.gz`, gzipSync(text));
  const inside = join(folder, 'bundle');
  mkdirSync(inside, { recursive: true });
  writeFileSync(join(inside, 'c2c.txt'), text);
  writeFileSync(
    join(inside, 'MANIFEST'),
    'hitmap-capture: 1\nid: 7\nhost: web17\nrelease: 6.12.1\nperf: 6.1.5\npart: c2c.txt\n',
  );
  const bundle = join(folder, 'bundle.tar');
  const packed = spawnSync('tar', ['-C', inside, '-cf', bundle, 'MANIFEST', 'c2c.txt']);
  expect(packed.status).toBe(0);
  return { path, packed: `${path}.gz`, part: `${bundle}#c2c.txt` };
}

/** What a page has of a text that is dropped or pasted: the worker's rows go over in pieces. */
function onPage(text: string): readonly NamedProfile[] {
  const bytes = new TextEncoder().encode(text);
  const source = {
    name: 'pasted.txt',
    size: bytes.length,
    readAt: (offset: number, length: number) => bytes.subarray(offset, offset + length),
    close: () => undefined,
  };
  const read = reports().readProfiles(source, () => undefined);
  if (!read.ok) throw new Error(read.error.message.text);
  const { profiles, pieces } = inPieces(read.value, 3);
  return joined(profiles, pieces.flat());
}

/** `hitmap heat -` with a file on its standard input. */
const INPUTS = {
  'a pipe': (path: string, words: readonly string[]) => {
    const program = [process.execPath, BIN, 'heat', '-', ...words];
    const script = 'file="$1"; shift; cat "$file" | "$@"';
    return spawnSync('sh', ['-c', script, 'sh', path, ...program], { encoding: 'utf8' });
  },
  // What Node gives a child is a socket, as what ssh and inetd give.
  'a socket': (path: string, words: readonly string[]) =>
    spawnSync(process.execPath, [BIN, 'heat', '-', ...words], {
      encoding: 'utf8',
      stdio: 'pipe',
      input: readFileSync(path),
    }),
};

/** What a mail does not change: its lines have other numbers, and its last sentence may be the report's name. */
const inAnyText = (profiles: readonly NamedProfile[]) =>
  profiles.map(({ profile }) => ({
    ...profile,
    diagnostics: profile.diagnostics.map((each) => ({ ...each, location: '' })),
  }));

const diagnosticsOf = (profiles: readonly NamedProfile[]): readonly Diagnostic[] =>
  profiles.flatMap(({ profile }) => profile.diagnostics);

describe.each(Object.entries(TEXTS))('%s', (name, text) => {
  const read = onPage(text);
  const page = diagnosticsOf(read);

  test('is read alike as a file, packed, in a bundle and on the page', () => {
    const { path, packed, part } = paths(text);
    for (const way of [path, packed]) expect(readProfiles(way)).toEqual(read);
    // A bundle knows its machine too.
    const [inBundle] = readProfiles(part);
    const { lines, types, stats, totals, diagnostics } = inBundle!.profile;
    expect(read[0]!.profile).toMatchObject({ lines, types, stats, totals, diagnostics });
    const warned = page.some(({ severity }) => severity === 'warning');
    expect(warned, JSON.stringify(page)).toBe(name !== 'a whole report');
  });

  test.each(Object.entries(MAILS))('is read alike in a mail: %s', (_way, inMail) => {
    const { path } = paths(inMail(text));
    expect(inAnyText(readProfiles(path))).toEqual(inAnyText(read));
    expect(inAnyText(onPage(inMail(text)))).toEqual(inAnyText(read));
  });

  test('is read alike in a link: the rows and counts of the line that it holds', async () => {
    const { path } = paths(text);
    const words = [TYPES, 'address_space', '--profile', path, '--line', '0', '--at', '80'];
    const opened = readLink((await run(['link', ...words])).text);
    if (!opened.ok) throw new Error(sentence(opened.error));
    const [held] = opened.value.profiles;
    const [{ profile }] = read as [NamedProfile];
    const ids = held!.lines.map(({ id }) => id);
    expect(ids).toContain(profileLines(profile)[0]!.id);
    const { name, measuredOn } = held!;
    const slice = sliceProfile(profile, { name, measuredOn, wanted: new Set(ids) });
    expect(held).toEqual(withoutShares(slice));
  });

  test('says so on the terminal and in JSON', async () => {
    const { path, packed, part } = paths(text);
    for (const way of [path, packed, part]) {
      const json = JSON.parse((await run(['heat', way, '--json'])).text) as HeatJson;
      expect(json.reports.flatMap(({ diagnostics }) => diagnostics)).toEqual(page);
      expect((await run(['heat', way])).notes).toEqual(
        expect.arrayContaining([...diagnosticNotes(page)]),
      );
    }
  });

  test.each(Object.entries(INPUTS))('says so of standard input that is %s', (_kind, give) => {
    const { path } = paths(text);
    const json = JSON.parse(give(path, ['--json']).stdout) as HeatJson;
    expect(json.reports.flatMap(({ diagnostics }) => diagnostics)).toEqual(page);
    const { stderr } = give(path, ['--notes']);
    for (const note of diagnosticNotes(page)) expect(stderr).toContain(sentence(note));
  });

  test('says so wherever it is the profile of a struct', async () => {
    const { path } = paths(text);
    const bound = [TYPES, 'address_space', '--profile', path, '--line', '0', '--at', '80'];
    for (const command of ['predict', 'suggest', 'findings', 'link', 'export']) {
      const { notes } = await run([command, ...bound]);
      expect(notes, command).toEqual(expect.arrayContaining([...diagnosticNotes(page)]));
    }
    const { notes } = await run(['rows', path, '--as', 'csv']);
    for (const { text: message } of diagnosticNotes(page)) {
      expect(
        notes.some((note) => note.text.includes(message)),
        message,
      ).toBe(true);
    }
  });
});

test('a socket without a byte is said to be empty, as a pipe is', () => {
  const path = join(folder, 'empty.txt');
  writeFileSync(path, '');
  const [pipe, socket] = Object.values(INPUTS).map((give) => give(path, []));
  expect(socket?.status).toBe(pipe?.status);
  expect(socket?.stderr).toBe(pipe?.stderr);
});
