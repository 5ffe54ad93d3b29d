import { MOST_NESTED } from '../../facts/expansion';
import type { Target } from '../../facts/generated';

/** Which macros are defined, by name; what is not in it is decided by `defaultOf`. */
export type Switches = Readonly<Record<string, boolean>>;

/**
 * Whether the condition of an `#if` holds: `defined(CONFIG_SMP) && BITS_PER_LONG == 64`. Every macro that
 * it asks about, and every comparison that the target does not answer, is a switch; `asked` is told each.
 * What is no expression at all is one switch as a whole.
 */
export function holds(
  condition: string,
  target: Target,
  switches: Switches,
  asked: (name: string) => void,
): boolean {
  const names: string[] = [];
  const ask = (name: string) => {
    const fixed = fixedBy(name, target);
    if (fixed !== null) return fixed;
    names.push(name);
    return switches[name] ?? defaultOf(name);
  };
  const tokens = condition.match(TOKEN) ?? [];
  const reader = new Expression(tokens, ask, target);
  const value = reader.or();
  if (value !== null && reader.atEnd()) {
    names.forEach(asked);
    return value;
  }
  const whole = condition.trim();
  asked(whole);
  return switches[whole] ?? defaultOf(whole);
}

const TOKEN = /[A-Za-z_]\w*|\d\w*|&&|\|\||[<>=!]=|<<|>>|[^\s]/g;

/** Debug options and the like are off in a production kernel, and what only other readers of C define. */
function defaultOf(name: string): boolean {
  if (/^__(?:cplusplus|GENKSYMS__|CHECKER__|BINDGEN__|ASSEMBLY__|ASSEMBLER__|DOXYGEN__)/.test(name))
    return false;
  if (
    /DEBUG|LOCKDEP|LOCK_ALLOC|LOCK_STAT|PREEMPT_RT|KASAN|KMSAN|KCSAN|UBSAN|SANITIZE|RANDSTRUCT/.test(
      name,
    )
  )
    return false;
  return !/(?:==|!=|<|>)/.test(name);
}

/** What the target answers by itself. */
function fixedBy(name: string, target: Target): boolean | null {
  switch (name) {
    case '__KERNEL__':
      return true;
    case '__cplusplus':
      return false;
    case 'CONFIG_64BIT':
    case '__LP64__':
    case '_LP64':
      return target.pointerBytes === 8;
    case 'CONFIG_32BIT':
      return target.pointerBytes === 4;
    case '__LITTLE_ENDIAN':
    case '__LITTLE_ENDIAN_BITFIELD':
    case 'CONFIG_CPU_LITTLE_ENDIAN':
      return !target.bigEndian;
    case '__BIG_ENDIAN':
    case '__BIG_ENDIAN_BITFIELD':
    case 'CONFIG_CPU_BIG_ENDIAN':
      return target.bigEndian;
    default:
      return null;
  }
}

function numberOf(word: string, target: Target): number | null {
  if (word === 'BITS_PER_LONG' || word === '__BITS_PER_LONG') return target.pointerBytes * 8;
  return /^(?:0x[\da-f]+|\d+)[ul]*$/i.test(word) ? Number(word.replace(/[ul]+$/i, '')) : null;
}

/** `||`, `&&`, `!`, `defined`, `IS_ENABLED` and brackets. Null where the text is something else, or nests without end. */
class Expression {
  private at = 0;
  /** How many brackets and negations it is in. */
  private depth = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly ask: (name: string) => boolean,
    private readonly target: Target,
  ) {}

  atEnd(): boolean {
    return this.at === this.tokens.length;
  }

  // Both sides are always read: a switch must be offered whatever the others say.
  or(): boolean | null {
    let value = this.and();
    while (value !== null && this.take('||')) {
      const next = this.and();
      value = next === null ? null : value || next;
    }
    return value;
  }

  private and(): boolean | null {
    let value = this.not();
    while (value !== null && this.take('&&')) {
      const next = this.not();
      value = next === null ? null : value && next;
    }
    return value;
  }

  private not(): boolean | null {
    if (this.depth === MOST_NESTED) return null;
    this.depth += 1;
    const isNegated = this.take('!');
    const value = isNegated ? this.not() : this.atom();
    this.depth -= 1;
    return isNegated && value !== null ? !value : value;
  }

  private atom(): boolean | null {
    if (this.take('(')) {
      const value = this.or();
      return value !== null && this.take(')') ? value : null;
    }
    const word = this.tokens[this.at];
    if (word === undefined || !/^\w/.test(word)) return null;
    this.at++;
    if (/^(?:defined|IS_ENABLED|IS_BUILTIN|IS_MODULE|IS_REACHABLE|__has_\w+)$/.test(word)) {
      const bracket = this.take('(');
      const name = this.tokens[this.at++];
      if (name === undefined || !/^[A-Za-z_]/.test(name)) return null;
      return bracket && !this.take(')') ? null : this.ask(name);
    }
    return this.comparison(word);
  }

  private comparison(left: string): boolean | null {
    const operator = this.tokens[this.at];
    if (operator === undefined || !/^(?:[<>]=?|[=!]=)$/.test(operator)) {
      const value = numberOf(left, this.target);
      return value === null ? this.ask(left) : value !== 0;
    }
    const right = this.tokens[this.at + 1];
    if (right === undefined || !/^\w/.test(right)) return null;
    this.at += 2;
    const [a, b] = [numberOf(left, this.target), numberOf(right, this.target)];
    if (a === null || b === null) return this.ask(`${left} ${operator} ${right}`);
    switch (operator) {
      case '==':
        return a === b;
      case '!=':
        return a !== b;
      case '<':
        return a < b;
      case '>':
        return a > b;
      case '<=':
        return a <= b;
      default:
        return a >= b;
    }
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }
}
