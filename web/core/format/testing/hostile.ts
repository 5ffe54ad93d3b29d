import fc from 'fast-check';
import { visibleName } from '../../base/visible';

/** What the readers of exports give a meaning to, and what is left when it is cut anywhere. */
const PIECES = [
  '|',
  '\\|',
  '\\',
  '`',
  '``',
  '*',
  '**',
  '_',
  '__',
  '~~',
  '<',
  '>',
  '&',
  '&#124;',
  '&lt;',
  '"',
  "'",
  '$',
  '[x](https://e.example)',
  '![x](https://e.example/p)',
  '<img src=x onerror=a()>',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '<script>',
  '</text>',
  '@torvalds',
  'https://e.example/',
  'www.e.example',
  'a@e.example',
  '#1',
  '\n',
  '\r',
  '\n\n',
  '---',
  '\n---\n',
  '\ndiff --git a/x b/x\n',
  '\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n',
  '\nFrom: Mallory <m@e.example>\n',
  '\nSubject: other',
  '\nSigned-off-by: Linus <l@e.example>',
  '\nIndex: x\n',
  '-- >8 --',
  '*/',
  '/*',
  '//',
  '??/',
  '*\\\n/',
  '#define a b',
  '};',
  '$(touch x)',
  '%s',
  '\u0000',
  '\u001b[2J',
  '\u0085',
  '\u202e',
  '\u2028',
  '\ud800',
  '\ufffe',
  'é',
  '中',
  ' ',
  '\t',
  'a',
  'b_c',
  '- ',
  '1. ',
  '# ',
  '\n    x',
] as const;
export const hostile = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
  .map((all) => all.join(''));

export interface Names {
  readonly struct: string;
  readonly member: string;
  readonly type: string;
  readonly note: string;
}
export const names: fc.Arbitrary<Names> = fc.record({
  struct: hostile,
  member: hostile,
  type: hostile,
  note: hostile,
});

/** As names reach an export: what cannot be seen is written out when a file or a link is read. */
export const seenNames: fc.Arbitrary<Names> = names.map(({ struct, member, type, note }) => ({
  struct: visibleName(struct),
  member: visibleName(member),
  type: visibleName(type),
  note: visibleName(note),
}));
