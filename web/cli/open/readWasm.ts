import { inputMessage } from '../messages';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { once } from '../../core/base/once';
import { beginsAsText, contentOfFile, decided, type FileContent } from '../../core/ingest/content';
import type { FileSource } from '../../core/ingest/fileSource';
import type { LazyModules } from '../../core/ingest/session';
import { openReports } from '../../core/ingest/reports';
import { openTexts } from '../../core/ingest/texts';
import type { ModuleName } from '../../core/ingest/wasmModule';
import { Failure } from '../failure';

const MODULES: Readonly<Record<ModuleName, () => WebAssembly.Module>> = {
  types: once(() => readWasm('types')),
  reports: once(() => readWasm('reports')),
  source: once(() => readWasm('source')),
  code: once(() => readWasm('code')),
  names: once(() => readWasm('names')),
};

/** A WASM module, read and compiled once. */
export function wasmModule(name: ModuleName): WebAssembly.Module {
  return MODULES[name]();
}

/** Beside the bundle, where the build puts it; in the source tree where it was made. */
function readWasm(module: ModuleName): WebAssembly.Module {
  const name = `hitmap_${module}_bg.wasm`;
  const places = [name, `../../../wasm/pkg/${name}`];
  const path = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((each) => existsSync(each));
  if (path === undefined) throw new Failure(inputMessage('build-incomplete'));
  return new WebAssembly.Module(readFileSync(path));
}

/** The reader of perf's files. */
export const reports = once(() => openReports(wasmModule('reports')));

/** The reader of C source, pahole's output and patches. */
export const texts = once(() => openTexts(wasmModule('source')));

/** What a file is for. Throws where reading fails. */
export function contentOf(source: FileSource): FileContent {
  return decided(contentOfFile(wasmModule('types'), source), reports);
}

/** Whether a file that begins so is a text, and neither packed nor a report or recording of perf. */
export function isText(start: Uint8Array): boolean {
  return beginsAsText(wasmModule('types'), start, reports);
}

/** Those that a session asks for itself. */
export const LAZY_MODULES: LazyModules = {
  code: MODULES.code,
  names: MODULES.names,
};
