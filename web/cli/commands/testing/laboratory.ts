import { linesBeside } from '../../words';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { Failure } from '../../failure';
import { PATCH_COMMAND } from '../patch';
import { run } from '../../testing/run';

/** A small program of one header and one file, a compiler, and edits of a struct in it. */
export interface Probe {
  readonly compiler: 'gcc' | 'clang' | 'g++' | 'clang++';
  /** `probe.h`, or `probe.hpp`; what a file that includes it says after that stands in `source`. */
  readonly header: string;
  readonly source?: string;
  /** As the list of a loaded file has it. */
  readonly struct: string;
  readonly edits: readonly string[];
  /** The header that is handed in, where it is not the one that was compiled. */
  readonly given?: string;
  readonly flags?: readonly string[];
  readonly name?: 'probe.h' | 'probe.hpp';
}

export interface Probed {
  /** What the command says beside the patch. */
  readonly notes: string;
  /** The header as `git apply` leaves it; null where there is no patch. */
  readonly after: string | null;
  /** Why there is none. */
  readonly refused: string | null;
}

/**
 * Compiles the program, patches its header with the command line, applies the patch with git, compiles again, and
 * compares each member's place and the size with what was predicted. A patch whose result compiles to anything
 * else fails the test.
 */
export async function probe(input: Probe): Promise<Probed> {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-laboratory-'));
  try {
    return await probeIn(folder, input);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function probeIn(folder: string, input: Probe): Promise<Probed> {
  const { header, given, struct, edits } = input;
  const path = join(folder, 'src/include', input.name ?? 'probe.h');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, header);
  const object = compiled(folder, input);
  if (given !== undefined) writeFileSync(path, given);
  const words = edits.flatMap((edit) => ['--edit', edit]);
  let patch: string;
  let notes: string;
  try {
    const outcome = await PATCH_COMMAND.run([
      object,
      struct,
      '--tree',
      join(folder, 'src'),
      ...words,
    ]);
    patch = outcome.text;
    notes = linesBeside(outcome).join('\n');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { notes: '', after: null, refused: error.message };
  }
  const predicted = placesOf(object, struct, words);
  const { status, stderr } = spawnSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: join(folder, 'src'),
    input: patch,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: folder },
  });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
  const after = readFileSync(path, 'utf8');
  if (given === undefined) {
    expect(placesOf(compiled(folder, input), struct, [])).toEqual(predicted);
  }
  return { notes, after, refused: null };
}

function compiled(
  folder: string,
  { compiler, source = '', struct, flags = [], name = 'probe.h' }: Probe,
): string {
  const cplusplus = compiler.endsWith('++');
  const file = join(folder, cplusplus ? 'src/probe.cc' : 'src/probe.c');
  const object = join(folder, 'probe.o');
  // A header without a variable of the struct says nothing in debug information.
  const uses = source.includes('hitmap_probe') ? '' : `${struct} hitmap_probe;\n`;
  const named = cplusplus || uses === '' || struct.endsWith('_t') ? uses : `struct ${uses}`;
  writeFileSync(file, `#include "include/${name}"\n${source}\n${named}`);
  // clang leaves out what another file is to state.
  const whole = compiler.startsWith('clang') ? ['-fstandalone-debug'] : [];
  const args = [
    '-g',
    '-c',
    '-w',
    ...whole,
    ...flags,
    'probe.c'.replace('c', cplusplus ? 'cc' : 'c'),
  ];
  const { status, stderr } = spawnSync(compiler, [...args, '-o', object], {
    cwd: join(folder, 'src'),
  });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
  return object;
}

/** Offsets of all members and the size, as a file states them once edits are carried out. */
function placesOf(object: string, struct: string, words: readonly string[]) {
  const shown = JSON.parse(run(['show', object, struct, '--json', ...words]).text) as {
    readonly sizeBits: number;
    readonly members: readonly { readonly path: string; readonly offsetBits: number }[];
  };
  const places = shown.members.map(({ path, offsetBits }) => `${path}@${offsetBits}`);
  return [...places.filter((place) => !/pad/.test(place)).sort(), `size ${shown.sizeBits}`];
}
