// Hostile names and notes in patches and mails, as gcc and git read them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFolder } from '../base/testing/folder';
import { needs } from '../base/testing/needs';
import { hostile, names } from '../format/testing/hostile';
import { mailOf } from './mail';
import { patchOf } from './testing/patchOf';

const folder = testFolder();

const HEADER = 'struct s {\n\tint a;\n\tlong b;\n\tint c;\n};\n';
const MOVED = 'struct s {\n\tint a;\n\tint c;\n\tlong b;\n};\n';

test('a comment of a patch ends where it should, for gcc', needs('gcc'), () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const { result } = patchOf({
        text: HEADER,
        struct: 's',
        edits: ['move c after a'],
        options: { comments: [{ member: 'c' as never, text, replacesTrailing: false }] },
      });
      expect(result.ok).toBe(true);
      const after = result.ok ? Buffer.from(result.value.after).toString() : '';
      const check = `${after}_Static_assert(sizeof(struct s) == 16 && __builtin_offsetof(struct s, c) == 4, "");\n`;
      const gcc = spawnSync('gcc', ['-x', 'c', '-fsyntax-only', '-trigraphs', '-Werror', '-'], {
        input: check,
      });
      expect(gcc.stderr.toString()).toBe('');
    }),
    { numRuns: 60 },
  );
});

test('a mail is what it was, for git', needs('git'), () => {
  mkdirSync(join(folder, 'tree'));
  const { result } = patchOf({ text: HEADER, struct: 's', edits: ['move c after a'] });
  const patch = result.ok ? result.value : null;
  expect(patch).not.toBeNull();
  fc.assert(
    fc.property(names, fc.boolean(), ({ struct, member, type, note }, isFilled) => {
      const filled = isFilled ? note : null;
      const mail = mailOf({
        patch: patch!,
        structName: struct,
        subsystem: 'mm',
        tree: note,
        change: `move ${member} after ${type}`,
        reasons: [{ member, text: note }],
        measured: [`perf c2c (${struct}): ${member}`],
        doubts: [`It is a guess that \`${struct}\` is it.`],
        forecast: note,
        hazards: [`f.c:1: ${note}`],
        architecture: type,
        configuration: note,
        binary: struct,
        before: { sizeBytes: 24, lines: 1, baseBytes: 0 },
        after: { sizeBytes: 16, lines: 1, baseBytes: 0 },
        slab: null,
        containers: note,
        layoutDiff: `--- before\n+++ after\n@@ -1 +1 @@\n-struct ${struct} {\n+struct ${type} {\n`,
        filledIn: {
          problem: filled,
          results: filled,
          alternatives: filled,
          signedOffBy: 'T <t@e.example>',
        },
      });
      writeFileSync(join(folder, 'mail'), mail);
      const read = spawnSync(
        'git',
        ['mailinfo', '--scissors', join(folder, 'msg'), join(folder, 'patch')],
        { input: mail, cwd: folder },
      );
      expect(read.status).toBe(0);
      expect(read.stdout.toString()).toMatch(/^Author: T\nEmail: t@e\.example\nSubject: mm: /);
      const message = readFileSync(join(folder, 'msg'), 'utf8');
      // All of it is there, and the only trailer is the user's.
      expect(message.trimEnd().endsWith('Signed-off-by: T <t@e.example>')).toBe(true);
      expect(message.replace(/\s+/g, ' ')).toContain('16 bytes in 1 cache line after');
      const signed = message.split('\n').filter((line) => /^[\w-]+-by:/i.test(line));
      expect(isFilled || signed.length === 1).toBe(true);
      writeFileSync(join(folder, 'tree', 'x'), '');
      const stat = spawnSync('git', ['apply', '--numstat', join(folder, 'patch')], { cwd: folder });
      expect(stat.stdout.toString()).toBe('1\t1\tinclude/linux/test.h\n');
    }),
    { numRuns: 60 },
  );
  expect(MOVED).toBe(Buffer.from(patch!.after).toString());
});
