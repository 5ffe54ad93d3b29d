import type { Condition } from '../../web/core/facts/generated';
import { X86_64 } from '../../web/core/facts/targets';
import { holds } from '../../web/core/layout/text/conditions';

/**
 * Which conditions hold in one build that is made up: each macro is defined or not wherever it is asked about, so that
 * `#if defined(X)` and `#if !defined(X)` never both hold. Of a chain at most one branch does.
 */
export function randomBuild(salt: number): (condition: Condition) => boolean {
  const isDefined = (name: string) => (hash(name) + salt) % 4 !== 0;
  return (condition) => {
    const asked: string[] = [];
    holds(condition, X86_64, {}, (name) => asked.push(name));
    const switches = Object.fromEntries(asked.map((name) => [name, isDefined(name)]));
    return holds(condition, X86_64, switches, () => {});
  };
}

function hash(text: string): number {
  let sum = 0;
  for (const char of text) sum = (sum * 31 + char.charCodeAt(0)) % 65_521;
  return sum;
}
