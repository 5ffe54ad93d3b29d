import { ok, type Result } from '../base/result';
import { visibleName } from '../base/visible';
import type { Query, TouchedAnswer } from '../facts/generated';
import type { SessionError } from './attempt';
import type { Code } from './code';
import type { Names } from './names';

/** `symbol+0x1a`, `symbol+26`, and as the kernel prints it, `symbol+0x1a/0x40`. */
const WITHIN = /^(.+)(\+(?:0x[\da-f]+|\d+)(?:\/.*)?)$/i;

/**
 * What places touch, with the readable names of C++ and Rust among them: such a name stands for all functions that are
 * printed so, and their answers are one.
 */
export function touchesOfNamed(
  query: Extract<Query, { kind: 'touches' }>,
  code: Code,
  names: Names,
): Result<readonly TouchedAnswer[], SessionError> {
  const asked = query.places.map((place) => {
    const [, name = place, offset = ''] = WITHIN.exec(place) ?? [];
    return { place, name: place.startsWith('0x') ? null : name, offset };
  });
  const wanted = [...new Set(asked.flatMap(({ name }) => name ?? []))];
  const found = names.symbols(wanted);
  if (!found.ok) return found;
  const symbols = new Map(wanted.map((name, at) => [name, found.value[at] ?? []]));
  const places = asked.map(({ place, name, offset }) => {
    const own = name === null ? [] : (symbols.get(name) ?? []);
    return own.length === 0 ? [place] : own.map((symbol) => `${symbol}${offset}`);
  });
  const mangled = code.ask({ ...query, places: places.flat() });
  if (!mangled.ok) return mangled;
  const answers = shown(mangled.value, names);
  if (!answers.ok) return answers;
  let next = 0;
  return ok(
    places.map((own, at) => {
      const parts = answers.value.slice(next, (next += own.length));
      // As the reader writes what it was asked: a terminal obeys none of it.
      return together(visibleName(asked[at]?.place ?? ''), parts);
    }),
  );
}

/** How compilers of C++ and Rust begin a function's symbol. */
const MANGLED = /^_[ZR]/;

/** Answers with the names of functions as people write them. */
function shown(
  answers: readonly TouchedAnswer[],
  names: Names,
): Result<readonly TouchedAnswer[], SessionError> {
  const functions = answers.flatMap(({ accesses }) => accesses.map((each) => each.function));
  const symbols = [...new Set(functions)].filter((name) => MANGLED.test(name));
  if (symbols.length === 0) return ok(answers);
  const found = names.shown(symbols);
  if (!found.ok) return found;
  const known = new Map(symbols.map((symbol, at) => [symbol, found.value[at] ?? symbol]));
  return ok(
    answers.map((answer) => ({
      ...answer,
      accesses: answer.accesses.map((access) => ({
        ...access,
        function: visibleName(known.get(access.function) ?? access.function),
      })),
    })),
  );
}

/** Answers about functions of one name as one. */
function together(asked: string, parts: readonly TouchedAnswer[]): TouchedAnswer {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return { ...only, asked };
  const accesses = parts.flatMap((part) => part.accesses);
  return {
    asked,
    accesses,
    nothing: accesses.length > 0 ? null : (only?.nothing ?? null),
    notes: [...new Set(parts.flatMap((part) => part.notes))],
  };
}
