import { expect, test } from 'vitest';
import { visibleIn, visibleName, visibleText } from './visible';

// Unicode's own word for what is not shown, by the engine's tables. Format characters (Cf) that do have a
// picture are none: U+0600, the Arabic number sign, and its kin.
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

test('every character that Unicode hides is written out in a name, and no other', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const hidden = IGNORABLE.test(character) || (code >= 0xfff9 && code <= 0xfffb);
    if (hidden === (visibleName(character) === character)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['struct list_head *', 'struct list_head *'],
  ['größe_μs', 'größe_μs'],
  ['\u202egpj.exe', '\\u202egpj.exe'],
  ['a\u200db', 'a\\u200db'],
  ['\u009b31m\u007f', '\\u009b31m\\u007f'],
  ['a\tb\r\n', 'a\\u0009b\\u000d\\u000a'],
  ['\u{e0041}', '\\udb40\\udc41'],
])('the same as the reader of files makes of it: %j', (name, shown) => {
  expect(visibleName(name)).toBe(shown);
});

test('prose keeps its lines, its tabs and what holds its letters together', () => {
  expect(visibleText('a\n\tb ⚠️ می‌خواهم\u001b[2J\u202e')).toBe(
    'a\n\tb ⚠️ می‌خواهم\\u001b[2J\\u202e',
  );
});

test('JSON means the same behind it', () => {
  const data = { name: '\u007f\u009b\u202e\u{e0041}\u2028', list: ['\u001b\n'] };
  expect(JSON.parse(visibleText(JSON.stringify(data)))).toEqual(data);
});

test('data without anything hidden is itself', () => {
  const data = { a: ['b', 1, null], c: { d: true } };
  expect(visibleIn(data, visibleName)).toBe(data);
  expect(visibleIn({ a: ['\u202e', 1] }, visibleName)).toEqual({ a: ['\\u202e', 1] });
});
