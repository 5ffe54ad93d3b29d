/** What is made when it is first asked for, and is a constant from then on: a loaded module, a worker of the page. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
