import {
  joinedWords,
  layoutWords,
  lineAt,
  NO_WORDS,
  wordsOfMacro,
  type LayoutWords,
} from './attributes';
import type { SourceText } from './sourceText';
import { recordAt } from './textMembers';

/** What the words around a body make of its layout: its attributes, macros before and after it, a macro that it is given to. */
export function recordWords(source: SourceText, record: number): LayoutWords {
  return joinedWords([
    layoutWords(source, recordAt(source.doc, record).attributes),
    ...macrosBefore(source, record),
    ...macrosAfter(source, record),
    macroAround(source, record),
  ]);
}

/** `PACKED struct x { … };`, and `BEGIN_PACKED` alone on the line above. */
function macrosBefore(source: SourceText, record: number): readonly LayoutWords[] {
  const { offset, line } = recordAt(source.doc, record).at;
  const lines = source.text
    .slice(Math.max(0, offset - LONGEST_TAIL), offset)
    .replace(COMMENT, blank)
    .split('\n');
  const [above = '', same = ''] = [lines.at(-2), lines.at(-1)];
  const alone = /^\s*(\w*(?:pack|align)\w*(?:\s*\([^()]*\))?)\s*$/i.exec(above)?.[1];
  return [
    ...(alone === undefined ? [] : [macroAt(source, alone, line - 1)]),
    ...wordsIn(/(?:^|[;{}])((?:[^;{}()#]|\([^()]*\))*)$/.exec(same)?.[1] ?? '')
      .filter(({ word }) => !NO_ATTRIBUTE.has(word))
      .map(({ use }) => macroAt(source, use, line)),
  ];
}

function macroAt(source: SourceText, use: string, line: number): LayoutWords {
  return wordsOfMacro(source, use) ?? unknown(/^\w+/.exec(use)?.[0] ?? use, line);
}

/** `} PACKED;` reads like a variable; a `#define` of the name says that it is an attribute. */
function macrosAfter(source: SourceText, record: number): readonly LayoutWords[] {
  const { close, attributes, tag, typedefName } = recordAt(source.doc, record);
  const after = source.text.slice(close + 1, close + 1 + LONGEST_TAIL);
  const tail = /^[^;{}#=]*/.exec(after.replace(COMMENT, blank))?.[0] ?? '';
  const found: LayoutWords[] = [];
  for (const { word, use, index } of wordsIn(tail)) {
    const at = close + 1 + index;
    if (attributes.some(({ span }) => span.start <= at && at < span.end)) continue;
    // gcc ignores them after a declarator's name.
    if (word === typedefName) break;
    if (QUALIFIERS.has(word)) continue;
    const words = /^__attribute/.test(word) ? null : wordsOfMacro(source, use);
    if (words === null) {
      const rest = tail.slice(index + use.length);
      const isAttribute =
        isBeforeName(rest, word) || (tag !== null && typedefName === null && mayBeAttribute(word));
      if (!isAttribute) break;
      found.push(unknown(word, lineAt(source.text, at)));
      continue;
    }
    found.push(words);
  }
  return found;
}

/**
 * Whether what follows a word is the name that is declared, so that the word is an attribute: `} DENSE kept;`, and not
 * `} kept DENSE;`.
 */
function isBeforeName(rest: string, word: string): boolean {
  const next = /^\s*([A-Za-z_]\w*)/.exec(rest)?.[1];
  return next !== undefined && (mayBeAttribute(word) || !mayBeAttribute(next));
}

/** The words of a text outside of parentheses, each with the arguments that it is given. */
function wordsIn(text: string): readonly { word: string; use: string; index: number }[] {
  return [...text.matchAll(/\b([A-Za-z_]\w*)(\s*\((?:[^()]|\([^()]*\))*\))?/g)].map(
    ({ 0: use, 1: word = '', index }) => ({ word, use, index }),
  );
}

function unknown(word: string, line: number): LayoutWords {
  return { ...NO_WORDS, unknown: [{ word, line }] };
}

/** `PACK(struct x { … });` */
function macroAround(source: SourceText, record: number): LayoutWords {
  const { at } = recordAt(source.doc, record);
  const before = source.text.slice(Math.max(0, at.offset - LONGEST_TAIL), at.offset);
  const name = /(\w+)\s*\(\s*$/.exec(before)?.[1];
  if (name === undefined || /^(?:sizeof|struct_group\w*)$/.test(name)) return NO_WORDS;
  return wordsOfMacro(source, `${name}()`) ?? unknown(name, at.line);
}

function blank(comment: string): string {
  return comment.replace(/[^\n]/g, ' ');
}

/** A header declares a struct and seldom a variable with it: `} __rte_packed;`, `} DENSE;` ask for a definition. */
function mayBeAttribute(word: string): boolean {
  return /^__|pack|align/i.test(word) || /^[A-Z][A-Z0-9_]+$/.test(word);
}

/** C's and C++'s own words that stand before a struct. */
const NO_ATTRIBUTE: ReadonlySet<string> = new Set(
  `typedef static extern const volatile register auto inline constexpr thread_local _Thread_local __thread
  __extension__ export friend public private protected template using mutable return sizeof new case default
  __attribute__ __attribute __declspec alignas _Alignas`.match(/\w+/g),
);

const QUALIFIERS: ReadonlySet<string> = new Set(['const', 'volatile', 'static']);

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

const LONGEST_TAIL = 300;
