import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ModuleName } from '../../ingest/wasmModule';
import { Failure } from '../failure';

/** A WASM module: beside the bundle, where the build puts it; in the source tree where it was made. */
export function readWasm(module: ModuleName): WebAssembly.Module {
  const name = `hitmap_${module}_bg.wasm`;
  const places = [name, `../../../wasm/pkg/${name}`];
  const path = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((each) => existsSync(each));
  if (path === undefined) throw new Failure('The build is not complete: run `npm run build`.');
  return new WebAssembly.Module(readFileSync(path));
}
