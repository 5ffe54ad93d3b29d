/** Builds what is not up to date and packs it into `folder`, below the checkout. */
export function pack(folder: string): { readonly path: string; readonly bytes: number };
