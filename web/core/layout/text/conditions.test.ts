import { expect, test } from 'vitest';
import { X86_64 } from '../../facts/targets';
import { readCondition } from '../testing/readHeader';
import { holds, type Switches } from './conditions';

function check(
  condition: string,
  switches: Switches,
  expected: boolean,
  requested: readonly string[],
): void {
  const names: string[] = [];
  const value = holds(readCondition(condition), X86_64, switches, (name) => names.push(name));
  expect([value, ...names], condition).toEqual([expected, ...requested]);
}

test('macros are switches, on unless they are for debugging', () => {
  check('defined(CONFIG_SMP)', {}, true, ['CONFIG_SMP']);
  check('!defined(CONFIG_SMP)', {}, false, ['CONFIG_SMP']);
  check('defined(CONFIG_DEBUG_LOCK_ALLOC)', {}, false, ['CONFIG_DEBUG_LOCK_ALLOC']);
  check('IS_ENABLED(CONFIG_NET) && defined(A)', { A: false }, false, ['CONFIG_NET', 'A']);
});

test('both sides of && and || are asked about', () => {
  check('defined(A) || defined(B)', { A: true, B: false }, true, ['A', 'B']);
  check('(!(defined A)) && defined B', { A: false, B: true }, true, ['A', 'B']);
});

test('what the target answers is not asked', () => {
  check('BITS_PER_LONG == 64', {}, true, []);
  check('BITS_PER_LONG != 64', {}, false, []);
  check('defined(CONFIG_64BIT)', {}, true, []);
  check('defined(__BIG_ENDIAN_BITFIELD)', {}, false, []);
  check('1', {}, true, []);
  check('0', {}, false, []);
});

test('a comparison of what nobody knows is a switch, and so is what is no expression', () => {
  check('NR_CPUS > 8', { 'NR_CPUS > 8': true }, true, ['NR_CPUS > 8']);
  check('FOO(1, 2)', {}, true, ['FOO(1, 2)']);
});

test('brackets and negations without end are one switch as a whole', () => {
  for (const [open, close] of [
    ['(', ')'],
    ['!', ''],
  ] as const) {
    const condition = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
    check(condition, {}, true, [condition]);
    check(`${open.repeat(100)}1${close.repeat(100)}`, {}, true, []);
  }
});
