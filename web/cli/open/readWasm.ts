import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ModuleName } from '../../ingest/wasmModule';
import type { LazyModules } from '../../ingest/session';
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

/** Those that a session asks for itself. */
export const LAZY_MODULES: LazyModules = {
  code: () => readWasm('code'),
  names: () => readWasm('names'),
};
