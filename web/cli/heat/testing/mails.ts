/** A text in the mails that people send it in: what each program that writes mails makes of the same lines. */
export const MAILS: Readonly<Record<string, (text: string) => string>> = {
  'quoted `> `': (text) =>
    `${HEAD}\nOn Fri, Jan 2, 2026 at 3:04 PM Jane Doe wrote:\n${quoted(text)}>\n\nThanks!\n`,
  'quoted-printable': (text) =>
    `${HEAD}${encodedBy('quoted-printable')}\n${quotedPrintable(`${GREETING}${text}${SIGNATURE}`)}`,
  base64: (text) => `${HEAD}${encodedBy('base64')}\n${base64(`${GREETING}${text}${SIGNATURE}`)}`,
  'the first part of several': (text) =>
    [
      `${HEAD}Content-Type: multipart/mixed; boundary="=_b0"\n`,
      `--=_b0\n${encodedBy('quoted-printable')}\n${quotedPrintable(`${GREETING}${text}`)}`,
      `--=_b0\n${encodedBy('base64')}\n${base64('Seen on two machines, and gone with the patch.\n')}`,
      `--=_b0--\n`,
    ].join('\n'),
  'an attachment': (text) =>
    [
      `${HEAD}Content-Type: multipart/mixed; boundary="=_b0"\n`,
      `--=_b0\n${encodedBy('7bit')}\nHi,\n\nthe report is attached.\n`,
      `--=_b0\n${encodedBy('base64')}Content-Disposition: attachment; filename="c2c.txt"\n\n${base64(text)}`,
      `--=_b0--\n`,
    ].join('\n'),
};

const HEAD =
  'From: Jane Doe <jane@example.org>\nDate: Fri, 2 Jan 2026 15:04:05 +0100\nSubject: false sharing?\nMIME-Version: 1.0\n';
const GREETING = 'Hi,\n\nthis is what perf says:\n\n';
const SIGNATURE = '\nThanks,\nJane\n-- \nJane Doe\n';
/** RFC 2045 allows 76 characters. */
const LINE_CHARACTERS = 76;

const encodedBy = (encoding: string) =>
  `Content-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: ${encoding}\n`;

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>\n' : `> ${line}\n`))
    .join('');

function base64(text: string): string {
  const all = Buffer.from(text).toString('base64');
  return `${(all.match(/.{1,76}/g) ?? []).join('\n')}\n`;
}

function quotedPrintable(text: string): string {
  return text
    .split('\n')
    .map((line) => softBroken(line.replaceAll('=', '=3D').replace(/[ \t]$/, '=20')))
    .join('\n');
}

/** In lines of at most 76 characters, the `=` at the end of each counted; no code is broken. */
function softBroken(line: string): string {
  let out = '';
  let rest = line;
  while (rest.length > LINE_CHARACTERS) {
    const room = LINE_CHARACTERS - 1;
    const code = rest.slice(room - 2, room).indexOf('=');
    const end = code === -1 ? room : room - 2 + code;
    out += `${rest.slice(0, end)}=\n`;
    rest = rest.slice(end);
  }
  return out + rest;
}
