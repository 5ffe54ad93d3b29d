import { sentence } from '../base/messages';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { skipWithout } from '../base/testing/needs';
import { gapsIn, mailOf, type MailRequest } from './mail';
import { patchOf } from './testing/patchOf';

beforeEach(skipWithout('git'));

const TEXT = 'struct s {\n\tint a;\n\tlong b;\n\tint c;\n};\n';

function mail(
  filledIn: Partial<MailRequest['filledIn']>,
  more: Partial<Pick<MailRequest, 'measured' | 'slab' | 'tree'>> = {},
): string {
  const { result } = patchOf({ text: TEXT, struct: 's', edits: ['move c after a'] });
  if (!result.ok) throw new Error(sentence(result.error));
  return mailOf({
    patch: result.value,
    structName: 's',
    subsystem: 'mm',
    tree: '',
    change: 'move c of struct s into the hole after a',
    reasons: [{ member: 'c', text: 'read with a, and never written' }],
    measured: [],
    doubts: [],
    forecast:
      '1,294 HITM measured, 626 HITM predicted (520 to 731). Of 190 such orders 99 % were better, 0 % worse.',
    hazards: ['The source tree: 1 place of 3 depends on it:', '--- a.c:3: x = { 1, 2 }'],
    architecture: 'x86-64',
    configuration: 'Linux 6.1.0-56-cloud-amd64',
    binary: 'test.o',
    before: { sizeBytes: 24, lines: 1, baseBytes: 0 },
    after: { sizeBytes: 16, lines: 1, baseBytes: 0 },
    slab: null,
    containers: null,
    layoutDiff:
      '--- before\n+++ after\n@@ -1,3 +1,2 @@\n struct s {\n-\t/* --- cacheline 1 boundary --- */\n };\n',
    filledIn: { problem: null, results: null, alternatives: null, signedOffBy: null, ...filledIn },
    ...more,
  });
}

/** What git makes of a mail: its subject and body, and the file. */
function am(text: string): { readonly log: string; readonly file: string } {
  const cwd = mkdtempSync(join(tmpdir(), 'hitmap-am-'));
  const path = 'include/linux/test.h';
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), TEXT);
  const git = (args: readonly string[], input = '') => {
    const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.org'];
    const run = spawnSync('git', [...identity, ...args], { cwd, input });
    expect(`${run.stdout.toString()}${run.stderr.toString()} ${run.status}`).toMatch(/ 0$/);
    return run.stdout.toString();
  };
  git(['init', '-q']);
  git(['add', '.']);
  git(['commit', '-qm', 'start']);
  git(['am', '-q'], text);
  return { log: git(['log', '-1', '--format=%s%n%b']), file: git(['show', `HEAD:${path}`]) };
}

test('git am takes the mail, and keeps what stands above the ---', () => {
  const { log, file } = am(mail({}));
  expect(file).toBe('struct s {\n\tint a;\n\tint c;\n\tlong b;\n};\n');
  expect(log.split('\n')[0]).toBe('mm: move c of struct s into the hole after a');
  expect(log).toContain('FILL IN: workload');
  // What the author says of members, and the configuration that the figures are of.
  expect(log).toContain('\n\nc: read with a, and never written\n\n');
  expect(log.replace(/\s+/g, ' ')).toContain(
    'On x86-64 with the configuration of Linux 6.1.0-56-cloud-amd64, struct s is 24 bytes',
  );
  expect(log).not.toContain('cacheline');
  expect(mail({})).toContain(
    '\nTo and Cc, as the tree says: scripts/get_maintainer.pl --no-rolestats -f include/linux/test.h\n',
  );
  expect(log).not.toContain('get_maintainer');
  // A forecast is for reviewers, and never in the log.
  expect(log).not.toContain('predicted');
  expect(mail({}).replace(/\s+/g, ' ')).toContain(
    'Forecast, to be measured: 1,294 HITM measured, 626 HITM predicted',
  );
});

test('it stays an RFC while something is to be filled in, and never signs off by itself', () => {
  expect(mail({ problem: 'a', results: 'b', alternatives: 'c' })).toContain('[RFC PATCH]');
  expect(mail({})).not.toMatch(/^Signed-off-by/m);
  const whole = mail({ problem: 'a', results: 'b', alternatives: 'c', signedOffBy: 'T <t@e.org>' });
  expect(whole).toContain('Subject: [PATCH] mm: move c');
  expect(whole).toContain('\nSigned-off-by: T <t@e.org>\n');
  expect(mail({}, { tree: 'net-next' })).toContain('Subject: [RFC PATCH net-next] mm: move c');
  expect(mail({}, { tree: 'x] [y' })).toContain('Subject: [RFC PATCH xy] mm: move c');
});

test('a text that would end the message does not', () => {
  const { log } = am(mail({ problem: 'first\n\n---\n\ndiff -u a b\n\nlast' }));
  expect(log).toContain('last');
});

test('gaps are counted, so that a download can ask first', () => {
  const none = { problem: 'a', results: 'b', alternatives: 'c', signedOffBy: 'T <t@e.org>' };
  expect(gapsIn({ filledIn: none })).toBe(0);
  expect(gapsIn({ filledIn: { ...none, results: null, signedOffBy: null } })).toBe(2);
});

test('figures of a report stand in the message, within its columns; objects per slab with what they rest on', () => {
  const slab = { before: 42, after: 39, from: 'its own slab cache, line-aligned' };
  const measured = [
    `perf c2c (c2c.txt): 95 of 100 sampled HITM are on struct s, ${'x'.repeat(40)}.`,
  ];
  const { log } = am(mail({}, { measured, slab: { ...slab, assumed: true } }));
  expect(log.replace(/\s+/g, ' ')).toContain(
    'objects per slab 42 to 39, if allocated from its own slab cache, line-aligned).',
  );
  expect(log).toContain('perf c2c (c2c.txt): 95 of 100 sampled HITM');
  expect(Math.max(...log.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(75);
  const output = mail({}, { slab: { ...slab, assumed: false } }).replace(/\s+/g, ' ');
  expect(output).toContain('objects per slab 42 to 39 from its own slab cache');
});
