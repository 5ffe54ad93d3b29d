/**
 * The WASM module, compiled once for all workers. It comes as a script chunk (see `vite.config.ts`),
 * so that the page makes no request of its own.
 */
export function wasmModule(): Promise<WebAssembly.Module> {
  compiling ??= compile();
  return compiling;
}

let compiling: Promise<WebAssembly.Module> | null = null;

async function compile(): Promise<WebAssembly.Module> {
  const { default: packed } = await import('virtual:hitmap-wasm');
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(inflated).arrayBuffer());
}
