/** An element that is there; an index outside the list is a bug. Takes typed arrays too. */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  if (index < 0 || index >= list.length) {
    throw new Error(`bug: index ${index} of a list of ${list.length}`);
  }
  return list[index] as T;
}
