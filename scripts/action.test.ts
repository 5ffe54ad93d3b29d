import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { needs } from '../web/core/base/testing/needs';

/** What the action does where a program that it calls fails; the rest is in e2e/journeys/package.spec.ts. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitmap-action-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

function program(name: string, lines: string): string {
  writeFileSync(at(name), `#!/bin/sh\n${lines}\n`);
  chmodSync(at(name), 0o755);
  return at(name);
}

/** Without what npm tells whatever it starts, these tests too: no runner has it. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
);

/** Runs a script of the action, while this process answers; its exit code, and the commands that it gives the runner. */
async function script(name: string, environment: Readonly<Record<string, string>>, cwd = '.') {
  const child = spawn('bash', [join(import.meta.dirname, name)], {
    cwd,
    env: { ...ENVIRONMENT, RUNNER_TEMP: folder, ...environment },
  });
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const status = await new Promise((end) => child.once('close', end));
  return { status, commands: commandsOf(log) };
}

/** What the runner takes for commands: it begins a line at a carriage return, too, and obeys none while it is paused. */
function commandsOf(log: string): readonly string[] {
  let pause: string | null = null;
  return log.split(/\r\n?|\n/).filter((line) => {
    if (pause !== null) {
      if (line === pause) pause = null;
      return false;
    }
    const [, token] = /^::stop-commands::(\w+)$/.exec(line) ?? [];
    if (token !== undefined) pause = `::${token}::`;
    return token === undefined && /^\s*::|##\[/.test(line);
  });
}

/** A registry of npm that has one version of one package. */
async function serveRegistry(archive: Buffer) {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return void response.end(archive);
    const address = `http://${request.headers.host}/hitmap-1.0.0.tgz`;
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const version = { name: 'hitmap', version: '1.0.0', dist: { tarball: address, integrity } };
    response.end(
      JSON.stringify({
        name: 'hitmap',
        'dist-tags': { latest: '1.0.0' },
        versions: { '1.0.0': version },
      }),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

describe('the summary', () => {
  const files = () => ({
    RUNNER_TEMP: folder,
    GITHUB_STEP_SUMMARY: at('summary'),
    GITHUB_OUTPUT: at('output'),
    HITMAP_BASE: 'base.o',
    HITMAP_HEAD: 'head.o',
  });
  const step = async (environment: Readonly<Record<string, string>>, cwd?: string) => {
    for (const name of ['summary', 'output']) writeFileSync(at(name), '');
    const ran = await script('action.sh', { ...files(), ...environment }, cwd);
    const output = readFileSync(at('output'), 'utf8').trimEnd().split('\n');
    return { ...ran, summary: readFileSync(at('summary'), 'utf8'), output };
  };

  test('npm ends with 1 as a broken rule does, and is told from it', async () => {
    const { status, commands, summary } = await step({
      HITMAP_PROGRAM: '',
      HITMAP_VERSION: '9.9.9',
      // Port 9 answers nobody.
      npm_config_registry: 'http://localhost:9/',
      npm_config_cache: at('cache'),
      npm_config_fetch_retries: '0',
    });
    expect([status, summary]).toEqual([2, '']);
    expect(commands).toEqual([
      expect.stringMatching(/hitmap@9\.9\.9 gave no summary.*: npm error code /),
    ]);
  });

  test('1 with a summary is a broken rule; any other number is not', async () => {
    const broken = await step({ HITMAP_PROGRAM: program('broken', 'echo "1 broken"; exit 1') });
    expect(broken).toMatchObject({
      status: 1,
      commands: [expect.stringContaining('A layout rule is broken')],
      summary: '1 broken\n',
    });
    const killed = await step({ HITMAP_PROGRAM: program('killed', 'echo "half a"; kill -9 $$') });
    expect([killed.status, killed.summary]).toEqual([2, '']);
    expect(killed.commands).toEqual([expect.stringContaining('gave no summary')]);
  });

  test('a broken rule is marked at the line of its struct, and nothing else of the program is a command', async () => {
    const HITMAP_PROGRAM = program(
      'marks',
      `[ "$1" = check ] || { echo "1 broken"; exit 1; }
echo "::error file=include/s.h,line=4,title=Hitmap::s is 72 bytes"
echo "::set-output name=text::x"
echo "$5" >&2; exit 1`,
    );
    const { status, commands } = await step({ HITMAP_PROGRAM, HITMAP_RULES: 'rules' });
    expect(status).toBe(1);
    expect(commands).toEqual([
      '::error file=include/s.h,line=4,title=Hitmap::s is 72 bytes',
      expect.stringContaining('A layout rule is broken'),
    ]);
  });

  test('two uses in one run are told apart by their names', async () => {
    const HITMAP_PROGRAM = program(
      'drawn',
      `for word; do case $word in
  --pictures=*) mkdir "\${word#*=}" ;;
  --name=*) echo "\${word#*=}" ;;
esac; done; echo told`,
    );
    const artefactOf = ({ output }: Awaited<ReturnType<typeof step>>) =>
      output.filter((line) => line.startsWith('artefact='));
    const plain = await step({ HITMAP_PROGRAM, HITMAP_NAME: '' });
    expect([plain.summary, artefactOf(plain)]).toEqual(['told\n', ['artefact=hitmap-pictures']]);
    const named = await step({ HITMAP_PROGRAM, HITMAP_NAME: 'arm64.debug' });
    expect([named.summary, artefactOf(named)]).toEqual([
      'arm64.debug\ntold\n',
      ['artefact=hitmap-pictures-arm64.debug'],
    ]);
    for (const HITMAP_NAME of ['a/b', 'a -->', '-a', 'a\nb', 'a'.repeat(61)]) {
      const refused = await step({ HITMAP_PROGRAM, HITMAP_NAME });
      expect([HITMAP_NAME, refused.status, refused.commands]).toEqual([
        HITMAP_NAME,
        2,
        [expect.stringMatching(/The input name takes up to 60 letters/)],
      ]);
    }
    const action = readFileSync(join(import.meta.dirname, '../action.yml'), 'utf8');
    expect(action).toContain('name: ${{ steps.summary.outputs.artefact }}');
    expect(action.match(/HITMAP_NAME: \$\{\{ inputs\.name \}\}/g)).toHaveLength(2);
  });

  test('the package is that of the action unless another is asked for', async () => {
    const PATH = `${folder}:${process.env['PATH'] ?? ''}`;
    program(
      'npm',
      `mkdir -p package/bin && echo "console.log('$2')" >package/bin/hitmap.mjs && tar -czf hitmap-0.tgz package && rm -r package`,
    );
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
    ) as { version: string };
    for (const [HITMAP_VERSION, asked] of [
      ['', version],
      ['latest', 'latest'],
    ] as const) {
      const { summary } = await step({ PATH, HITMAP_PROGRAM: '', HITMAP_VERSION });
      expect(summary).toBe(`hitmap@${asked}\n`);
    }
    for (const HITMAP_VERSION of [
      'npm:other',
      './head',
      'file:head',
      '1 --registry=http://x',
      '-g',
    ]) {
      expect(await step({ PATH, HITMAP_PROGRAM: '', HITMAP_VERSION })).toMatchObject({
        status: 2,
        summary: '',
        commands: [expect.stringMatching(/The input version takes a version/)],
      });
    }
    const action = readFileSync(join(import.meta.dirname, '../action.yml'), 'utf8');
    expect(action).toMatch(/^ {2}version:\n.*\n {4}default: ''$/m);
  });

  test('a checkout says neither what is run nor where it comes from', async () => {
    const checkout = at('checkout');
    mkdirSync(join(checkout, 'node_modules/hitmap'), { recursive: true });
    mkdirSync(join(checkout, 'node_modules/.bin'));
    const inCheckout = (name: string, text: string) => writeFileSync(join(checkout, name), text);
    // Port 9 answers nobody: who asks there, or there first, gets nothing.
    const nowhere = ['registry', 'proxy', 'https-proxy'].map(
      (key) => `${key}=http://localhost:9/\n`,
    );
    inCheckout(
      '.npmrc',
      `${nowhere.join('')}node-options=--require ${join(checkout, 'evil.cjs')}\n`,
    );
    const evil = `require('fs').writeFileSync(${JSON.stringify(at('ran'))}, '');console.log('All rules hold.')`;
    inCheckout('evil.cjs', evil);
    inCheckout('package.json', '{"dependencies":{"hitmap":"1.0.0"},"bin":"evil.cjs"}');
    inCheckout(
      'node_modules/hitmap/package.json',
      '{"name":"hitmap","version":"1.0.0","bin":"x.cjs"}',
    );
    inCheckout('node_modules/hitmap/x.cjs', `#!/usr/bin/env node\n${evil}`);
    chmodSync(join(checkout, 'node_modules/hitmap/x.cjs'), 0o755);
    symlinkSync('../hitmap/x.cjs', join(checkout, 'node_modules/.bin/hitmap'));
    // The registry has the true one, which says what it is given.
    mkdirSync(at('true/bin'), { recursive: true });
    writeFileSync(at('true/package.json'), '{"name":"hitmap","version":"1.0.0"}');
    writeFileSync(
      at('true/bin/hitmap.mjs'),
      'console.log(JSON.stringify({ words: process.argv.slice(2), cwd: process.cwd(), env: Object.keys(process.env) }))',
    );
    expect(spawnSync('npm', ['pack'], { cwd: at('true') }).status).toBe(0);
    const registry = await serveRegistry(readFileSync(at('true/hitmap-1.0.0.tgz')));
    const ran = await step(
      {
        HITMAP_PROGRAM: '',
        HITMAP_VERSION: '1.0.0',
        HITMAP_RULES: '-rules',
        npm_config_registry: registry.address,
        npm_config_cache: at('cache'),
        GH_TOKEN: 'secret',
      },
      checkout,
    );
    registry.close();
    expect([ran.commands, ran.status]).toEqual([[], 0]);
    const { words, cwd, env } = JSON.parse(ran.summary) as Record<string, string[]>;
    expect(words?.slice(2)).toEqual([
      `--rules=${join(checkout, '-rules')}`,
      '--',
      join(checkout, 'base.o'),
      join(checkout, 'head.o'),
    ]);
    expect(cwd).not.toContain('checkout');
    expect(env).not.toContain('GH_TOKEN');
    expect(existsSync(at('ran'))).toBe(false);
  });

  test('no text of the program or of npm is a command to the runner', async () => {
    const lines = [
      '::warning::a',
      'x\\r::warning::b',
      '##[warning]c',
      'hitmap: d\\r::warning::e 100%\\r',
    ];
    for (const last of ['\\n', '']) {
      const HITMAP_PROGRAM = program(
        'loud',
        `printf '${lines.join('\\n').replace('%', '%%')}${last}' >&2; exit 2`,
      );
      expect((await step({ HITMAP_PROGRAM })).commands).toEqual([
        '::error title=Hitmap::hitmap: d ::warning::e 100%25 ',
      ]);
    }
    const HITMAP_PROGRAM = program('mute', `printf 'npm error x\\r::warning::f' >&2; exit 2`);
    expect((await step({ HITMAP_PROGRAM })).commands).toEqual([
      expect.stringMatching(/^::error title=Hitmap::.*: npm error x ::warning::f$/),
    ]);
  });

  test('a folder for its files that cannot be made is said', async () => {
    const ran = await step({
      HITMAP_PROGRAM: program('any', 'echo told'),
      RUNNER_TEMP: at('none'),
    });
    expect([ran.status, ran.summary, ran.commands]).toEqual([
      2,
      '',
      [expect.stringContaining('No folder could be made in RUNNER_TEMP')],
    ]);
  });
});

describe('the comment', () => {
  /** A `gh` that keeps what it is asked for, and answers the list of comments by `list`. */
  const step = async (list: string, write = 'exit 0', name = '') => {
    writeFileSync(at('summary.md'), 'One struct grew.\n');
    program(
      'gh',
      `printf '%s\\n' "$*" >> "$RUNNER_TEMP/asked"
case "$*" in *--paginate*) ${list} ;; esac
for word; do case $word in body=@*) cp "\${word#body=@}" "$RUNNER_TEMP/body" ;; esac; done
${write}`,
    );
    const ran = await script('action-comment.sh', {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      HITMAP_TEXT: at('summary.md'),
      HITMAP_PULL: '7',
      HITMAP_NAME: name,
      GITHUB_REPOSITORY: 'some/thing',
    });
    const asked = readFileSync(at('asked'), 'utf8').trimEnd().split('\n');
    return { ...ran, written: asked.slice(1) };
  };

  test('the first is created with a mark, and the one with the mark is written anew', async () => {
    const created = await step('exit 0');
    expect([created.status, created.commands]).toEqual([0, []]);
    expect(created.written).toEqual([
      expect.stringMatching(/--method POST repos\/some\/thing\/issues\/7\/comments /),
    ]);
    expect(readFileSync(at('body'), 'utf8')).toMatch(
      /^<!-- hitmap: .* -->\n\nOne struct grew\.\n$/,
    );
    rmSync(at('asked'));

    const again = await step('printf "11\\n12\\n"; exit 0');
    expect(again.status).toBe(0);
    expect(again.written).toEqual([
      expect.stringMatching(/--method PATCH repos\/some\/thing\/issues\/comments\/11 /),
    ]);
  });

  test('of the comments only that of a bot with the mark is ours', needs('jq'), async () => {
    const mark = '<!-- hitmap: summary of layouts -->';
    const comment = (id: number, type: string, body: string) => ({ id, user: { type }, body });
    const comments = [
      comment(1, 'Bot', 'Coverage is 80 %.'),
      comment(2, 'User', `${mark}\n\nmine`),
      comment(3, 'Bot', `As it said: ${mark}`),
      comment(4, 'Bot', `${mark}\n\nOne struct grew.`),
    ];
    writeFileSync(at('comments.json'), JSON.stringify(comments));
    // The words of gh are those of jq: the last is the filter.
    const list = `for filter; do :; done; jq "$filter" "$RUNNER_TEMP/comments.json"; exit`;
    expect((await step(list)).written).toEqual([expect.stringContaining('/issues/comments/4 ')]);
    rmSync(at('asked'));

    // Another use of the action has a comment of its own, and its first one is created.
    const arm = await step(list, 'exit 0', 'arm64');
    expect(arm.written).toEqual([expect.stringContaining('--method POST ')]);
    const body = readFileSync(at('body'), 'utf8');
    expect(body).toMatch(/^<!-- hitmap: summary of layouts, arm64 -->\n/);
    writeFileSync(at('comments.json'), JSON.stringify([...comments, comment(5, 'Bot', body)]));
    rmSync(at('asked'));
    expect((await step(list, 'exit 0', 'arm64')).written).toEqual([
      expect.stringContaining('/issues/comments/5 '),
    ]);
    rmSync(at('asked'));
    expect((await step(list)).written).toEqual([expect.stringContaining('/issues/comments/4 ')]);
  });

  test('a file for it that cannot be made is said', async () => {
    const { status, commands } = await script('action-comment.sh', { RUNNER_TEMP: at('none') });
    expect([status, commands]).toEqual([
      1,
      [expect.stringContaining('No file could be made in RUNNER_TEMP')],
    ]);
  });

  test('a token that may not write is a notice; anything else fails', async () => {
    const fork = await step(
      'exit 0',
      'echo "gh: Resource not accessible by integration (HTTP 403)" >&2; exit 1',
    );
    expect([fork.status, fork.commands]).toEqual([
      0,
      [expect.stringMatching(/^::notice .*the token may not write/)],
    ]);
    const down = await step('echo "gh: 100% down" >&2; echo "::warning::x" >&2; exit 1');
    expect([down.status, down.commands]).toEqual([
      1,
      [expect.stringMatching(/^::error .*100%25 down ::warning::x/)],
    ]);
  });
});
