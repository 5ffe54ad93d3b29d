/** The rest that is never negative: −1 modulo 64 is 63. */
export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** The next multiple. Not with bit operators: offsets in bits pass 2^31 in structs of 256 MiB. */
export function roundUp(value: number, multiple: number): number {
  const rest = modulo(value, multiple);
  return rest === 0 ? value : value + (multiple - rest);
}

export function sum(values: ArrayLike<number>): number {
  let all = 0;
  for (let at = 0; at < values.length; at += 1) all += values[at]!;
  return all;
}
