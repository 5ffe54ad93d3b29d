import { didYouMean } from '../base/nearest';
import { fail, ok, type Result } from '../base/result';
import type { MemberPath } from '../layout/ids';
import type { Edit, Place } from './edit';
import {
  isAlignment,
  isPadding,
  LINE_SIZES,
  MAX_BASE_BYTES,
  MAX_EDIT_BYTES,
  TAG_ROLES,
} from './limits';
import { tokens, type Token } from './tokens';

/**
 * Reads one edit in words (`move f_ref last`). An error is a sentence that says what was expected, and
 * where. Whether the members exist is not looked at here: that is `applyEdit`'s, which names the nearest.
 */
export function parseEdit(text: string): Result<Edit, string> {
  const split = tokens(text);
  if (!split.ok) return fail(`Cannot read the edit \`${text.trim()}\`: ${split.error}`);
  const reader = new Reader(split.value);
  try {
    const edit = readEdit(reader);
    reader.end();
    return ok(edit);
  } catch (error) {
    if (error instanceof Unexpected) {
      return fail(`Cannot read the edit \`${text.trim()}\`: ${error.message}`);
    }
    throw error;
  }
}

const FORMS = {
  move: 'move A[,B…] first|last|before X|after X|into X|out [alone]',
  order: 'order A,B[,…]',
  align: 'align X N|cacheline',
  unalign: 'unalign X',
  isolate: 'isolate X',
  pad: 'pad N before X',
  unpad: 'unpad X',
  pin: 'pin X',
  unpin: 'unpin X',
  together: 'together A,B[,…]',
  tag: `tag X ${TAG_ROLES.join('|')} [WEIGHT]`,
  untag: 'untag X',
  line: `line ${LINE_SIZES.join('|')}`,
  pair: 'pair on|off',
  base: 'base N',
  bind: 'bind PROFILE LINE|TYPE at OFFSET',
  unbind: 'unbind PROFILE LINE|TYPE',
  note: 'note X "TEXT"',
} as const satisfies Record<Edit['kind'], string>;

/** Every form of edit, as help shows them. */
export const EDIT_FORMS: readonly string[] = Object.values(FORMS);

function readEdit(reader: Reader): Edit {
  const kinds = Object.keys(FORMS) as (keyof typeof FORMS)[];
  const verb = reader.oneOf(kinds, `one of the words ${kinds.join(', ')}`);
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
    case 'isolate':
    case 'pin':
    case 'unpin':
    case 'untag':
      return { kind: verb, member: reader.member() };
    case 'pad': {
      const bytes = reader.number(isPadding, `a number of bytes from 1 to ${MAX_EDIT_BYTES}`);
      reader.oneOf(['before'], '`before`');
      return { kind: 'pad', bytes, before: reader.member() };
    }
    case 'unpad':
      return { kind: 'unpad', before: reader.member() };
    case 'tag': {
      const member = reader.member();
      const role = reader.oneOf(TAG_ROLES, `a role: ${TAG_ROLES.join(', ')}`);
      const weight = reader.atEnd
        ? null
        : reader.number((value) => value > 0, 'a weight above 0, or nothing');
      return { kind: 'tag', member, role, weight };
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
    case 'bind': {
      const profile = reader.name('a profile');
      const target = reader.name('the address of a line, or a type');
      reader.oneOf(['at'], '`at`');
      return { kind: 'bind', profile, target, offsetBytes: reader.integer('an offset in bytes') };
    }
    case 'unbind':
      return {
        kind: 'unbind',
        profile: reader.name('a profile'),
        target: reader.name('the address of a line, or a type'),
      };
    case 'note':
      return { kind: 'note', member: reader.member(), text: reader.text() };
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

class Unexpected extends Error {}

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
    if (token === undefined || token.kind === 'comma' || token.text === '') {
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

  optional(word: string): boolean {
    const token = this.all[this.next];
    const here = token?.kind === 'word' && token.text === word;
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

  private unexpected(expected: string, hint = ''): Unexpected {
    const token = this.all[this.next];
    const found =
      token === undefined ? 'the end' : token.kind === 'comma' ? 'a comma' : `\`${token.text}\``;
    const form = this.form === null ? '' : ` The form is \`${this.form}\`.`;
    return new Unexpected(`expected ${expected}, found ${found}.${hint}${form}`);
  }
}
