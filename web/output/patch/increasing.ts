/**
 * The heaviest increasing subsequence: which of `values` stay in place so that the least weight moves.
 * Returns their positions. Quadratic, for at most a few hundred members.
 */
export function heaviestIncreasing(
  values: readonly number[],
  weights: readonly number[],
): ReadonlySet<number> {
  const best: number[] = [];
  const before: number[] = [];
  let top = -1;
  for (const [index, value] of values.entries()) {
    let from = -1;
    for (let earlier = 0; earlier < index; earlier++) {
      const fits = (values[earlier] ?? 0) < value;
      if (fits && (from < 0 || (best[earlier] ?? 0) > (best[from] ?? 0))) from = earlier;
    }
    best.push((weights[index] ?? 0) + (from < 0 ? 0 : (best[from] ?? 0)));
    before.push(from);
    if (top < 0 || (best[index] ?? 0) > (best[top] ?? 0)) top = index;
  }
  const chosen = new Set<number>();
  for (let at = top; at >= 0; at = before[at] ?? -1) chosen.add(at);
  return chosen;
}
