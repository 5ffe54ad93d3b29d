import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { profileLines } from '../../web/core/heat/slice';
import { readProfile } from '../../web/cli/open/readProfile';
import type { DocumentProfile } from '../../web/core/edit/profiles';
import type { Report } from '../../web/cli/open/reportOrigin';
import type { ProfileLine } from '../../web/core/facts/generated';
import type { Known } from './score';

/** A line of a report that people made, whose struct is known. */
export interface KnownLine {
  readonly title: string;
  readonly profile: Report;
  readonly line: ProfileLine;
  /** Of which byte is not known for the kernel that is asked. */
  readonly known: Known;
}

/**
 * Lines of published reports by file and address, and the struct that their authors name, or that the functions and
 * source lines beside the rows leave no doubt of (`tg->load_avg` in task_tick_fair).
 */
const PUBLISHED: readonly (readonly [file: string, address: string, struct: string])[] = [
  ['address_space-before.txt', '0xff1ddd3f0c8a3b00', 'address_space'],
  ['address_space-after.txt', '0xff157a0f25b90c40', 'address_space'],
  ['real/lkml_2023_zhu_quoted_printable_wrap.txt', '0xff19b3818445c740', 'address_space'],
  ['real/joemario_c2c_example_410.txt', '0xffff883ffb6a7e80', 'task_group'],
  ['real/joemario_blog_annotated_410.txt', '0xffff883ffb6a7e80', 'task_group'],
];

/** Those of the studies, of `corpus/` and, where its folder is given, of published reports. */
export function knownLines(reports: string | null): readonly KnownLine[] {
  return [...ofStudies(), ...ofCorpus(), ...(reports === null ? [] : ofReports(reports))];
}

function ofStudies(): readonly KnownLine[] {
  const folder = 'public/studies';
  return jsonIn(folder).flatMap((name) => {
    const study = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      readonly struct: { readonly name: string };
      readonly profiles: readonly DocumentProfile[];
      readonly bindings: readonly { readonly profile: string; readonly target: string }[];
      readonly edits: readonly {
        readonly kind: string;
        readonly profile?: string;
        readonly target?: string;
      }[];
    };
    const bound = [...study.bindings, ...study.edits.filter(({ kind }) => kind === 'bind')];
    return study.profiles.flatMap((profile) =>
      profile.lines
        .filter(({ id }) =>
          bound.some((each) => each.profile === profile.name && each.target === id),
        )
        .map((line) => ({
          title: `${name} ${profile.name}`,
          profile: { ...profile, buildIds: [] },
          line,
          known: { struct: study.struct.name, offsetBytes: null },
        })),
    );
  });
}

function ofCorpus(): readonly KnownLine[] {
  const folder = 'corpus';
  return jsonIn(folder).flatMap((name) => {
    const text = join(folder, name.replace('.truth.json', '.txt'));
    if (!existsSync(text)) return [];
    const truth = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      readonly profile: { readonly kind: string };
      readonly touches: readonly { readonly address: string; readonly typeName: string }[];
    };
    if (truth.profile.kind !== 'c2cReport') return [];
    const profile = readProfile(text);
    return profile.lines.flatMap((line) => {
      // Of programs there is no kernel's struct.
      if (line.address === null || !line.address.startsWith('0xff')) return [];
      const start = BigInt(line.address);
      const end = start + BigInt(profile.lineBytes);
      const types = new Set(
        truth.touches
          .filter(({ address }) => BigInt(address) >= start && BigInt(address) < end)
          .map(({ typeName }) => typeName),
      );
      const [struct] = types;
      if (struct === undefined || types.size > 1) return [];
      return [{ title: name, profile, line, known: { struct, offsetBytes: null } }];
    });
  });
}

function ofReports(folder: string): readonly KnownLine[] {
  return PUBLISHED.flatMap(([file, address, struct]) => {
    const path = join(folder, file);
    if (!existsSync(path)) return [];
    const profile = readProfile(path);
    const line = profileLines(profile).find((each) => each.address === address);
    if (line === undefined) throw new Error(`${file} has no line ${address}`);
    return [{ title: file, profile, line, known: { struct, offsetBytes: null } }];
  });
}

function jsonIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.json'));
}
