import { spawnSync } from 'node:child_process';
import { FORMS as GIT_FORMS, moved, type Git } from '../../../web/cli/commands/testing/mailForms';

/** How a diff comes; one that cannot be read as a diff has to be refused. */
export interface Form {
  readonly name: string;
  readonly make: (git: Git, path: string) => string | Uint8Array;
  readonly refused?: true;
}

const mailOf = (git: Git) => git('format-patch', '--stdout', 'before..after');
const diffOf = (git: Git) => git('diff', 'before', 'after');

export const FORMS: readonly Form[] = [
  ...GIT_FORMS.map(([name, make]) => ({ name, make })),
  { name: 'format=flowed', make: (git) => flowed(mailOf(git), false) },
  { name: 'format=flowed, DelSp', make: (git) => flowed(mailOf(git), true) },
  {
    name: 'format=flowed, quoted',
    make: (git) =>
      flowed(mailOf(git), false).replace(/\n\n[\s\S]*$/, (body) => body.replace(/^ ?/gm, '> ')),
  },
  { name: 'blanks at the ends in quoted-printable', make: (git) => trailing(mailOf(git)) },
  { name: 'a hunk that somebody edited by hand', make: (git) => shortCounts(diffOf(git)) },
  { name: 'quoted twice, answered in between', make: (git) => answered(diffOf(git)) },
  {
    name: 'other files beside it',
    make: (git) => `${OTHER_FILE}${diffOf(git)}${OTHER_FILE.replaceAll('other', 'third')}`,
  },
  { name: 'git diff -w', make: (git) => git('diff', '-w', 'before', 'after') },
  { name: 'git diff --histogram', make: (git) => git('diff', '--histogram', 'before', 'after') },
  {
    name: 'git diff --inter-hunk-context',
    make: (git) => git('diff', '--inter-hunk-context=20', 'before', 'after'),
  },
  {
    name: 'git diff --no-renames of a file that moved',
    make: (git, path) => moved(git, path, '--no-renames'),
  },
  { name: 'the whole file, new', make: (git) => git('diff', EMPTY_TREE, 'after') },
  {
    name: 'git diff --stat',
    make: (git) => git('diff', '--stat', 'before', 'after'),
    refused: true,
  },
  {
    name: 'git diff --word-diff',
    make: (git) => git('diff', '--word-diff', 'before', 'after'),
    refused: true,
  },
];

/** Git's own name for the tree without files. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const OTHER_FILE = `diff --git a/other.c b/other.c
--- a/other.c
+++ b/other.c
@@ -1,5 +1,5 @@ int other(int n)
 {
-	int a = 1;
+	int a = 2;
 	return a + n;
 }
 
`;

/** RFC 3676: lines that begin with a blank, \`>\` or \`From \` are stuffed, long ones end in a blank where they go on. */
function flowed(mail: string, delSp: boolean): string {
  const { head, body } = parted(mail);
  const lines = body.split('\n').flatMap((line) => {
    const parts: string[] = [];
    let rest = line.replace(/ +$/, '');
    while (rest.length > 72 && !/^-- $/.test(line)) {
      const at = rest.lastIndexOf(' ', 70);
      if (at < 1 || rest.slice(0, at).trim() === '' || /^(?:diff|@@|---|\+\+\+|index)/.test(rest))
        break;
      parts.push(`${rest.slice(0, at)} ${delSp ? ' ' : ''}`);
      rest = rest.slice(at + 1);
    }
    return [...parts, line === '-- ' ? line : rest];
  });
  const stuffed = lines.map((line) => (/^(?: |>|From )/.test(line) ? ` ${line}` : line)).join('\n');
  const kind = `text/plain; charset=utf-8; format=flowed${delSp ? '; delsp=yes' : ''}`;
  return `${head}\nMIME-Version: 1.0\nContent-Type: ${kind}\n\n${stuffed}`;
}

function trailing(mail: string): string {
  const { head, body } = parted(mail);
  const { stdout } = spawnSync(
    'perl',
    ['-MMIME::QuotedPrint', '-e', 'print MIME::QuotedPrint::encode_qp(join("",<STDIN>))'],
    {
      input: body.replace(/^( .*[^ ])$/gm, '$1 '),
    },
  );
  return `${head}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\n\n${stdout.toString()}`;
}

function parted(mail: string): { readonly head: string; readonly body: string } {
  const end = mail.indexOf('\n\n');
  const head = mail.slice(0, end).replace(/^(?:MIME-Version|Content-).*\n?/gim, '');
  return { head: head.trimEnd(), body: mail.slice(end + 2) };
}

/** Both counts of each hunk one too small, as where a line was added by hand. */
function shortCounts(diff: string): string {
  return diff.replace(
    /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@/gm,
    (_, a: string, b: string, c: string, d: string) => {
      return `@@ -${a},${Number(b) - 1} +${c},${Number(d) - 1} @@`;
    },
  );
}

function answered(diff: string): string {
  const lines = diff.split('\n').map((line) => `> > ${line}`);
  const half = Math.floor(lines.length / 2);
  return [
    ...lines.slice(0, half),
    '>',
    '> Why is that?',
    '',
    'Because.',
    '',
    ...lines.slice(half),
  ].join('\n');
}
