import { patchMessage } from './messages';
import { itemAt } from '../base/itemAt';
import type { FileNames, HeaderDoc, RecordText, StructDesc } from '../facts/generated';
import { type PatchRefusal, refusal } from './outcome';
import { textOfFile } from './text';

/**
 * The body in a header that declares the struct: by tag, or for `typedef struct { … } name;` by the
 * typedef's name; in C++ with the namespaces and classes around it. Of several (under different `#if`s) the one
 * at the line that debug information states, else the first. Null where there is none.
 */
export function findRecord(doc: HeaderDoc, desc: StructDesc): number | null {
  const { declared, shape } = itemAt(desc.types, desc.root);
  const keyword = shape.kind === 'aggregate' ? shape.keyword : 'struct';
  const { scope, name } = qualifiedName(desc.name);
  const named = [...doc.records.entries()].filter(
    ([, record]) =>
      isKeyword(record.keyword, keyword) &&
      (isNamed(record, desc.name) || isNamed(record, name)) &&
      isWithin(record.scope, scope),
  );
  const here = named.find(([, record]) => record.nameAt.line === declared?.line);
  if (here !== undefined) return here[0];
  // A namespace may be opened by a macro: what writes most of the name is meant.
  const [best] = [...named].sort(([, a], [, b]) => b.scope.length - a.scope.length);
  return best?.[0] ?? null;
}

/** Compilers state `struct` for what was written as `class`, and the other way round. */
function isKeyword(written: string, stated: string): boolean {
  return (written === 'union') === (stated === 'union');
}

function isNamed(record: RecordText, name: string): boolean {
  return record.tag === name || (record.tag === null && record.typedefName === name);
}

/** Whether what the file writes around a struct is part of its name; inline namespaces and macros may be missing. */
function isWithin(written: readonly string[], scope: readonly string[]): boolean {
  if (scope.length === 0) return true;
  let next = 0;
  for (const name of written) {
    const at = scope.indexOf(name, next);
    // `namespace MACRO {` has a name that no binary has.
    if (at < 0 && !/^[A-Z0-9_]+$/.test(name)) return false;
    if (at >= 0) next = at + 1;
  }
  return true;
}

/** `a::b<c::d>::e<f>`: the scope is a, b; the name is e. */
export function qualifiedName(name: string): {
  readonly scope: readonly string[];
  readonly name: string;
} {
  let plain = name.replace(/^(?:struct|class|union) /, '');
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = plain.replace(/<[^<>]*>/g, '');
  }
  const parts = plain.split('::').filter((part) => part !== '' && part !== '(anonymous namespace)');
  return { scope: parts.slice(0, -1), name: parts.at(-1)?.trim() ?? plain };
}

/** Whether a path is the file that the compiler was given: one is the end of the other. */
export function isDeclaringFile(path: string, desc: StructDesc): boolean {
  const declared = itemAt(desc.types, desc.root).declared;
  if (declared === null || declared.file === '') return false;
  const a = partsOfPath(path);
  const b = partsOfPath(declared.file);
  const shared = Math.min(a.length, b.length);
  return a.slice(-shared).join('/') === b.slice(-shared).join('/');
}

/** Whether a file declares a struct's body: `struct file {`, `typedef struct { … } file;`. `name` is among those looked for. */
export function declares({ found }: FileNames, keyword: string, name: string): boolean {
  return found.some(
    (each) =>
      each.kind === 'record' &&
      each.name === name &&
      (each.keyword === null || (each.keyword === 'union') === (keyword === 'union')),
  );
}

/** The parts of a path as a compiler was given it, with `.` and `..` resolved; those that lead out are left out. */
export function partsOfPath(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts;
}

/**
 * Of the files of a tree the one that a compiler was given as `declared`: whose path ends as that does for the most
 * folders; of several the one that lies highest. Null where no file has its name.
 */
export function bestSuffix(declared: string, files: Iterable<string>): string | null {
  const wanted = partsOfPath(declared);
  let best: string | null = null;
  let most = 0;
  let depth = Infinity;
  for (const path of files) {
    const parts = path.split('/');
    const shared = sharedEnd(wanted, parts);
    if (shared < 1 || shared < most || (shared === most && parts.length >= depth)) continue;
    best = path;
    most = shared;
    depth = parts.length;
  }
  return best;
}

function sharedEnd(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a.at(-1 - shared) === b.at(-1 - shared)) {
    shared += 1;
  }
  return shared;
}

/** `CATALOG(pg_index, 2610) { … }`: what debug information finds at a line may be what a macro makes of it. */
export function notDeclared(
  header: { readonly path: string; readonly bytes: Uint8Array },
  desc: StructDesc,
): PatchRefusal {
  const { line = 0 } = itemAt(desc.types, desc.root).declared ?? {};
  const text = textOfFile(header.bytes).split('\n')[line - 1] ?? '';
  const [maker] = /\b\w+(?= ?\()/.exec(text) ?? [];
  return isDeclaringFile(header.path, desc) && maker !== undefined
    ? refusal(
        'madeByMacro',
        patchMessage('declared-by-macro', line, header.path, desc.name, maker),
        { line },
      )
    : refusal('noStruct', patchMessage('not-declared', header.path, desc.name));
}
