import { joinedWords, layoutWords, wordsOfMacro, NO_WORDS, type LayoutWords } from './attributes';
import type { SourceText } from './sourceText';
import { recordAt } from './textMembers';

/** What the words around a body make of its layout: its attributes, macros behind it, a macro that it is given to. */
export function recordWords(source: SourceText, record: number): LayoutWords {
  return joinedWords([
    layoutWords(source, recordAt(source.doc, record).attributes),
    ...macrosBehind(source, record),
    macroAround(source, record),
  ]);
}

/** `} PACKED;` reads like a variable; a `#define` of the name says that it is an attribute. */
function macrosBehind(source: SourceText, record: number): readonly LayoutWords[] {
  const { close, attributes, tag, typedefName } = recordAt(source.doc, record);
  const behind = source.text.slice(close + 1, close + 1 + LONGEST_TAIL);
  const tail = /^[^;{}#]*/.exec(behind.replace(/\/\*[\s\S]*?\*\//g, blank))?.[0] ?? '';
  const found: LayoutWords[] = [];
  for (const { 0: word, index } of tail.matchAll(/\b[A-Za-z_]\w*/g)) {
    const at = close + 1 + index;
    const read = attributes.some(({ span }) => span.start <= at && at < span.end);
    const rest = tail.slice(index + word.length);
    const args = /^\s*\([^()]*\)/.exec(rest)?.[0] ?? '';
    if (read) continue;
    const words = /^__attribute/.test(word) ? null : wordsOfMacro(source, word + args);
    // gcc ignores them after a declarator's name.
    if (words === null) {
      // A header declares a struct and seldom a variable with it: `} __rte_packed;` asks for a definition.
      const maybe = tag !== null && typedefName === null && MAY_BE_ATTRIBUTE.test(word);
      const line = source.text.slice(0, at).split('\n').length;
      if (maybe) found.push({ ...NO_WORDS, unknown: [{ word, line }] });
      break;
    }
    found.push(words);
  }
  return found;
}

/** `PACK(struct x { … });` */
function macroAround(source: SourceText, record: number): LayoutWords {
  const { at } = recordAt(source.doc, record);
  const before = source.text.slice(Math.max(0, at.offset - LONGEST_TAIL), at.offset);
  const name = /(\w+)\s*\(\s*$/.exec(before)?.[1];
  if (name === undefined || /^(?:sizeof|struct_group\w*)$/.test(name)) return NO_WORDS;
  const words = wordsOfMacro(source, `${name}()`);
  return words ?? { ...NO_WORDS, unknown: [{ word: name, line: at.line }] };
}

function blank(comment: string): string {
  return ' '.repeat(comment.length);
}

const MAY_BE_ATTRIBUTE = /^__|pack|align/i;

const LONGEST_TAIL = 300;
