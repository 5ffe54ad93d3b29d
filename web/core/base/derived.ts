/**
 * A function that remembers: asked again with the same inputs it gives the same answer and computes nothing. Inputs
 * are the same by identity, numbers and texts by value. An answer lives as long as the objects among its inputs do, so
 * that nothing is remembered that nobody holds, and two apps, which share no state, share no answer.
 */
export function derived<Inputs extends readonly [object, ...unknown[]], Answer>(
  compute: (...inputs: Inputs) => Answer,
): (...inputs: Inputs) => Answer {
  const root = new Branch<Answer>();
  return (...inputs) => {
    let branch = root;
    for (const input of inputs) branch = branch.to(input);
    branch.answer ??= { value: compute(...inputs) };
    return branch.answer.value;
  };
}

/**
 * A place for what is found out of an object bit by bit, or was last made of it; it goes with the object. What is
 * kept there may only ever save work: without it the answers would be the same.
 */
export function keptWith<Owner extends object, Kept>(make: () => Kept): (owner: Owner) => Kept {
  return derived<readonly [Owner], Kept>(make);
}

/** What is remembered behind the inputs so far. */
class Branch<Answer> {
  answer: { readonly value: Answer } | null = null;
  private objects: WeakMap<object, Branch<Answer>> | null = null;
  private values: Map<unknown, Branch<Answer>> | null = null;

  to(input: unknown): Branch<Answer> {
    const isObject = (typeof input === 'object' && input !== null) || typeof input === 'function';
    const known = isObject ? this.objects?.get(input) : this.values?.get(input);
    if (known !== undefined) return known;
    const made = new Branch<Answer>();
    if (isObject) (this.objects ??= new WeakMap()).set(input, made);
    else (this.values ??= new Map()).set(input, made);
    return made;
  }
}
