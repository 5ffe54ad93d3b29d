/** Closes a switch over a discriminated union: a new variant becomes a type error here. */
export function assertNever(value: never): never {
  throw new Error(`unhandled variant: ${JSON.stringify(value)}`);
}

/** For what cannot be otherwise unless the program has a bug. Expected failures are `Result`s. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`bug: ${message}`);
}
