import { fetched } from '../base/fetched';

/**
 * The WASM modules, each compiled once for all workers: `types` reads debug information, `reports` perf's
 * files, `source` C source, `code` follows instructions, `names` reads mangled names. They come as script chunks (see
 * `vite.config.ts`), so that the page makes no request of its own.
 */
export function wasmModule(name: ModuleName): Promise<WebAssembly.Module> {
  let compiling = compilations.get(name);
  if (!compiling) {
    compiling = compile(name);
    compilations.set(name, compiling);
    // The next file may try again: a chunk that did not come may come then.
    compiling.catch(() => compilations.delete(name));
  }
  return compiling;
}

/** Loads a module's script without compiling it, so that the page makes no request when it is needed. */
export async function loadScript(name: ModuleName): Promise<void> {
  await fetched(CHUNKS[name]);
}

export const MODULES = ['types', 'reports', 'source', 'code', 'names'] as const;
export type ModuleName = (typeof MODULES)[number];

const compilations = new Map<ModuleName, Promise<WebAssembly.Module>>();

const CHUNKS: Readonly<Record<ModuleName, () => Promise<{ readonly default: string }>>> = {
  types: () => import('virtual:hitmap-types'),
  reports: () => import('virtual:hitmap-reports'),
  source: () => import('virtual:hitmap-source'),
  code: () => import('virtual:hitmap-code'),
  names: () => import('virtual:hitmap-names'),
};

async function compile(name: ModuleName): Promise<WebAssembly.Module> {
  const { default: packed } = await fetched(CHUNKS[name]);
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(inflated).arrayBuffer());
}
