/** Closes a switch over a discriminated union: a new variant becomes a type error here. */
export function assertNever(value: never): never {
  throw new Error(`unhandled variant: ${JSON.stringify(value)}`);
}

/** Throws where something is not as it must be: a bug. Expected failures are `Result`s. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`bug: ${message}`);
}
