import { assertNever } from '../../base/assert';
import type { Condition, HeaderDoc, Operand, Target } from '../../facts/generated';
import { textMembers } from './textMembers';

/** Which macros are defined, by name; what is not in it is decided by `defaultOf`. */
export type Switches = Readonly<Record<string, boolean>>;

/**
 * Whether the condition of an `#if` holds. Every macro that it asks about, and every comparison that the target does not
 * answer, is a switch: `asked` gets each, and what was taken. What is no expression at all is one switch as a whole.
 */
export function holds(
  condition: Condition,
  target: Target,
  switches: Switches,
  request: (name: string, on: boolean) => void,
): boolean {
  const each = (of: Condition) => holds(of, target, switches, request);
  const ask = (name: string, byDefault: boolean) => {
    const on = switches[name] ?? byDefault;
    request(name, on);
    return on;
  };
  switch (condition.kind) {
    case 'defined':
      return fixedBy(condition.name, target) ?? ask(condition.name, isUsual(condition.name));
    case 'value':
      return condition.holds;
    case 'compared': {
      const [left, right] = [condition.left, condition.right].map((of) => valueOf(of, target));
      if (left === null || left === undefined || right === null || right === undefined)
        return ask(condition.text, false);
      return compared(left, condition.operator, right);
    }
    case 'not':
      return !each(condition.of);
    // All parts are read: a switch must be offered whatever the others say.
    case 'all':
      return condition.of.map(each).every(Boolean);
    case 'any':
      return condition.of.map(each).some(Boolean);
    case 'open':
      return ask(condition.text, !condition.compares && isUsual(condition.text));
    default:
      return assertNever(condition);
  }
}

type Comparison = Extract<Condition, { kind: 'compared' }>['operator'];

function compared(left: number, operator: Comparison, right: number): boolean {
  switch (operator) {
    case 'equal':
      return left === right;
    case 'unequal':
      return left !== right;
    case 'less':
      return left < right;
    case 'more':
      return left > right;
    case 'atMost':
      return left <= right;
    case 'atLeast':
      return left >= right;
    default:
      return assertNever(operator);
  }
}

function valueOf(operand: Operand, { pointerBytes }: Target): number | null {
  if (operand.kind === 'number') return operand.value;
  return operand.kind === 'longBits' ? pointerBytes * 8 : null;
}

/** Debug options and the like are off in a production kernel, and what only other readers of C define. */
function isUsual(name: string): boolean {
  return !OTHER_READERS.has(name) && !UNUSUAL.some((part) => name.includes(part));
}

const OTHER_READERS: ReadonlySet<string> = new Set([
  '__GENKSYMS__',
  '__CHECKER__',
  '__BINDGEN__',
  '__ASSEMBLY__',
  '__ASSEMBLER__',
  '__DOXYGEN__',
]);

const UNUSUAL: readonly string[] = [
  'DEBUG',
  'LOCKDEP',
  'LOCK_ALLOC',
  'LOCK_STAT',
  'PREEMPT_RT',
  'KASAN',
  'KMSAN',
  'KCSAN',
  'UBSAN',
  'SANITIZE',
  'RANDSTRUCT',
];

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

/**
 * Which macros of a struct's `#if`s are defined, by the members that a build of it has: a member
 * under `#ifdef X` that is there says that X is defined, one that is not says that it is not.
 */
export function switchesLike(
  doc: HeaderDoc,
  record: number,
  members: ReadonlySet<string>,
): Switches {
  const found: Record<string, boolean> = {};
  const walk = (index: number) => {
    for (const { holds: conditions, declarator, member } of textMembers(doc, index)) {
      if (member.record !== null) walk(member.record);
      const condition = conditions.at(-1);
      const { name } = declarator;
      if (condition === undefined || name === null) continue;
      const inner = condition.kind === 'not' ? condition.of : condition;
      if (inner.kind === 'defined')
        found[inner.name] ??= members.has(name) !== (condition.kind === 'not');
    }
  };
  walk(record);
  return found;
}
