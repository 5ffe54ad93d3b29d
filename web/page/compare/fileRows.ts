import { sentence } from '../../core/base/messages';
import {
  carriedTo,
  configOf,
  fieldAround,
  type Config,
  type HotField,
} from '../../core/compare/config';
import type { InFile } from '../state/otherFiles';
import type { InView } from '../state/inView';
import { plural } from '../../core/base/prose';
import type { LayoutDocument } from '../../core/edit/document';
import { formatEdit } from '../../core/edit/words';
import type { FileId, MemberPath } from '../../core/layout/ids';
import { heatOf } from '../../core/heat/heatOf';

/** The changes of the struct in view, in every loaded file that has it. */
export interface FilesTable {
  /** `3 changes of file, in 2 other layouts`. */
  readonly title: string;
  readonly hotHead: string;
  readonly rows: readonly FileRow[];
  readonly hasRules: boolean;
  /** Whether any other file has the struct. */
  readonly hasOthers: boolean;
  /** Files without the struct, and why. */
  readonly without: readonly { readonly file: FileId; readonly text: string }[];
}

export interface FileRow {
  readonly key: string;
  readonly title: string;
  /** Release, machine and line size. */
  readonly facts: string;
  /** Where it is opened from, with these changes; null for what is in view. */
  readonly place: FileId | null;
  readonly document: LayoutDocument;
  readonly before: Config['before'];
  readonly after: Config['after'];
  readonly applies: Applies;
  readonly hot: readonly HotNeighbours[];
  readonly rules: Config['rules'];
}

/** How much of the changes can be carried out there. */
export interface Applies {
  /** `yes`, `2 of 3`; null where the struct cannot be edited at all. */
  readonly summary: string | null;
  readonly isWhole: boolean;
  readonly fails: readonly { readonly key: number; readonly words: string; readonly why: string }[];
}

/** A hot field with those that it shares a line with. */
export interface HotNeighbours {
  readonly path: MemberPath;
  /** What the changes brought there first; null where the struct has no such field. */
  readonly others: readonly { readonly path: MemberPath; readonly hasArrived: boolean }[] | null;
  /** How many more there are. */
  readonly more: number;
}

export function filesTable(found: readonly InFile[], inView: InView): FilesTable {
  const { document, original } = inView;
  const { keyword } = original.applied.struct.root;
  const { name } = document.struct;
  const hot = hotFields(inView);
  const rows = rowsOf(found, inView, hot.paths);
  const edits = document.edits.length;
  const others = rows.filter(({ place }) => place !== null).length;
  return {
    title: `${edits === 0 ? 'The untouched order' : plural(edits, 'change')} of ${name}, ${
      others === 0 ? 'in view' : `in ${plural(others, 'other layout')}`
    }`,
    hotHead: hotHead(hot),
    rows,
    hasRules: rows.some(({ rules }) => rules.length > 0),
    hasOthers: others > 0,
    without: found.flatMap(({ file, fileName, structs, failure }) =>
      structs.length > 0
        ? []
        : [{ file, text: `${fileName}: ${failure ?? `no ${keyword} ${name}.`}` }],
    ),
  };
}

function hotHead({ from }: HotFields): string {
  switch (from) {
    case 'measured':
      return 'Hottest fields share a line';
    case 'tagged':
      return 'Tagged fields share a line';
    case 'moved':
      return 'Changed fields share a line';
  }
}

function rowsOf(
  found: readonly InFile[],
  inView: InView,
  hot: readonly MemberPath[],
): readonly FileRow[] {
  const { document, open } = inView;
  const own = open.origin.kind === 'file' ? open.origin.file : null;
  const target = (struct: typeof document.struct, release: string | null, lineBytes: number) =>
    [release, struct.target.machine, `${lineBytes}-byte lines`].filter(Boolean).join(' · ');
  const first = rowOf(configOf(document, hot), {
    key: open.id,
    title: open.origin.kind === 'file' ? open.origin.fileName : open.origin.title,
    facts: target(
      document.struct,
      found.find(({ file }) => file === own)?.release ?? null,
      inView.edited.applied.state.lineBytes,
    ),
    place: null,
  });
  const others = found.flatMap(({ file, fileName, release, structs }) =>
    structs
      .filter((struct) => file !== own || struct.key !== document.struct.key)
      .map((struct, at) => {
        const config = configOf(carriedTo(struct, document), hot);
        const line = config.document.edits.findLast((edit) => edit.kind === 'line');
        const lineBytes = line?.kind === 'line' ? line.bytes : config.document.lineBytes;
        return rowOf(config, {
          key: `${file}/${struct.key}`,
          title: structs.length > 1 ? `${fileName} #${at + 1}` : fileName,
          facts: target(struct, release, lineBytes),
          place: file,
        });
      }),
  );
  return [first, ...others];
}

function rowOf(config: Config, named: Pick<FileRow, 'key' | 'title' | 'facts' | 'place'>): FileRow {
  const { document, before, after, rules } = config;
  return {
    ...named,
    document,
    before,
    after,
    applies: appliesTo(config),
    hot: config.hot.map(neighboursOf),
    rules,
  };
}

function appliesTo({ readOnly, skipped, document }: Config): Applies {
  const total = document.edits.length;
  if (readOnly !== null) {
    const fails = [{ key: 0, words: 'cannot be edited', why: readOnly }];
    return { summary: null, isWhole: false, fails };
  }
  const isWhole = total === 0 || skipped.length === 0;
  return {
    summary: isWhole ? wholeText(total) : partText(total, skipped.length),
    isWhole,
    fails: isWhole
      ? []
      : skipped.map(({ index, edit, reason }) => ({
          key: index,
          words: formatEdit(edit),
          why: sentence(reason),
        })),
  };
}

function wholeText(total: number): string {
  if (total === 0) return '–';
  return total === 1 ? 'yes' : `all ${total}`;
}

function partText(total: number, skipped: number): string {
  return skipped === total ? 'no' : `${total - skipped} of ${total}`;
}

/** More neighbours than this are counted. */
const MOST_NEIGHBOURS = 8;

function neighboursOf({ path, neighbours, arrived }: HotField): HotNeighbours {
  if (neighbours === null) return { path, others: null, more: 0 };
  return {
    path,
    others: neighbours
      .map((other) => ({ path: other, hasArrived: arrived.has(other) }))
      .sort((a, b) => Number(b.hasArrived) - Number(a.hasArrived))
      .slice(0, MOST_NEIGHBOURS),
    more: Math.max(0, neighbours.length - MOST_NEIGHBOURS),
  };
}

/** The fields that a comparison looks at, and why these. */
interface HotFields {
  readonly from: 'measured' | 'tagged' | 'moved';
  readonly paths: readonly MemberPath[];
}

/** The page has room for the neighbours of so many. */
const MOST = 3;

/** The hottest measured fields; without heat those tagged hot, without tags those that the edits name. */
function hotFields({ document, edited }: InView): HotFields {
  const { current } = heatOf(document, edited.applied);
  const measured = (current?.heat.fields ?? []).map(
    ({ path }) => fieldAround(edited.layout, path)?.path ?? path,
  );
  if (measured.length > 0) return { from: 'measured', paths: first(measured) };
  const tagged = edited.applied.state.tags
    .filter(
      ({ role }) =>
        role === 'write-hot' || role === 'counter' || role === 'lock' || role === 'read-hot',
    )
    .map(({ member }) => member);
  if (tagged.length > 0) return { from: 'tagged', paths: first(tagged) };
  const moved = document.edits.flatMap((edit) =>
    edit.kind === 'move'
      ? edit.members
      : edit.kind === 'align' || edit.kind === 'isolate'
        ? [edit.member]
        : [],
  );
  return { from: 'moved', paths: first(moved) };
}

function first(paths: readonly MemberPath[]): readonly MemberPath[] {
  return [...new Set(paths)].slice(0, MOST);
}
