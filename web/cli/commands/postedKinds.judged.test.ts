import { linesBeside } from '../words';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, testFolder, written } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { REVIEW_COMMAND } from './review';
import { KINDS, sidesOf, type Place } from './testing/postedKinds';
import { placesIn } from './testing/mailForms';
import { NAMED_WORDS, SHOWN_WORDS } from './testing/postedWords';

const HEAD = `#define CONFIG_WIDE 1
#define old_head real_head
#define ____cacheline_aligned __attribute__((aligned(64)))
#define likeAtomic
#define CACHELINE_PADDING(NAME) struct pad_line { char x[0]; } ____cacheline_aligned NAME
struct old_head { void *next; void (*call)(struct old_head *); };
`;
const USE = '\nstruct s kept;\n';

describe('kinds of diffs, held against what gcc makes of the text after them', () => {
  const folder = testFolder();

  const built = (place: string, name: string, body: string, where?: Place): string => {
    const text = where?.(body) ?? `struct s {\n${body}};\n`;
    written(join(place, `${name}.h`), HEAD + text);
    return compiled(join(place, `${name}.c`), `#include "${name}.h"${where ? '\n' : USE}`);
  };

  const posted = (place: string) => {
    const { stdout } = spawnSync('git', ['diff', '--no-index', 'old.h', 'new.h'], { cwd: place });
    return written(join(place, 'posted.patch'), stdout);
  };

  const kinds = KINDS.map(([name, diff, where]) => [name, ...sidesOf(diff), where] as const);
  const shown = [...kinds, ...SHOWN_WORDS];
  test.each(shown.map(([name, before, after, where], at) => ({ name, before, after, where, at })))(
    '$name',
    needs('gcc', 'git'),
    async ({ before, after, where, at }) => {
      const place = join(folder, String(at));
      const old = built(place, 'old', before, where);
      const now = built(place, 'new', after, where);
      const outcome = await REVIEW_COMMAND.run([old, posted(place), '--json']);
      const { structs, left } = JSON.parse(outcome.text) as {
        structs: { edits: string[]; after: { sizeBytes: number } }[];
        left: { text: string; reason: string }[];
      };
      expect(left).toEqual([]);
      const edits = structs.flatMap((each) => each.edits.flatMap((words) => ['--edit', words]));
      const is = placesIn(old, 's', ...edits);
      const wanted = placesIn(now, 's');
      expect(structs[0]?.after.sizeBytes ?? is.sizeBytes).toBe(wanted.sizeBytes);
      expect(is.sizeBytes).toBe(wanted.sizeBytes);
      // Members of a new struct with a name are the struct's own in a review.
      const { grp, ...others } = Object.fromEntries(wanted.found);
      expect(Object.fromEntries(is.found)).toMatchObject(others);
      if (grp !== undefined) expect(is.found.get('grp') ?? is.found.get('b')).toBe(grp);
    },
  );

  test.each(NAMED_WORDS.map(([name, before, after, says]) => ({ name, before, after, says })))(
    '$name is named',
    needs('gcc', 'git'),
    async ({ name, before, after, says }) => {
      const place = join(folder, name.replaceAll(/\W/g, '-'));
      const old = built(place, 'old', before, (text) => `${text}struct s kept;\n`);
      written(join(place, 'new.h'), HEAD + after);
      written(join(place, 'old.h'), HEAD + before);
      const outcome = await REVIEW_COMMAND.run([old, posted(place)]);
      expect(outcome.exitCode).toBe(1);
      expect(linesBeside(outcome).join('\n')).toMatch(says);
    },
  );
});
