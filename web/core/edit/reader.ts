import { didYouMean } from '../base/nearest';
import type { MemberPath } from '../layout/ids';
import type { Token } from './tokens';

/** What a reader met is not what it expected; the message says both. */
export class Unexpected extends Error {}

/** Takes tokens one after the other. */
export class Reader {
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
