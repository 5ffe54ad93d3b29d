import type { PostedDiff, ProseLine } from '../facts/generated';
import type { Edit } from '../edit/edit';
import type { MemberPath } from '../layout/ids';
import type { OrderedMember } from '../layout/order';
import type { PlaceFinder } from '../rules/places';

/** What a mail says in words of its own. Nothing of it was measured or computed here. */
export interface AuthorsWords {
  readonly subject: string | null;
  readonly author: string | null;
  readonly date: string | null;
  /** The release that the patch is against, as written: `v6.4-rc4`. */
  readonly kernel: string | null;
  readonly machine: string | null;
  /** Sentences and rows of tables with results, as written. */
  readonly results: readonly string[];
  /** `CONFIG_…` options that are named. */
  readonly options: readonly string[];
  /** Members of the struct that the text names, in its order. */
  readonly mentioned: readonly MemberPath[];
  readonly roles: readonly StatedRole[];
  /** Whether it is about members that should share a line, or about such as should not; null where it does not say. */
  readonly wants: 'joined' | 'parted' | null;
  readonly proposals: readonly StatedProposal[];
}

/** That a member is read or written, as the text says. */
export interface StatedRole {
  readonly member: MemberPath;
  readonly role: 'read' | 'written';
}

/** What somebody would rather do. */
export interface StatedProposal {
  /** Empty where nobody is named. */
  readonly who: string;
  readonly text: string;
  readonly members: readonly MemberPath[];
}

const MOST_RESULTS = 6;

/**
 * @param touched the members that the patch itself moves or aligns
 * @param taken members that are taken for others, by the names that the text has for them
 * @param line of the text in which the patch begins, from 1: what another thread says is not about it; null for all
 */
export function authorsWords(
  posted: PostedDiff,
  {
    members,
    placeOf,
  }: { readonly members: readonly OrderedMember[]; readonly placeOf: PlaceFinder },
  touched: readonly MemberPath[],
  taken: ReadonlyMap<string, string>,
  line: number | null = null,
): AuthorsWords {
  const diff = line === null ? posted : threadOf(posted, line);
  const paragraphs = paragraphsOf(diff.prose);
  const sentences = paragraphs.flatMap(({ text }) => text.split(/(?<=[.!?])\s+(?=[^a-z])/));
  const all = [diff.subject ?? '', ...sentences];
  const names = mentionedNames(members, placeOf, all, taken);
  const mentions = all.map((text) => mentionsIn(text, names));
  const whole = all.join('\n');
  return {
    subject: diff.subject,
    author: diff.author?.replace(/\s*<.*/, '') ?? null,
    date: diff.date,
    kernel:
      /\b(?:linux|kernel|based on|default)?[ -]?(v\d+\.\d+(?:\.\d+)?(?:-rc\d+)?)\b/i.exec(
        whole,
      )?.[1] ?? null,
    machine: MACHINE.exec(whole)?.[1]?.replace(/\s+/g, ' ').trim() ?? null,
    results: [
      ...new Set([
        ...compared(diff.prose),
        ...sentences.flatMap(resultsIn),
        ...resultRows(diff.prose),
      ]),
    ]
      .map((each) => each.replace(/\s+/g, ' ').trim())
      .slice(0, MOST_RESULTS),
    options: [...new Set(whole.match(/\bCONFIG_[A-Z\d_]+/g) ?? [])],
    mentioned: [...new Set(mentions.flatMap((each) => each.map(({ path }) => path)))],
    roles: rolesIn(all, mentions),
    wants: wantsOf(whole),
    proposals: proposalsIn(paragraphs, names, touched),
  };
}

/** What a text says in the thread to which a line of it belongs. */
function threadOf(diff: PostedDiff, line: number): PostedDiff {
  const mailAt = (at: number) => diff.mails.findLast((mail) => mail.line <= at) ?? diff.mails[0];
  const mail = mailAt(line);
  if (mail === undefined) return diff;
  const { subject, author, date, thread } = mail;
  const prose = diff.prose.filter((each) => mailAt(each.line)?.thread === thread);
  return { ...diff, subject, author, date, prose };
}

const MACHINE =
  /\bon\s+(?:an?\s+|the\s+)?([^,.;:\n]*\b(?:Intel|AMD|ARM64|Kunpeng|Xeon|EPYC|Graviton|Ampere|sockets?|cores?)\b[^,.;:\n]{0,60})/i;

/** Trouble with a shared line comes before locality, and "separate" alone may be of either. */
function wantsOf(text: string): AuthorsWords['wants'] {
  if (TROUBLE.test(text)) return 'parted';
  if (LOCALITY.test(text)) return 'joined';
  return /\bseparate\w*/i.test(text) ? 'parted' : null;
}

const TROUBLE =
  /\bfalse[- ](?:cache(?:line)? )?sharing|\bping[- ]?pong|\bbounc\w+|\bcontend\w*|\bcontention|\bisolat\w+|\bdirties\b/i;
const LOCALITY =
  /\bco-?locat\w*|\blocality|\btogether\b|\bgroup(?:s|ed|ing)?\b|\bpack(?:s|ed|ing)?\b/i;

const PERCENT = /\d\s?%/;
const BETTER_OR_WORSE =
  /\b(?:improv\w*|gains?|regress\w*|scores?|throughput|faster|slower|better|worse|reduc\w*|increas\w*|degrad\w*|speed\w*)\b/i;

/** The sentence, or of a long one without full stops the line that has the figure. */
function resultsIn(text: string): readonly string[] {
  const parts = text.length < MOST_CHARACTERS ? [text] : text.split(/\n(?=[A-Z])/);
  return parts.filter(
    (each) => PERCENT.test(each) && BETTER_OR_WORSE.test(each) && each.length < MOST_CHARACTERS,
  );
}

const MOST_CHARACTERS = 300;

/** `128   100%   +20.9%`: a row of a table that ends with a change. Rows of perf have addresses. */
function resultRows(prose: readonly ProseLine[]): readonly string[] {
  const rows = prose.filter(({ text }) => RESULT_ROW.test(text) && !/0x/.test(text));
  const texts = [...new Set(rows.map(({ text }) => text.replace(/\s+/g, ' ').trim()))];
  return texts.length === 0 ? [] : [texts.join('; ')];
}

const RESULT_ROW = /\s[+-]\d+(?:\.\d+)?\s?%\s*$/;

/** Pairs of figures under "with this patch" and "without this patch", as a change in per cent. */
function compared(prose: readonly ProseLine[]): readonly string[] {
  const found: string[] = [];
  let where = '';
  let open: { readonly isWith: boolean; readonly label: string; readonly value: number } | null =
    null;
  let isWith: boolean | null = null;
  for (const { text } of prose) {
    const head = /\b(with|without) (?:this|the) (?:patch|change)\b/i.exec(text);
    if (head !== null) {
      isWith = head[1]?.toLowerCase() === 'with';
      where = /\bon ([\w ]*\d[\w ]*?)(?: platform)? with/i.exec(text)?.[1]?.trim() ?? where;
    }
    const [, label = '', figure = ''] =
      /^(\S.*?\S)\s+(\d+(?:\.\d+)?) (?:lps|ops\/s|MB\/s|req\/s)\b/.exec(text) ?? [];
    if (figure === '' || isWith === null) continue;
    const value = Number(figure);
    if (open !== null && open.isWith !== isWith && open.label === label) {
      const [after, before] = isWith ? [value, open.value] : [open.value, value];
      const change = ((after / before - 1) * 100).toFixed(1);
      found.push(
        `${label}${where === '' ? '' : `, ${where}`}: ${before} to ${after} (${Number(change) > 0 ? '+' : ''}${change} %)`,
      );
      open = null;
    } else open = { isWith, label, value };
  }
  return found;
}

interface Paragraph {
  readonly text: string;
  /** Who wrote it, where a reply says so above. */
  readonly who: string;
}

/** What is written, without quoted copies of what the text has already, tables of perf and code. */
function paragraphsOf(prose: readonly ProseLine[]): readonly Paragraph[] {
  const found = new Map<string, Paragraph>();
  let lines: string[] = [];
  let who = '';
  const end = () => {
    const text = lines.join('\n').trim();
    const key = text.replace(/\W+/g, '').toLowerCase();
    if (text !== '' && !found.has(key)) found.set(key, { text, who });
    lines = [];
  };
  let depth = 0;
  let inHead = false;
  for (const line of prose) {
    const isBlank = line.text.trim() === '';
    // What a mail's head says is no word of its author: servers write most of it.
    inHead = !isBlank && (inHead || (lines.length === 0 && HEAD_LINE.test(line.text)));
    if (inHead) continue;
    const name = COMMENT_BY.exec(line.text)?.[1];
    if (name !== undefined || line.text.trim() === '' || line.depth !== depth) end();
    depth = line.depth;
    if (name !== undefined) who = name;
    else if (/^\s*[-=]{3,}\s*$/.test(line.text)) end();
    else if (!isTable(line.text)) lines.push(line.text.trim());
  }
  end();
  return [...found.values()];
}

const HEAD_LINE =
  /^(?:From|To|Cc|Bcc|Subject|Date|Sender|Received|References|In-Reply-To|Return-Path|Reply-To|Delivered-To|Message-ID|MIME-Version|User-Agent|Precedence|Authentication-Results|(?:X|DKIM|ARC|List|Content)-[\w-]+):\s/i;

/** A comment of patchwork: `Name Surname Feb. 28, 2025, 7:51 p.m. UTC | #2`. */
const COMMENT_BY = /^(\S+(?: \S+)+?) [A-Z][a-z]+\.? \d{1,2}, \d{4}, .*\| #\d+$/;

function isTable(text: string): boolean {
  return (
    // A comment of the code.
    /^\s+(?:\/\*|\*(?:\s|\/|$))/.test(text) ||
    /^\s*[-=+]*\s*\d+\.\d+%.*(?:0x|\[)/.test(text) ||
    /^[-=\s]*$/.test(text) ||
    RESULT_ROW.test(text) ||
    /^\w+-by: /i.test(text)
  );
}

interface Mention {
  readonly path: MemberPath;
  readonly at: number;
  readonly end: number;
}

/** Members by the words that name them. A word of everyday English names one only where it is set apart. */
type Names = ReadonlyMap<string, { readonly path: MemberPath; readonly isPlain: boolean }>;

function mentionedNames(
  members: readonly OrderedMember[],
  placeOf: PlaceFinder,
  all: readonly string[],
  taken: ReadonlyMap<string, string>,
): Names {
  const names = new Map<string, { path: MemberPath; isPlain: boolean }>();
  for (const { name, path } of members) {
    if (name !== null) names.set(name, { path, isPlain: /[_\d]/.test(name) });
  }
  for (const [name, other] of taken) {
    const known = names.get(other);
    if (known !== undefined) names.set(name, { ...known, isPlain: true });
  }
  const text = all.join('\n');
  const outer = [...names].filter(
    ([name, { isPlain }]) => isPlain && new RegExp(`\\b${name}\\b`).test(text),
  );
  const words = [...text.matchAll(/[`'"‘“]([a-z_]\w*)[`'"’”]/g)].flatMap(([, word]) => word ?? []);
  // `count` and `owner` of a lock that the text names: one member that has several of the words that are set apart.
  for (const [, { path }] of outer) {
    const inside = [...new Set(words)].filter(
      (word) => placeOf(`${path}.${word}` as MemberPath) !== null,
    );
    if (inside.length < 2) continue;
    for (const word of inside)
      names.set(word, { path: `${path}.${word}` as MemberPath, isPlain: false });
  }
  return names;
}

function mentionsIn(text: string, names: Names): readonly Mention[] {
  const all = [...text.matchAll(NAME)].flatMap((match) => {
    const [whole, word = ''] = match;
    const known = names.get(word);
    if (known === undefined) return [];
    const isSet = known.isPlain || whole !== word;
    return [{ path: known.path, at: match.index, end: match.index + whole.length, isSet }];
  });
  // `uid, gid and other fields`: of two that follow each other in a list neither is a word of English.
  const isListed = (at: number) =>
    /^(?:,|,? and)\s+$/.test(text.slice(all[at]?.end ?? 0, all[at + 1]?.at ?? 0));
  return all.filter(({ isSet }, at) => isSet || isListed(at) || (at > 0 && isListed(at - 1)));
}

/** A word with what sets it apart: quotes, `ctx->flags`, `memory.usage`. */
const NAME = /(?:->|\.|(?<!\w)[`'"‘“@&*]|(?<!\w))([A-Za-z_]\w+)(?:[`'"’”])?/g;

const READ = /\b(?:read|reads|reading|readers?|loads?|loaded|loading|checks?|checking|checked)\b/gi;
const WRITTEN =
  /\b(?:writ(?:e|es|ten|ing)|stores?|stored|modif\w+|updat\w+|atomic\w*|dirt\w+|increment\w*|contends?|contended)\b/gi;

/** The verb before a member decides, of a list the one before its first; `f_ref contends` has it after. */
function rolesIn(
  sentences: readonly string[],
  mentions: readonly (readonly Mention[])[],
): readonly StatedRole[] {
  const votes = new Map<MemberPath, { read: number; written: number }>();
  for (const [index, text] of sentences.entries()) {
    const verbs = [
      ...[...text.matchAll(READ)].map(({ index: at }) => ({ at, role: 'read' as const })),
      ...[...text.matchAll(WRITTEN)].map(({ index: at }) => ({ at, role: 'written' as const })),
    ].sort((a, b) => a.at - b.at);
    if (WOULD_RATHER.test(text)) continue;
    for (const { path, at, end } of mentions[index] ?? []) {
      const before = verbs.findLast((verb) => verb.at < at);
      const after = verbs.find((verb) => verb.at >= end && verb.at - end < 16);
      // `uid, gid and other frequently read fields`
      const others = /^[\w\s,]*\band other\b[\w\s]*/.exec(text.slice(end))?.[0] ?? '';
      const listed = verbs.find((each) => each.at >= end && each.at < end + others.length);
      const verb = listed ?? before ?? after;
      if (verb === undefined) continue;
      const vote = votes.get(path) ?? { read: 0, written: 0 };
      vote[verb.role] += 1;
      votes.set(path, vote);
    }
  }
  return [...votes].flatMap(([member, { read, written }]) => {
    if (read === written) return [];
    return [{ member, role: read > written ? ('read' as const) : ('written' as const) }];
  });
}

const WOULD_RATHER =
  /\b(?:instead of|rather than|why not|could also|just pick|just move|candidate)\b/i;

function proposalsIn(
  paragraphs: readonly Paragraph[],
  names: Names,
  touched: readonly MemberPath[],
): readonly StatedProposal[] {
  return paragraphs.flatMap(({ text, who }) => {
    const sentences = text
      .split(/(?<=[.!?])\s+(?=[A-Z])/)
      .filter((each) => WOULD_RATHER.test(each));
    return sentences.flatMap((each) => {
      const paths = mentionsIn(each, names).map(({ path }) => path);
      const members = [...new Set(paths)].filter((path) => !touched.includes(path));
      return members.length === 0 || !/\b(?:hole|padding)\b/.test(each)
        ? []
        : [{ who, text: each.replace(/\s+/g, ' '), members }];
    });
  });
}

/** A member put where the patch has padding, in place of that; null where it has none. */
export function instead(
  edits: readonly Edit[],
  { members }: StatedProposal,
): readonly Edit[] | null {
  const [member, ...more] = members;
  const at = edits.findIndex(({ kind }) => kind === 'pad');
  const pad = edits[at];
  if (member === undefined || more.length > 0 || pad?.kind !== 'pad') return null;
  const move: Edit = { kind: 'move', members: [member], to: { at: 'before', member: pad.before } };
  return edits.with(at, move);
}
