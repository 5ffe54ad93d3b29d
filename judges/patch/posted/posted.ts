import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itemAt } from '../../../web/core/base/itemAt';
import { gitIn, type Git } from '../../../web/cli/commands/testing/mailForms';
import { openFile } from '../../../web/cli/open/openFile';
import { randomFrom } from '../random';
import { report, tally } from '../tally';
import { CHANGES, PRELUDE, styled, type Random } from './changes';
import { FORMS } from './forms';
import { compiled, layoutIn, verdictOf } from './judge';
import { readStruct, writeStruct, type StructText } from './structText';

/** How many forms of each diff are read. */
const FORMS_EACH = 4;

/**
 * Structs of a kernel, as pahole prints them out of its types, with one to three changes that people make: git writes the
 * diff, in several forms of a mail, and a review of it has to give the layout that gcc gives the text after it, or
 * name what it does not show. Whether it does for `count` diffs.
 */
export async function checkPosted(types: string, count: number, seed: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-posted-'));
  try {
    return await check(folder, types, count, seed);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function check(folder: string, types: string, count: number, seed: number): Promise<boolean> {
  const random = randomFrom(seed);
  const structs = structsOf(folder, types);
  if (structs.length === 0) {
    console.log('posted diffs: nothing to do, pahole gives no types of', types);
    return true;
  }
  const counted = tally();
  const git = gitIn(folder);
  git('init', '--quiet', '--initial-branch=before');
  for (let done = 0, tries = 0; done < count && tries < count * 10; tries++) {
    const [one] = changedStruct(structs, random);
    if (one === undefined) continue;
    const { before, after, what } = one;
    const use = `struct ${before.name} kept;\n`;
    const [old, now] = [before, after].map((text) => `${PRELUDE}\n${writeStruct(text)}`) as [
      string,
      string,
    ];
    if (old === now) continue;
    const was = compiled(folder, 'was', old, use);
    const is = was === null ? null : compiled(folder, 'is', now, use);
    if (was === null || is === null) {
      counted.count('gcc does not take the text');
      continue;
    }
    done += 1;
    counted.count('diffs');
    commit(folder, git, old, now);
    const wanted = layoutIn(is, before.name);
    const file = openFile(was, 'dwarf', false);
    for (let form = 0; form < FORMS_EACH; form++) {
      const { name, make, refused } =
        form === 0 ? itemAt(FORMS, 0) : itemAt(FORMS, random(FORMS.length));
      const posted = make(git, 'it.h');
      const bytes = typeof posted === 'string' ? new TextEncoder().encode(posted) : posted;
      const words = `${before.name}, ${what}, as ${name}`;
      try {
        const { kind, why } = await verdictOf(file, wanted, before.name, bytes);
        counted.count(kind === 'right' && refused === true ? 'read though it says nothing' : kind);
        if (kind === 'named' && refused !== true) {
          counted.count(
            `named: ${why
              .replace(/^.*?;: |^.*?\{: |^[^:]*: /, '')
              .replace(/`[^`]*`/g, '`…`')
              .slice(0, 90)}`,
          );
        }
        if (kind === 'assumed') counted.count(`assumed: ${why.replace(/`[^`]*`/g, '`…`')}`);
        if (kind === 'misread') {
          counted.fail(`${words}: ${why}\n${new TextDecoder('latin1').decode(bytes)}`);
        }
      } catch (error) {
        counted.fail(`${words}: ${String(error)}`);
      }
    }
    file.close();
  }
  return report(`posted diffs, seed ${seed}`, counted);
}

/** A struct as somebody wrote it and as somebody changed it; none where the changes found nothing. */
function changedStruct(structs: readonly StructText[], random: Random) {
  const before = styled(itemAt(structs, random(structs.length)), random);
  let after = before;
  const done: string[] = [];
  for (let more = 1 + random(3); more > 0; more--) {
    const [name, change] = itemAt(CHANGES, random(CHANGES.length));
    const next = change(after, random);
    if (next === null) continue;
    after = next;
    done.push(name);
  }
  return done.length === 0 ? [] : [{ before, after, what: done.join(' and ') }];
}

/** All structs of a file of types, of 3 to 60 lines each; `base.h` in the folder has the types that they hold. */
function structsOf(folder: string, types: string): readonly StructText[] {
  if (!existsSync(types)) return [];
  const { stdout } = spawnSync('pahole', ['--compile', types], { maxBuffer: 1 << 28 });
  const all = stdout.toString();
  writeFileSync(join(folder, 'base.h'), all);
  const made = spawnSync('gcc', ['-g', '-w', '-x', 'c-header', 'base.h', '-o', 'base.h.gch'], {
    cwd: folder,
  });
  if (made.status !== 0) return [];
  const found: StructText[] = [];
  for (const [, name = '', body = ''] of all.matchAll(/^struct (\w+) \{\n([\s\S]*?)^\};?/gm)) {
    const lines = body.split('\n').length;
    if (lines < 5 || lines > 120) continue;
    // Another name than that of the type in `base.h`.
    const text = readStruct(`${name}_it`, body);
    if (text !== null && text.items.length > 2) found.push(text);
  }
  return found;
}

function commit(folder: string, git: Git, old: string, now: string): void {
  git('checkout', '--quiet', '-B', 'before');
  for (const [branch, text] of [
    ['before', old],
    ['after', now],
  ] as const) {
    if (branch === 'after') git('checkout', '--quiet', '-B', 'after');
    writeFileSync(join(folder, 'it.h'), text);
    git('add', 'it.h');
    git('commit', '--quiet', '--allow-empty', '-m', `it: ${branch}`);
  }
}
