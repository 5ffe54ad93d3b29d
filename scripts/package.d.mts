/** Packs the npm package into `folder`, below the checkout, after building what is not up to date. */
export function buildAndPack(folder: string): { readonly path: string; readonly bytes: number };
/** The package.json of the package, for the repository that the environment names. */
export function description(environment: Readonly<Record<string, string>>): object;
