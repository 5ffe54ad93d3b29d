import { badUsage } from '../badUsage';
import { spawnSync } from 'node:child_process';
import type { OpenFile } from '../../web/cli/open/openFile';
import { computeLayout } from '../../web/core/layout/compute';
import { orderedFrom } from '../../web/core/layout/original';
import { paholeText } from '../../web/core/format/pahole';

/**
 * Compares our text with pahole's for every nth struct of a file: offsets, sizes, bit positions, holes,
 * line boundaries and the summary have to be the same; how types are spelt, and what either says of
 * alignment attributes, is left out. What pahole adds of its own is a difference with a known reason.
 * Prints each difference; whether every one has a reason.
 */
export function comparePahole(
  file: OpenFile,
  from: 'best' | 'btf' | 'dwarf',
  nth: number,
): boolean {
  const wanted = file.names.flatMap((name, row) => {
    const single = (file.index.variants[row] ?? 0) === 0 && /^\w+$/.test(name);
    return single && row % nth === 0 ? [{ name, row }] : [];
  });
  const format = from === 'best' ? [] : ['-F', from];
  const texts = paholeTexts(
    file.path,
    format,
    wanted.map(({ name }) => name),
  );
  let same = 0;
  let explained = 0;
  let missing = 0;
  for (const { name, row } of wanted) {
    const theirs = texts.get(name);
    const desc = file.session.ask({ kind: 'describe', row });
    if (theirs === undefined || !desc.ok) {
      missing++;
      continue;
    }
    const struct = orderedFrom(desc.value);
    const ours = paholeText(struct, computeLayout(struct), 64);
    const difference = firstDifference(comparable(ours), comparable(theirs));
    if (difference === null) {
      same++;
      continue;
    }
    const plain = withoutAdditions(theirs);
    if (plain !== null && firstDifference(comparable(ours), comparable(plain.text)) === null) {
      explained++;
      console.log(`${name}: the same but for this: ${plain.reason}`);
    } else console.log(`${name}: ${difference}`);
  }
  const compared = wanted.length - missing;
  console.log(
    `pahole: ${same} of ${compared} texts are the same, ${explained} but for what pahole adds; ${missing} that pahole does not print under their name`,
  );
  if (wanted.length > 0 && compared === 0) console.log('pahole prints no struct of this file.');
  return same + explained === compared && (compared > 0 || wanted.length === 0);
}

/** What pahole 1.24 writes beyond the members and their figures, and why that is not ours to print. */
const ADDITIONS: readonly { readonly reason: string; readonly apply: (text: string) => string }[] =
  [
    {
      reason: 'pahole guesses at unnamed bit-fields that would explain the padding at the end',
      apply: (text) => text.replace(/\n\s*\/\* Force padding: \*\/\n(?:\s+\S[^;]*:\d+;\n)+/, '\n'),
    },
    {
      reason: 'pahole writes out the members of an unnamed struct that a member only points to',
      apply: (text) =>
        text.replace(/^(\t+)(?:struct|union) \{\n(?:\1\t.*\n|\n)*\1\} (\*+ \w+;)/gm, '$1void $2'),
    },
    {
      reason: 'pahole gives an unnamed struct that is `const` a summary of its own',
      apply: (text) =>
        /^\tconst (?:struct|union) \{$/m.test(text)
          ? text.replace(/^\t{2,}\/\* (?:size|sum members|last cacheline|padding): .*\n/gm, '')
          : text,
    },
  ];

function withoutAdditions(
  theirs: string,
): { readonly text: string; readonly reason: string } | null {
  const reasons: string[] = [];
  let text = theirs;
  for (const { reason, apply } of ADDITIONS) {
    const next = apply(text);
    if (next !== text) reasons.push(reason);
    text = next;
  }
  return reasons.length === 0 ? null : { text, reason: reasons.join('; ') };
}

/** pahole's text of each struct, by name. It is asked once: it reads the whole file each time. */
function paholeTexts(
  path: string,
  format: readonly string[],
  names: readonly string[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  // A command line has a limit; a thousand names stay well below it.
  for (let start = 0; start < names.length; start += 1000) {
    const list = names.slice(start, start + 1000).join(',');
    const result = spawnSync('pahole', [...format, '-C', list, path], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (result.error !== undefined) throw badUsage('pahole is not installed.');
    for (const text of result.stdout.split(/^(?=(?:struct|union|class|enum|typedef) )/m)) {
      const name = /^(?:struct|union|class) (\w+)/.exec(text)?.[1];
      if (name !== undefined) found.set(name, text);
      else for (const [typedef, body] of typedefOf(text)) found.set(typedef, body);
    }
  }
  return found;
}

/** `typedef struct { … } atomic_t;` as a struct of that name, under which our index lists it. */
function typedefOf(text: string): ReadonlyMap<string, string> {
  const bare = text.replace(/ __attribute__\(\(.*\)\)(?=.*;$)/gm, '');
  const match = /^typedef (struct|union) \{\n([^]*?)^\} (\w+);/m.exec(bare);
  if (match === null) return new Map();
  const [, keyword = '', members = '', name = ''] = match;
  return new Map([[name, `${keyword} ${name} {\n${members}};\n`]]);
}

/** What has to be the same: a line for each member with its name and position, and each comment. */
function comparable(text: string): string[] {
  // Enumerators of an unnamed enum are no part of a layout.
  const folded = text.replace(/\benum \{[^}]*\}/g, 'enum');
  return folded.split('\n').flatMap((line) => {
    const bare = line.replace(/\s*__attribute__\(\((?:[^()]|\([^()]*\))*\)\)/g, '').trim();
    if (bare === '' || bare.includes('forced alignments:')) return [];
    const member = /([^;]*);\s*\/\*\s*(.*?)\s*\*\/$/.exec(bare);
    if (member === null) return [bare.replace(/\s+/g, ' ')];
    const [, declared = '', position = ''] = member;
    const name =
      /\(\*+(?:const )?(\w*)/.exec(declared)?.[1] ??
      /(\w*)(?:\[[^\]]*\])*(?::\d+)?$/.exec(declared)?.[1];
    return [`${name ?? ''} ${position.replace(/\s+/g, ' ')}`];
  });
}

function firstDifference(ours: readonly string[], theirs: readonly string[]): string | null {
  const count = Math.max(ours.length, theirs.length);
  for (let index = 0; index < count; index++) {
    const our = ours[index] ?? '(the end)';
    const their = theirs[index] ?? '(the end)';
    if (our !== their) return `ours "${our}", pahole's "${their}"`;
  }
  return null;
}
