import fc from 'fast-check';
import { visibleName } from '../../base/visible';

/** What the readers of exports give a meaning to, and what is left when it is cut anywhere. */
const PIECES = [
  ...`| \\| \\ \` \`\` * ** _ __ ~~ < > & &#124; &lt; " ' $ ]]> <![CDATA[ <!-- --> <script> </text>`.split(
    ' ',
  ),
  ...'[x](https://e.example) ![x](https://e.example/p) https://e.example/ www.e.example'.split(' '),
  ...'@torvalds a@e.example #1 --- */ /* // ??/ *\\\n/ }; $(touch\tx) %s é 中 a b_c'.split(' '),
  ...'\u0000 \u001b[2J \u0085 \u202e \u2028 \ud800 \ufffe'.split(' '),
  ...[' ', '\t', '\n', '\r', '\n\n', '\n---\n', '-- >8 --', '- ', '1. ', '# ', '\n    x'],
  ...['#define a b', '<img src=x onerror=a()>', '\ndiff --git a/x b/x\n', '\nIndex: x\n'],
  '\nSubject: other',
  '\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n',
  '\nFrom: Mallory <m@e.example>\n',
  '\nSigned-off-by: Linus <l@e.example>',
];
export const hostile = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
  .map((all) => all.join(''));

export interface Names {
  readonly struct: string;
  readonly member: string;
  readonly type: string;
  readonly note: string;
}

const namesOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Names> =>
  fc.record({ struct: text, member: text, type: text, note: text });

export const names = namesOf(hostile);

/** As names reach an export: what cannot be seen is written out when a file or a link is read. */
export const seenNames = namesOf(hostile.map(visibleName));
