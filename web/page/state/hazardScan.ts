/** A look through a tree for what depends on the order of a struct's members. */

export type HazardScan =
  | { readonly kind: 'running'; readonly files: number }
  | { readonly kind: 'done'; readonly files: number; readonly stopped: boolean }
  | { readonly kind: 'failed'; readonly why: string };
