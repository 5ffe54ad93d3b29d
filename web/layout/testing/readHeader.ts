import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Condition, HeaderDoc, PostedDiff } from '../../facts/generated';

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
  const wasm = resolve(import.meta.dirname, '../../../wasm');
  const root = existsSync(wasm) ? wasm : resolve(process.cwd(), 'wasm');
  const args = ['build', '--quiet', '--release', '-p', 'csource', '--example', 'header_json'];
  const { status, stderr } = spawnSync('cargo', args, { cwd: root });
  if (status !== 0) throw new Error(`cargo build: ${stderr.toString()}`);
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  built = join(target, 'release/examples/header_json');
  return built;
}
