/** Packs the built page and command line, each a folder of the checkout, into `folder`, below the checkout. */
export function pack(
  folder: string,
  built: { readonly page: string; readonly commandLine: string },
): { readonly path: string; readonly bytes: number };
/** The same, after building what is not up to date. */
export function buildAndPack(folder: string): { readonly path: string; readonly bytes: number };
/** The package.json of the package, for the repository that the environment names. */
export function description(environment: Readonly<Record<string, string>>): object;
