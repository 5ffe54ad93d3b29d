import { sentence } from '../../base/messages';
import type { CheckResult } from '../rules/checkJson';
import { plural } from '../../base/prose';
import { markdownCode, markdownSentence, plainMarkdown } from '../markdownText';

/** A struct that a change made another. */
export interface ChangedStruct {
  readonly name: string;
  /** In bytes, before and after; null where there is none. */
  readonly sizes: readonly [number | null, number | null];
  /** Cache lines, before and after. */
  readonly lines: readonly [number | null, number | null];
  /** Fields of both that lie on another line; null where one side has none. */
  readonly crossed: number | null;
  /** As `layoutDiff` has it; empty where one side has none. */
  readonly diff: string;
  /** A link to the layout after the change; null for none. */
  readonly link: string | null;
}

/** A struct that only one of the two files has. */
interface LoneStruct {
  readonly name: string;
  readonly sizeBytes: number;
}

/** Two that may be the same under another name. */
interface RenamedStruct {
  readonly before: LoneStruct;
  readonly after: LoneStruct;
  /** Members of both by name, of those that the one with more has. */
  readonly shared: number;
  readonly most: number;
}

export interface Summary {
  /** Tells it from another summary beside it; null where there is none. */
  readonly name: string | null;
  readonly changed: readonly ChangedStruct[];
  /** Changed structs that are counted and not shown. */
  readonly unshown: number;
  /** Structs and unions that both files have. */
  readonly compared: number;
  /** Those of them with other members or offsets, but every field on its line. */
  readonly within: number;
  /** Structs and unions that only the file before has, without those of `renamed`. */
  readonly gone: readonly LoneStruct[];
  /** The same for the file after. */
  readonly added: readonly LoneStruct[];
  readonly renamed: readonly RenamedStruct[];
  /** A sentence where the two files are of two machines; null where they are of one. */
  readonly machines: string | null;
  /** What could not be read in the two files, a sentence each. */
  readonly unread: readonly string[];
  /** Null where there are no rules. */
  readonly rules: readonly CheckResult[] | null;
}

/** A comment on GitHub holds 65,536 characters. */
const MAX_CHARACTERS = 60_000;

/** The room for all broken rules; the table and the diffs take the rest. */
const MAX_RULES_CHARACTERS = 20_000;
/** The longest name, before its signs are escaped. */
const MAX_NAME_CHARACTERS = 150;
/** The most names listed as gone, as new, and as perhaps renamed. */
const MAX_NAMES = 10;

/** What a change did to layouts, for people who review it: GitHub-flavoured Markdown. */
export function summaryMarkdown(summary: Summary): string {
  const { name, changed, unshown, unread, rules, machines } = summary;
  const parts = [
    name === null ? '## Struct layouts' : `## Struct layouts: ${plainMarkdown(shortened(name))}`,
    ...(machines === null ? [] : [`**${plainMarkdown(machines)}**`]),
    ...(rules === null ? [] : [rulesText(rules)]),
    ...(unread.length === 0
      ? []
      : [
          `**Not all types could be read:**\n\n${unread.map((each) => `- ${markdownSentence(each)}`).join('\n')}`,
        ]),
    changed.length === 0 ? unchangedText(summary) : table(changed),
    ...(unshown === 0 ? [] : [`${unshown} more changed; \`hitmap diff BASE HEAD\` lists them.`]),
    ...withinText(summary),
    ...renamedText(summary.renamed),
    ...loneText(summary.gone, 'gone'),
    ...loneText(summary.added, 'new'),
  ];
  let length = parts.join('').length;
  const withDiff = changed.filter(({ diff }) => diff !== '');
  // One that is too long leaves its place to those after it.
  const shown = withDiff.map(details).filter((text) => {
    const fits = length + text.length < MAX_CHARACTERS;
    if (fits) length += text.length;
    return fits;
  });
  const left = withDiff.length - shown.length;
  const note =
    left === 0
      ? []
      : [`${plural(left, 'diff is', 'diffs are')} left out: a comment holds no more text.`];
  return `${[...parts, ...shown, ...note].join('\n\n')}\n`;
}

/** What was looked at, and what was not. */
function unchangedText({ compared, gone, added }: Summary): string {
  const all = gone.length + added.length === 0 ? '' : 'of both builds ';
  return `No struct ${all}changed its size, its number of lines, or the line of a field. Compared: ${plural(compared, 'struct or union', 'structs and unions')} by size, and the fields of each by name, place and size; not a type that changed alone.`;
}

function withinText({ within }: Summary): readonly string[] {
  return within === 0
    ? []
    : [
        `${plural(within, 'struct or union has', 'structs and unions have')} other members or offsets, each field on its line; \`hitmap diff --all BASE HEAD\` lists them.`,
      ];
}

function renamedText(renamed: readonly RenamedStruct[]): readonly string[] {
  if (renamed.length === 0) return [];
  const lines = renamed
    .slice(0, MAX_NAMES)
    .map(
      ({ before, after, shared, most }) =>
        `- ${sized(before)} may be renamed to ${sized(after)}: ${shared} of ${most} members are called the same`,
    );
  return [[...lines, ...moreThan(renamed)].join('\n')];
}

function loneText(lone: readonly LoneStruct[], what: 'gone' | 'new'): readonly string[] {
  if (lone.length === 0) return [];
  const count = plural(lone.length, 'struct or union is', 'structs and unions are');
  const lines = lone.slice(0, MAX_NAMES).map((each) => `- ${sized(each)}`);
  return [[`${count} ${what}:`, '', ...lines, ...moreThan(lone)].join('\n')];
}

function moreThan(all: readonly unknown[]): readonly string[] {
  const more = all.length - MAX_NAMES;
  return more > 0 ? [`- ${more} more; \`hitmap diff --all BASE HEAD\` lists them`] : [];
}

function sized({ name, sizeBytes }: LoneStruct): string {
  return `${markdownCode(shortened(name), 'text')}, ${plural(sizeBytes, 'byte')}`;
}

function rulesText(rules: readonly CheckResult[]): string {
  const failed = rules.filter(({ verdict }) => verdict !== 'holds');
  if (failed.length === 0) return `Rules: ${rules.length} of ${rules.length} hold.`;
  const unknown = failed.filter(({ verdict }) => verdict === 'unknown').length;
  let length = 0;
  const lines = failed
    .map(
      ({ rule, why }) =>
        `- ${markdownCode(rule, 'text')}: ${markdownSentence(why === null ? '' : sentence(why))}`,
    )
    .filter((text) => (length += text.length) < MAX_RULES_CHARACTERS);
  const more = failed.length - lines.length;
  const sentences = [
    ...(failed.length > unknown ? [`${failed.length - unknown} of ${rules.length} broken`] : []),
    ...(unknown > 0 ? [`${unknown} of ${rules.length} unknown`] : []),
  ];
  const rest = more === 0 ? [] : [`- ${more} more; \`hitmap check\` lists them.`];
  return [`**Rules: ${sentences.join(', ')}.**`, '', ...lines, ...rest].join('\n');
}

function shortened(name: string): string {
  return name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS - 1)}…` : name;
}

function table(changed: readonly ChangedStruct[]): string {
  const rows = changed.map(({ name, sizes, lines, crossed }) =>
    [
      markdownCode(shortened(name)),
      change(sizes),
      change(lines),
      crossed === null ? '' : String(crossed),
    ].join(' | '),
  );
  return [
    '| Struct | Bytes | Cache lines | Fields on another line |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

function change([before, after]: readonly [number | null, number | null]): string {
  if (before === null) return `new: ${after}`;
  if (after === null) return `${before}, gone`;
  return before === after ? `${after}` : `${before} → ${after}`;
}

function details({ name, diff, link }: ChangedStruct): string {
  // A fence longer than any in the text ends where the text does.
  const longest = Math.max(2, ...[...diff.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const open = link === null ? [] : [`\n[Open the layout after the change](${link})`];
  return [
    `<details><summary>${plainMarkdown(shortened(name))}</summary>`,
    '',
    `${fence}diff`,
    diff.trimEnd(),
    fence,
    ...open,
    '',
    '</details>',
  ].join('\n');
}
