import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CSource } from '../../facts/csource';
import type {
  Condition,
  DirectiveText,
  FileNames,
  HeaderDoc,
  PostedDiff,
  TextDifference,
  WordsAt,
} from '../../facts/generated';

/**
 * Reads a header with the reader itself, as a native program (`wasm/crates/csource/examples`): tests and
 * checks of the planner need no WASM. The program is built first where it is missing or old.
 */
export function readHeader(bytes: Uint8Array): HeaderDoc {
  return read(['-'], bytes) as HeaderDoc;
}

/** Reads the condition of an `#if`, likewise. */
export function readCondition(text: string): Condition {
  const doc = readHeader(new TextEncoder().encode(`struct s {\n#if ${text}\nint a;\n#endif\n};\n`));
  const [node] = doc.records[0]?.body ?? [];
  const holds = node?.kind === 'chain' ? node.branches[0]?.holds : null;
  if (!holds) throw new Error(`no condition: ${text}`);
  return holds;
}

/** Reads a posted patch, likewise. */
export function readPosted(bytes: Uint8Array): PostedDiff {
  return read(['--posted', '-'], bytes) as PostedDiff;
}

/** All of it, likewise. */
export const csource: CSource = {
  header: (bytes, included = new Uint8Array()) =>
    read(['--included', new TextDecoder().decode(included), '-'], bytes) as HeaderDoc,
  directives: (bytes) => read(['--directives', '-'], bytes) as readonly DirectiveText[],
  names: (bytes, wanted) => read([`--names=${wanted.join()}`, '-'], bytes) as FileNames,
  usesAny: (bytes, names) => csource.names(bytes, names, false).used.length > 0,
  wordsAt: (bytes, places) => {
    const each = places.map((place) => place.join(':')).join();
    return read([`--words-at=${each}`, '-'], bytes) as readonly WordsAt[];
  },
  differences: (before, after) => {
    const both = Buffer.concat([before, after]);
    return read([`--differences=${before.length}`, '-'], both) as TextDifference;
  },
  wordMarks: (bytes) => Uint8Array.from(read(['--word-marks', '-'], bytes) as readonly number[]),
  uses: () => unasked(),
  mentions: () => unasked(),
  hazards: () => unasked(),
};

function unasked(): never {
  throw new Error('no test without WASM asks for this');
}

function read(words: readonly string[], bytes: Uint8Array): unknown {
  const { stdout, status, stderr } = spawnSync(buildReader(), words, {
    input: bytes,
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`header_json: ${stderr.toString()}`);
  return JSON.parse(stdout.toString());
}

let built: string | null = null;

/** The path of the reader, which is built first where its sources are newer. */
export function buildReader(): string {
  if (built !== null) return built;
  const wasm = resolve(import.meta.dirname, '../../../../wasm');
  const root = existsSync(wasm) ? wasm : resolve(process.cwd(), 'wasm');
  const args = ['build', '--quiet', '--release', '-p', 'csource', '--example', 'header_json'];
  const { status, stderr } = spawnSync('cargo', args, { cwd: root });
  if (status !== 0) throw new Error(`cargo build: ${stderr.toString()}`);
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  built = join(target, 'release/examples/header_json');
  return built;
}
