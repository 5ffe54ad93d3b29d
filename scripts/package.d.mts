/** Packs the npm package into `folder`, below the checkout, after building what is not up to date. */
export function buildAndPack(folder: string): { readonly path: string; readonly bytes: number };
