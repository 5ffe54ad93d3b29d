import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { run } from '../testing/run';
import { SUGGEST_COMMAND } from './suggest';

const folder = testFolder();

/** A reader at byte 0, a lock of 40 bytes from byte 8 on, what it protects at byte 48. */
const REPORT = `=================================================
Shared Cache Line Distribution Pareto
=================================================
-------------------------------------------------------------
0 2000 3000 4000 10 0x404040
-------------------------------------------------------------
40.00% 40.00% 0.00% 0.00% 0x0 0 1 0x401000 500 400 300 5000 32 [.] reader q reader+10 0 1
20.00% 20.00% 70.00% 50.00% 0x8 0 1 0x402000 500 400 300 5000 32 [.] pthread_mutex_lock libc.so.6 pthread_mutex_lock+20 0 1
20.00% 20.00% 0.00% 0.00% 0x18 0 1 0x402100 500 400 300 5000 32 [.] pthread_mutex_unlock libc.so.6 pthread_mutex_unlock+20 0 1
20.00% 20.00% 30.00% 50.00% 0x30 0 1 0x403000 500 400 300 4000 32 [.] push q push+30 0 1
`;

const PROGRAMS = [
  [
    'gcc',
    'queue.c',
    `#include <pthread.h>
struct queue { long hits; pthread_mutex_t lock; long head; long tail; long reads; pthread_cond_t cond; long refs; char name[40]; } q;`,
  ],
  [
    'g++',
    'queue.cc',
    `#include <mutex>
struct queue { long hits; std::mutex lock; long head; long tail; long reads; long more[6]; long refs; char name[40]; } q;`,
  ],
] as const;

test.each(PROGRAMS)(
  'no suggestion cuts the lock of a program by %s in two',
  { ...needs('gcc', 'g++'), timeout: 60_000 },
  async (_, file, source) => {
    const object = compiled(join(folder, file), source);
    writeFileSync(join(folder, 'rep.txt'), REPORT);
    // The report has one line: nobody has to say which.
    const bound = ['--profile', join(folder, 'rep.txt'), '--at', '0', '--json'];
    const { text } = await SUGGEST_COMMAND.run([object, 'queue', ...bound]);
    const { suggestions } = JSON.parse(text) as {
      readonly suggestions: readonly { readonly edits: readonly string[] }[];
    };
    expect(suggestions.length).toBeGreaterThan(0);
    for (const { edits } of suggestions) {
      const words = edits.flatMap((edit) => ['--edit', edit]);
      const shown = JSON.parse(run(['show', object, 'queue', '--json', ...words]).text) as {
        readonly members: readonly { readonly name: string; readonly offsetBits: number }[];
      };
      const lock = shown.members.find(({ name }) => name === 'lock');
      // 40 bytes from here on end within the line.
      expect(((lock?.offsetBits ?? NaN) / 8) % 64, edits.join('; ')).toBeLessThanOrEqual(24);
    }
  },
);
