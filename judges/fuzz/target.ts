/** A whole number from 0 up to below its argument, which is 1 at least; it follows from a seed. */
export type Draw = (below: number) => number;

export function oneOf<T>(draw: Draw, items: readonly T[]): T {
  return items[draw(items.length)]!;
}

/** What can be asked of a reader in TypeScript. `Input` is JSON, so that a finding can be printed. */
export interface Target<Input> {
  readonly seeds: readonly Input[];
  /** Something like one of those that are known. */
  change(input: Input, draw: Draw, others: readonly Input[]): Input;
  /**
   * Reads it, and throws where it is neither refused with a sentence nor fit for all that follows. Gives what came of
   * it in words: an input with an outcome that no other had is worth to be changed again.
   */
  run(input: Input): Promise<string>;
}
