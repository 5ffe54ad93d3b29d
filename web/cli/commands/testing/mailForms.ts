import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../testing/run';

/** Diffs with so little around a change that not every place can be known. */
export const FEW_LINES = /-U[01]$/;

/** Commands in a repository with the branches `before` and `after`, one commit apart. */
export type Git = (...args: readonly string[]) => string;

export function gitIn(place: string): Git {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CEILING_DIRECTORIES: tmpdir() };
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  return (...args) => {
    const options = { cwd: place, env, encoding: 'utf8', maxBuffer: 1 << 26 } as const;
    const { stdout, status, stderr } = spawnSync('git', [...identity, ...args], options);
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };
}

interface Member {
  readonly name: string | null;
  readonly offsetBits: number;
  readonly members: readonly Member[] | null;
}

/** The size, and every named member that is no struct of its own with its offset from the start, in bits. */
export function placesIn(object: string, struct: string, ...words: readonly string[]) {
  const shown = JSON.parse(run(['show', object, struct, ...words, '--json']).text) as {
    readonly figures: { readonly sizeBytes: number };
    readonly members: readonly Member[];
  };
  const found = new Map<string, number>();
  const walk = (members: readonly Member[]): void => {
    for (const { name, offsetBits, members: inner } of members) {
      if (name !== null && !name.startsWith('pad')) found.set(name, offsetBits);
      else if (inner !== null) walk(inner);
    }
  };
  walk(shown.members);
  return { sizeBytes: shown.figures.sizeBytes, found };
}

/** How a diff of one file comes. */
export const FORMS: readonly (readonly [
  string,
  (git: Git, path: string) => string | Uint8Array,
])[] = [
  ['git diff', (git) => git('diff', 'before', 'after')],
  ['git diff -U1', (git) => git('diff', '-U1', 'before', 'after')],
  ['git diff -U0', (git) => git('diff', '-U0', 'before', 'after')],
  ['git diff -U10', (git) => git('diff', '-U10', 'before', 'after')],
  ['git diff -W', (git) => git('diff', '-W', 'before', 'after')],
  ['git diff --color', (git) => git('diff', '--color=always', 'before', 'after')],
  ['git diff --no-prefix', (git) => git('diff', '--no-prefix', 'before', 'after')],
  [
    'git diff --src-prefix',
    (git) => git('diff', '--src-prefix=old/', '--dst-prefix=new/', 'before', 'after'),
  ],
  [
    'git diff --full-index --stat -p',
    (git) => git('diff', '--full-index', '--stat', '-p', 'before', 'after'),
  ],
  [
    'git diff --color-moved',
    (git) => git('diff', '--color=always', '--color-moved', 'before', 'after'),
  ],
  ['git diff --patience', (git) => git('diff', '--patience', 'before', 'after')],
  ['git format-patch', (git) => git('format-patch', '--stdout', 'before..after')],
  [
    'git format-patch --attach',
    (git) => git('format-patch', '--attach', '--stdout', 'before..after'),
  ],
  [
    'git format-patch --inline',
    (git) => git('format-patch', '--inline', '--stdout', 'before..after'),
  ],
  [
    'quoted-printable',
    (git) => encoded(git('format-patch', '--stdout', 'before..after'), 'quoted-printable'),
  ],
  ['base64', (git) => encoded(git('format-patch', '--stdout', 'before..after'), 'base64')],
  ['windows-1252', (git) => inCp1252(git('format-patch', '--stdout', 'before..after'))],
  ['an HTML part beside it', (git) => withHtml(git('format-patch', '--stdout', 'before..after'))],
  [
    'quoted in a reply',
    (git) => git('format-patch', '--stdout', 'before..after').replace(/^/gm, '> '),
  ],
  ['CRLF', (git) => git('format-patch', '--stdout', 'before..after').replaceAll('\n', '\r\n')],
  ['tabs as blanks', (git) => git('diff', 'before', 'after').replaceAll('\t', '    ')],
  [
    'wrapped by a mailer',
    (git) => wrapped(git('diff', 'before', 'after').replaceAll('\t', '        ')),
  ],
  ['diff -c', (git, path) => contextDiff(git, path)],
  ['git diff -M of a file that moved', (git, path) => moved(git, path, '-M1%')],
  ['a log', (git) => git('log', '-p', '-1', 'after').replace(/^(?=[-+ @])/gm, '    ')],
];

/** The file in a folder of its own after the change. */
export function moved(git: Git, path: string, renames: '-M1%' | '--no-renames'): string {
  const blob = git('rev-parse', `after:${path}`).trim();
  git('read-tree', 'after');
  git('rm', '--cached', '--quiet', path);
  git('update-index', '--add', '--cacheinfo', `100644,${blob},moved/${path}`);
  const tree = git('write-tree').trim();
  git('read-tree', 'HEAD');
  return git('diff', renames, 'before', tree);
}

function encoded(mail: string, encoding: 'quoted-printable' | 'base64'): string {
  const head = mail.indexOf('\n\n');
  const script =
    encoding === 'base64'
      ? 'print MIME::Base64::encode_base64(join("",<STDIN>))'
      : 'print MIME::QuotedPrint::encode_qp(join("",<STDIN>))';
  const { stdout, stderr, status } = spawnSync(
    'perl',
    ['-MMIME::Base64', '-MMIME::QuotedPrint', '-e', script],
    {
      input: mail.slice(head + 2),
    },
  );
  if (status !== 0) throw new Error(`perl: ${stderr.toString()}`);
  const plain = mail
    .slice(0, head)
    .replace(/^(?:MIME-Version|Content-).*\n?/gim, '')
    .trimEnd();
  return `${plain}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: ${encoding}\n\n${stdout.toString()}`;
}

/** The mail as 8-bit text of a machine that knows no UTF-8. */
function inCp1252(mail: string): Uint8Array {
  const text = mail.replace(/charset=UTF-8/gi, 'charset=windows-1252').replaceAll('≠', '–');
  return Uint8Array.from(text, (char) => (char === '–' ? 0x96 : char.charCodeAt(0)));
}

function withHtml(mail: string): string {
  const head = mail.indexOf('\n\n');
  const body = mail.slice(head + 2);
  const html = body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const plain = mail
    .slice(0, head)
    .replace(/^Content-.*\n?/gim, '')
    .trimEnd();
  return `${plain}\nContent-Type: multipart/alternative; boundary="b0"\n\n--b0\nContent-Type: text/plain; charset=utf-8\n\n${body}\n--b0\nContent-Type: text/html; charset=utf-8\n\n<html><body><pre>${html}</pre></body></html>\n--b0--\n`;
}

/** As a mailer wraps at 60 columns. */
function wrapped(diff: string): string {
  return diff
    .split('\n')
    .flatMap((line) => {
      if (!/^[-+ ]/.test(line) || line.startsWith('---') || line.startsWith('+++')) return [line];
      const at = line.lastIndexOf(' ', 60);
      const isLong = line.length > 60 && at > 1 && line.slice(0, at).trim().length > 1;
      return isLong ? [line.slice(0, at), line.slice(at + 1).trimStart()] : [line];
    })
    .join('\n');
}

function contextDiff(git: Git, path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-context-'));
  const [before, after] = ['before', 'after'].map((name) => {
    writeFileSync(join(folder, `${name}.h`), git('show', `${name}:${path}`));
    return `${name}.h`;
  }) as [string, string];
  const { stdout } = spawnSync('diff', ['-p', before, after], { cwd: folder });
  rmSync(folder, { recursive: true });
  return stdout.toString();
}
