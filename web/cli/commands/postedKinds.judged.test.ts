import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../../core/base/testing/needs';
import { run as runWords } from '../testing/run';
import { REVIEW_COMMAND } from './review';
import { KINDS, sidesOf, type Place } from './testing/postedKinds';
import { NAMED_WORDS, SHOWN_WORDS } from './testing/postedWords';

const HEAD = `#define CONFIG_WIDE 1
#define old_head real_head
#define ____cacheline_aligned __attribute__((aligned(64)))
#define likeAtomic
#define CACHELINE_PADDING(NAME) struct pad_line { char x[0]; } ____cacheline_aligned NAME
struct old_head { void *next; void (*call)(struct old_head *); };
`;
const USE = '\nstruct s kept;\n';

interface Shown {
  readonly figures: { readonly sizeBytes: number };
  readonly members: readonly Member[];
}
interface Member {
  readonly name: string | null;
  readonly offsetBits: number;
  readonly members: readonly Member[] | null;
}

describe('kinds of diffs, held against what gcc makes of the text after them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-kinds-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const compiled = (place: string, name: string, body: string, where?: Place): string => {
    const text = where?.(body) ?? `struct s {\n${body}};\n`;
    writeFileSync(join(place, `${name}.h`), HEAD + text);
    writeFileSync(join(place, `${name}.c`), `#include "${name}.h"${where ? '\n' : USE}`);
    const made = spawnSync('gcc', ['-g', '-c', '-o', `${name}.o`, `${name}.c`], { cwd: place });
    expect(made.stderr.toString()).toBe('');
    return join(place, `${name}.o`);
  };

  const placesOf = (...args: string[]) => {
    const shown = JSON.parse(runWords(['show', ...args, '--json']).text) as Shown;
    const found = new Map<string, number>();
    const walk = (members: readonly Member[]): void => {
      for (const { name, offsetBits, members: inner } of members) {
        if (name !== null && !name.startsWith('pad')) found.set(name, offsetBits);
        else if (inner !== null) walk(inner);
      }
    };
    walk(shown.members);
    const offsets: Readonly<Record<string, number>> = Object.fromEntries(found);
    return [shown.figures.sizeBytes, offsets] as const;
  };

  const kinds = KINDS.map(([name, diff, where]) => [name, ...sidesOf(diff), where] as const);
  const shown = [...kinds, ...SHOWN_WORDS];
  test.each(shown.map(([name, before, after, where], at) => ({ name, before, after, where, at })))(
    '$name',
    needs('gcc', 'git'),
    async ({ before, after, where, at }) => {
      const place = join(folder, String(at));
      mkdirSync(place);
      const old = compiled(place, 'old', before, where);
      const now = compiled(place, 'new', after, where);
      const { stdout } = spawnSync('git', ['diff', '--no-index', 'old.h', 'new.h'], { cwd: place });
      writeFileSync(join(place, 'posted.patch'), stdout);
      const outcome = await REVIEW_COMMAND.run([old, join(place, 'posted.patch'), '--json']);
      const { structs, left } = JSON.parse(outcome.text) as {
        structs: { edits: string[]; after: { sizeBytes: number } }[];
        left: { text: string; reason: string }[];
      };
      expect(left).toEqual([]);
      const edits = structs.flatMap((each) => each.edits.flatMap((words) => ['--edit', words]));
      const [size, is] = placesOf(old, 's', ...edits);
      const [wantedSize, wanted] = placesOf(now, 's');
      expect(structs[0]?.after.sizeBytes ?? size).toBe(wantedSize);
      expect(size).toBe(wantedSize);
      // Members of a new struct with a name are the struct's own in a review.
      const { grp, ...others } = wanted;
      expect(is).toMatchObject(others);
      if (grp !== undefined) expect(is.grp ?? is.b).toBe(grp);
    },
  );

  test.each(NAMED_WORDS.map(([name, before, after, says]) => ({ name, before, after, says })))(
    '$name is named',
    needs('gcc', 'git'),
    async ({ name, before, after, says }) => {
      const place = join(folder, name.replaceAll(/\W/g, '-'));
      mkdirSync(place);
      const old = compiled(place, 'old', before, (text) => `${text}struct s kept;\n`);
      writeFileSync(join(place, 'new.h'), HEAD + after);
      writeFileSync(join(place, 'old.h'), HEAD + before);
      const { stdout } = spawnSync('git', ['diff', '--no-index', 'old.h', 'new.h'], { cwd: place });
      writeFileSync(join(place, 'posted.patch'), stdout);
      const outcome = await REVIEW_COMMAND.run([old, join(place, 'posted.patch')]);
      expect(outcome.exitCode).toBe(1);
      expect(outcome.notes?.join('\n')).toMatch(says);
    },
  );
});
