import { fail, ok, type Result } from '../base/result';
import type { Edit, Place } from './edit';
import {
  isAlignment,
  isLineNumber,
  isMaxSize,
  isPadding,
  isShare,
  isTypeSize,
  LINE_SIZES,
  MAX_BASE_BYTES,
  MAX_EDIT_BYTES,
  TAG_ROLES,
} from './limits';
import { BINDING_DOUBTS } from './bindingDoubt';
import type { Rule } from './rule';
import { ruleOf } from './rules';
import { tokens, type Token } from './tokens';
import { DOUBT_WORDS } from './words';
import { didYouMean } from '../base/nearest';
import type { MemberPath } from '../layout/ids';
import type { Message } from '../base/messages';
import { editMessage } from './messages';

/** What a reader met is not what it expected; the message says both. */
class Unexpected extends Error {}

/** Takes tokens one after the other. */
class Reader {
  /** The form of the edit that is read, for errors. */
  form: string | null = null;
  private next = 0;

  constructor(private readonly all: readonly Token[]) {}

  get atEnd(): boolean {
    return this.next === this.all.length;
  }

  member(): MemberPath {
    return this.name('a member') as MemberPath;
  }

  name(expected: string): string {
    const token = this.all[this.next];
    if (
      token === undefined ||
      token.kind === 'comma' ||
      token.kind === 'bar' ||
      token.text === ''
    ) {
      throw this.unexpected(expected);
    }
    this.next++;
    return token.text;
  }

  /** A whole number that may be negative. */
  integer(expected: string): number {
    const token = this.all[this.next];
    const plain = token?.kind === 'word' && /^-?\d+$/.test(token.text);
    const value = plain ? Number(token.text) : NaN;
    if (!Number.isSafeInteger(value)) throw this.unexpected(expected);
    this.next++;
    return value === 0 ? 0 : value;
  }

  members(): MemberPath[] {
    const members = [this.member()];
    while (this.all[this.next]?.kind === 'comma') {
      this.next++;
      members.push(this.member());
    }
    return members;
  }

  /** The stroke between two lists. */
  bar(): boolean {
    const here = this.all[this.next]?.kind === 'bar';
    if (here) this.next++;
    return here;
  }

  /** A keyword; of a misspelt one the nearest is named. */
  oneOf<T extends string>(words: readonly T[], expected: string): T {
    const token = this.all[this.next];
    const word = words.find((each) => token?.kind === 'word' && token.text === each);
    if (word === undefined) {
      const hint = token?.kind === 'word' ? didYouMean(token.text, words) : '';
      throw this.unexpected(expected, hint);
    }
    this.next++;
    return word;
  }

  /** Whether a word and a number stand next: `line 2`. */
  isNextNumbered(word: string): boolean {
    const [first, second] = this.all.slice(this.next, this.next + 2);
    const isWord = first?.kind === 'word' && first.text === word;
    return isWord && second?.kind === 'word' && /^\d/.test(second.text);
  }

  isNext(word: string): boolean {
    const token = this.all[this.next];
    return token?.kind === 'word' && token.text === word;
  }

  optional(word: string): boolean {
    const here = this.isNext(word);
    if (here) this.next++;
    return here;
  }

  number(isValid: (value: number) => boolean, expected: string): number {
    const token = this.all[this.next];
    const plain = token?.kind === 'word' && /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(token.text);
    const value = plain ? Number(token.text) : NaN;
    if (!Number.isFinite(value) || !isValid(value)) throw this.unexpected(expected);
    this.next++;
    return value;
  }

  text(): string {
    const token = this.all[this.next];
    if (token?.kind !== 'quoted') throw this.unexpected('a text in double quotes');
    this.next++;
    return token.text;
  }

  end(): void {
    if (!this.atEnd) throw this.unexpected('nothing more');
  }

  unexpected(expected: string, hint = ''): Unexpected {
    const token = this.all[this.next];
    const found =
      token === undefined ? 'the end' : token.kind === 'comma' ? 'a comma' : `\`${token.text}\``;
    const form = this.form === null ? '' : ` The form is \`${this.form}\`.`;
    return new Unexpected(`expected ${expected}, found ${found}.${hint}${form}`);
  }
}

/**
 * Reads one edit in words (`move f_ref last`). An error says what was expected, and where. Whether the members exist is not looked at here: that is `applyEdit`'s, which names the nearest.
 */
export function parseEdit(text: string): Result<Edit, Message> {
  const split = tokens(text);
  if (!split.ok) return fail(editMessage('unreadable', text.trim(), split.error));
  const reader = new Reader(split.value);
  try {
    const edit = readEdit(reader);
    reader.end();
    return ok(edit);
  } catch (error) {
    if (error instanceof Unexpected) {
      return fail(editMessage('unreadable', text.trim(), error.message));
    }
    throw error;
  }
}

const FORMS = {
  move: 'move A[,B…] first|last|before X|after X|into X|out [alone]',
  order: 'order A,B[,…]',
  align: 'align X N|cacheline',
  unalign: 'unalign X|struct',
  isolate: 'isolate X',
  pad: 'pad N before X',
  unpad: 'unpad X',
  add: 'add NAME "TYPE" BYTES align N [bits N] first|last|before X|after X',
  remove: 'remove X',
  pin: 'pin X',
  unpin: 'unpin X',
  together: 'together A,B[,…]',
  apart: 'apart A,B[,…] or apart A[,B…] | C[,D…]',
  stay: 'stay A[,B…] [in LINE]',
  range: 'range A[,B…] [to end]',
  size: 'size N',
  lift: 'lift RULE',
  tag: `tag X ${TAG_ROLES.join('|')} [WEIGHT] [by WHO]`,
  untag: 'untag X',
  line: `line ${LINE_SIZES.join('|')}`,
  pair: 'pair on|off',
  base: 'base N',
  prefetch: 'prefetch SHARE|off|unknown',
  bind: 'bind PROFILE LINE|TYPE at OFFSET [guessed|other-build]',
  unbind: 'unbind PROFILE LINE|TYPE',
  note: 'note X "TEXT" or note line LINE "TEXT"',
} as const satisfies Record<Exclude<Edit['kind'], 'noteLine' | 'unalignStruct'>, string>;

/** Edits that set a rule, which `lift` takes back. */
const RULE_VERBS = ['together', 'apart', 'stay', 'range', 'size'] as const;

/** Every form of edit, as help shows them. */
export const EDIT_FORMS: readonly string[] = Object.values(FORMS);

function readEdit(reader: Reader): Edit {
  const kinds = Object.keys(FORMS) as (keyof typeof FORMS)[];
  const verb = reader.oneOf(kinds, `one of the words ${kinds.join(', ')}`);
  return readAs(verb, reader);
}

function readAs(verb: keyof typeof FORMS, reader: Reader): Edit {
  reader.form = FORMS[verb];
  switch (verb) {
    case 'move': {
      const members = reader.members();
      const to = readPlace(reader);
      return reader.optional('alone')
        ? { kind: 'move', members, to, alone: true }
        : { kind: 'move', members, to };
    }
    case 'order':
    case 'together':
      return { kind: verb, members: reader.members() };
    case 'apart': {
      const a = reader.members();
      if (reader.bar()) return { kind: 'apart', a, b: reader.members() };
      if (a.length < 2) throw reader.unexpected('a comma or `|`, and whom it is kept apart from');
      return { kind: 'apart', a, b: [] };
    }
    case 'stay': {
      const members = reader.members();
      return { kind: 'stay', members, line: reader.optional('in') ? readLine(reader) : null };
    }
    case 'range': {
      const members = reader.members();
      const toEnd = reader.optional('to');
      if (toEnd) reader.oneOf(['end'], '`end`');
      return { kind: 'range', members, toEnd };
    }
    case 'size':
      return { kind: 'size', bytes: reader.number(isMaxSize, 'a number of bytes') };
    case 'lift':
      return { kind: 'lift', rule: readRule(reader) };
    case 'align': {
      const member = reader.member();
      if (reader.optional('cacheline')) return { kind: 'align', member, bytes: 'cacheline' };
      const bytes = reader.number(
        isAlignment,
        `\`cacheline\` or a power of two up to ${MAX_EDIT_BYTES}`,
      );
      return { kind: 'align', member, bytes };
    }
    case 'unalign':
      // No member of C has that name.
      if (reader.optional('struct')) return { kind: 'unalignStruct' };
      return { kind: verb, member: reader.member() };
    case 'isolate':
    case 'pin':
    case 'unpin':
    case 'untag':
    case 'remove':
      return { kind: verb, member: reader.member() };
    case 'pad': {
      const bytes = reader.number(isPadding, `a number of bytes from 1 to ${MAX_EDIT_BYTES}`);
      reader.oneOf(['before'], '`before`');
      return { kind: 'pad', bytes, before: reader.member() };
    }
    case 'unpad':
      return { kind: 'unpad', before: reader.member() };
    case 'add':
      return readAdded(reader);
    case 'tag': {
      const member = reader.member();
      const role = reader.oneOf(TAG_ROLES, `a role: ${TAG_ROLES.join(', ')}`);
      const weight =
        reader.atEnd || reader.isNext('by')
          ? null
          : reader.number((value) => value > 0, 'a weight above 0, `by WHO`, or nothing');
      const by = reader.optional('by') ? reader.name('who uses it: a thread, a CPU') : undefined;
      return { kind: 'tag', member, role, weight, ...(by !== undefined && { by }) };
    }
    case 'line': {
      const isLine = (bytes: number) => LINE_SIZES.includes(bytes);
      return { kind: 'line', bytes: reader.number(isLine, LINE_SIZES.join(', ')) };
    }
    case 'pair':
      return { kind: 'pair', on: reader.oneOf(['on', 'off'], '`on` or `off`') === 'on' };
    case 'base': {
      const isBase = (bytes: number) => Number.isInteger(bytes) && bytes <= MAX_BASE_BYTES;
      return {
        kind: 'base',
        bytes: reader.number(isBase, `a number of bytes up to ${MAX_BASE_BYTES}`),
      };
    }
    case 'prefetch': {
      const word = (['off', 'unknown'] as const).find((each) => reader.optional(each));
      if (word !== undefined) return { kind: 'prefetch', share: word === 'off' ? 0 : null };
      const share = reader.number(isShare, '`off`, `unknown`, or a share of misses up to 1');
      return { kind: 'prefetch', share };
    }
    case 'bind': {
      const profile = reader.name('a profile');
      const target = reader.name('the address of a line, or a type');
      reader.oneOf(['at'], '`at`');
      const offsetBytes = reader.integer('an offset in bytes');
      const bind = { kind: 'bind', profile, target, offsetBytes } as const;
      if (reader.atEnd) return bind;
      const word = reader.oneOf(Object.values(DOUBT_WORDS), '`guessed` or `other-build`');
      const doubt = BINDING_DOUBTS.find((each) => DOUBT_WORDS[each] === word);
      return doubt === undefined ? bind : { ...bind, doubt };
    }
    case 'unbind':
      return {
        kind: 'unbind',
        profile: reader.name('a profile'),
        target: reader.name('the address of a line, or a type'),
      };
    case 'note': {
      if (!reader.isNextNumbered('line')) {
        return { kind: 'note', member: reader.member(), text: reader.text() };
      }
      reader.optional('line');
      return { kind: 'noteLine', line: readLine(reader), text: reader.text() };
    }
  }
}

function readPlace(reader: Reader): Place {
  const places = ['first', 'last', 'before', 'after', 'into', 'out'] as const;
  const at = reader.oneOf(places, `a place: ${places.join(', ')}`);
  switch (at) {
    case 'first':
    case 'last':
    case 'out':
      return { at };
    case 'before':
    case 'after':
      return { at, member: reader.member() };
    case 'into':
      return { at, aggregate: reader.member() };
  }
}

function readAdded(reader: Reader): Edit {
  const name = reader.member();
  const typeName = reader.text();
  const bytes = reader.number(isTypeSize, 'the size of the type in bytes');
  reader.oneOf(['align'], '`align`');
  const align = reader.number(isAlignment, `a power of two up to ${MAX_EDIT_BYTES}`);
  const isWidth = (bits: number) => Number.isInteger(bits) && bits <= bytes * 8;
  const bits = reader.optional('bits') ? reader.number(isWidth, 'the width of a bit-field') : null;
  const to = readPlace(reader);
  if (to.at === 'into' || to.at === 'out') throw reader.unexpected('first, last, before or after');
  return { kind: 'add', name, typeName, bytes, align, bits, to };
}

function readRule(reader: Reader): Rule {
  const verb = reader.oneOf(RULE_VERBS, `a rule: ${RULE_VERBS.join(', ')}`);
  const rule = ruleOf(readAs(verb, reader));
  // `together` of one name takes it out of its group: an edit, and no rule.
  if (rule === null) throw reader.unexpected('a comma, and another member');
  return rule;
}

function readLine(reader: Reader): number {
  return reader.number(isLineNumber, 'the number of a line, from 0');
}
