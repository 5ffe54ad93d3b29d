import { inputMessage, usageMessage } from '../messages';
import { unquoted } from '../../core/base/prose';
import { rankPlaces } from '../../core/bind/rank';
import { figuresOf } from '../../core/figures/figures';
import {
  placementText,
  isAssumption,
  isWhole,
  leftByReason,
  lineText,
  outcomeText,
  reviewMessages,
} from '../../core/review/notes';
import type { AuthorsWords } from '../../core/review/authorsWords';
import { isSourceFile } from '../../core/patch/hazards/search';
import { joinedUses, tagOf } from '../../core/review/inTree';
import { type FullReview, reviewWith, treeText } from '../../core/review/lookUps';
import {
  type FindStruct,
  NO_NAME,
  type Review,
  type ReviewedStruct,
} from '../../core/review/review';
import { inNames, scopedNames } from '../../core/facts/structTable';
import { severalMeant } from '../../core/review/structByMembers';
import {
  droppedNotes,
  earlierVersion,
  stepNotes,
  versionName,
  versionNotes,
} from '../../core/review/series';
import {
  type StructStory,
  isReported,
  layoutNotes,
  placeOfPatched,
  postedLayouts,
  sideOfLabel,
  storyOf,
} from '../../core/review/story';
import { profileBases } from '../../core/model/basis';
import { outcomesOf } from '../../core/model/outcome';
import { predictAll } from '../../core/model/predict';
import { applyEdits } from '../../core/edit/apply';
import type { Applied } from '../../core/edit/applied';
import { type LayoutDocument, newDocument } from '../../core/edit/document';
import type { Edit } from '../../core/edit/edit';
import { formatEdit } from '../../core/edit/words';
import type { NamedProfile, NameUses, PostedDiff, StructDesc } from '../../core/facts/generated';
import { X86_64 } from '../../core/facts/targets';
import { computeLayout } from '../../core/layout/compute';
import { orderedFrom } from '../../core/layout/original';
import { layoutDiff } from '../../core/format/compare/layoutDiff';
import { slabChange, slabText } from '../../core/patch/mail';
import { candidatesOf } from '../bind/candidates';
import { Failure } from '../failure';
import { withProfiles } from '../open/boundDocument';
import { findNamed, findStruct } from '../open/findStruct';
import { type ContainerChange, containersOf, containersText } from '../open/containers';
import { searched, treeAt } from '../open/headerOf';
import { withMeasured } from '../open/measuredAfter';
import { type OpenFile, openFile } from '../open/openFile';
import {
  type TextOptions,
  csource,
  readPosted,
  readSourceFile,
  scalarsOf,
  structOfTextFile,
  structsOfTextFile,
} from '../open/openText';
import { readProfiles } from '../open/readProfile';
import { reports } from '../open/readWasm';
import { readBytes } from '../open/structOf';
import type { SourceTree } from '../open/sourceTree';
import { parseTextOptions, TEXT_ARGS, TEXT_HELP } from '../open/textOptions';
import { type CliCommand, type CommandResult, FLAG, parseWords } from '../words';
import { surroundingsOf } from './predict';

/** `hitmap review FILE PATCH`: a posted diff, before and after. */
export const REVIEW_COMMAND: CliCommand = {
  help: `hitmap review FILE PATCH: what a posted diff does to the layouts of the structs that it changes

  --json           JSON; its shape is in docs/json.md
  --earlier PATCH  an earlier version of it: what is different in each struct since then
  --tree DIR       the source before the patch: it says whether a macro, an enumerator or a typedef that changes is in
                   any struct

${TEXT_HELP}
FILE is a binary, or the source before the patch: a header, where nothing was built.
PATCH is a patch or a whole mail or thread, quoted, wrapped, encoded, coloured; - is standard input. Moves, alignments,
paddings, members that come, go, or change their type, and structs put around members become edits. Each struct has its
sentence first: what shared a line, what does after the patch, what it costs; or that FILE has the patch already.
A series (\`git format-patch --stdout\`, a thread of mails) is read as its patches one after the other: before the first, after
the last, and what each does between. Of several versions in one text the newest is shown, and what is different since the
one before it.
Reports of perf c2c in the mail are set against what is expected; layouts that pahole printed into it stand for FILE where
that is left out: hitmap review MAIL. What the author says is shown as theirs. Each changed line that is not shown is
named on standard error with its reason; exit code 1 where such a line may change a layout. While one is left, no size and
no layout after the patch is printed: only how many lines are placed, and why the others are not.
`,
  async run(args) {
    const { values, positionals } = parseWords('review', args, {
      json: FLAG,
      earlier: { type: 'string' },
      tree: { type: 'string' },
      ...TEXT_ARGS,
    });
    const [first, second] = positionals;
    const patch = second ?? first;
    if (patch === undefined) {
      throw new Failure(usageMessage('review'));
    }
    const posted = readBytes(patch);
    const diff = readPosted(posted);
    const path = second === undefined ? null : (first ?? null);
    if (diff.hunks.length === 0 && diff.layouts.length === 0) {
      const [refused] = diff.refused;
      throw new Failure(
        refused === undefined
          ? inputMessage('no-hunk', patch)
          : inputMessage('hunk-refused', patch, refused.line, refused.reason),
      );
    }
    const bytes = path === null ? null : readSourceFile(path);
    const source =
      bytes === null ? null : sourceStructs(path ?? '', bytes, parseTextOptions(values));
    const file = path === null || source !== null ? null : openFile(path, 'best', false);
    try {
      const tree = values.tree === undefined ? null : treeAt(values.tree);
      const beside = { source, tree };
      const found = await reviewOf(file, diff, beside);
      // The difference of two reports has hunks of its own, and its reader says why it is refused.
      if (found.total === 0 && reports().profileIn(posted) === 'profile') readProfiles(patch);
      const given = values.earlier === undefined ? null : readPosted(readBytes(values.earlier));
      const version =
        given === null ? earlierVersion(diff) : { name: versionName(given, diff), diff: given };
      const earlier = version === null ? null : await reviewOf(file, version.diff, beside);
      const entries: ReviewEntry[] = [];
      for (const struct of found.structs) {
        const story = storyOf(diff, found, struct);
        const printed = layoutNotes(diff, struct.document, story);
        const measured = file === null ? null : await measuredIn(patch, file, struct, story);
        const price = file === null ? NO_PRICE : priceOf(file, struct, story);
        const since =
          version === null || earlier === null ? [] : versionNotes(struct, version.name, earlier);
        const notes = [
          ...stepNotes(struct),
          ...since,
          ...printed,
          ...price.notes,
          ...(measured === null ? [] : [measured]),
          ...(struct.isKnown || !found.asksForTree || tree !== null ? [] : [TREE]),
        ];
        entries.push({ struct, story, notes, containers: price.containers });
      }
      const dropped =
        version === null || earlier === null ? [] : droppedNotes(found, version.name, earlier);
      return values.json
        ? asJson(found, entries, diff, dropped)
        : asText(found, entries, diff, { path, patch, dropped });
    } finally {
      file?.close();
    }
  },
};

const TREE = treeText('name its folder with --tree DIR');

/** A struct of the patch with all that is said of it. */
interface ReviewEntry {
  readonly struct: ReviewedStruct;
  readonly story: StructStory;
  /** What pahole's texts and the reports in the mail say beside it, and what it costs around it. */
  readonly notes: readonly string[];
  readonly containers: readonly ContainerChange[];
}

type Price = Pick<ReviewEntry, 'notes' | 'containers'>;

const NO_PRICE: Price = { notes: [], containers: [] };

/** What the patch costs where the struct lies: in others, and in slabs of a kernel. */
function priceOf(
  file: OpenFile,
  { document, isKnown }: ReviewedStruct,
  { kind, after }: StructStory,
): Price {
  if (kind !== 'changes' || !isKnown) return NO_PRICE;
  const applied = applyEdits({ ...document, edits: after });
  const containers = containersOf(file, document.struct, computeLayout(applied.struct));
  const text = containersText(document.struct.name, containers);
  const slab = slabChange(applied, null, file.session.facts.kernelRelease !== null);
  const objects =
    slab === null || slab.before === slab.after ? [] : [`${capital(slabText(slab))}.`];
  return { containers, notes: [...(text === null ? [] : [text]), ...objects] };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The review, with the types of new members looked up in the file; without a file, on the layouts that the mail has. */
export function reviewOf(
  file: OpenFile | null,
  diff: PostedDiff,
  { source, tree }: BesideFile = { source: null, tree: null },
): Promise<FullReview> {
  const posted = (name: string) => postedLayouts(diff, name).before;
  const find: FindStruct = ({ keyword, name }) => {
    if (name === '') return { reason: NO_NAME };
    const own = posted(name);
    const declared = source === null ? null : inNames(source.names, name);
    if (source !== null && declared !== null) return attempted(() => source.find(declared));
    const all = file === null ? [] : scopedNames(file.names, name);
    if (all.length > 1) return severalMeant(all);
    const [scoped = null] = all;
    if (file === null || scoped === null) {
      if (own !== null) return newDocument(own);
      return {
        reason:
          file === null
            ? source !== null
              ? `${source.path} declares no \`${keyword} ${name}\`.`
              : `The text has no layout of \`${keyword} ${name}\`. Say which file has it: \`hitmap review FILE PATCH\`.`
            : `${file.path} has no struct \`${name}\`.`,
      };
    }
    return attempted(() => findStruct(file, scoped));
  };
  const target = file?.session.facts.target ?? X86_64;
  return reviewWith(diff, {
    find,
    target,
    scalars: scalarsOf(target),
    structsLike: (isLike) => (file === null ? [] : structsLike(file, isLike)),
    typeNamed(name) {
      const bare = tagOf(name)?.name ?? '';
      if (source?.names.includes(bare)) return described(() => source.find(bare));
      return file && findNamed(file, name);
    },
    declaredInTree: (name) => file && tree && typeInTree(tree, file.path, name),
    usesInTree: (names) => tree && usesIn(tree, names),
  });
}

/** What a review knows beside the file. */
interface BesideFile {
  /** The file itself, where it is C source. */
  readonly source: SourceStructs | null;
  readonly tree: SourceTree | null;
}

function usesIn(tree: SourceTree, names: readonly string[]): NameUses {
  const { uses } = csource();
  const read = tree.reader();
  const found: NameUses[] = [];
  for (const path of tree.files().filter(isSourceFile)) {
    const each = uses(read(path), names);
    found.push(each);
    if (each.anywhere !== null) break;
  }
  return joinedUses(found);
}

/** A struct that a tree declares and nothing of the file uses yet: haproxy's `struct ceb_node`, as a patch begins to. */
function typeInTree(tree: SourceTree, types: string, wanted: string): StructDesc | null {
  const tag = tagOf(wanted);
  const path = tag && searched(tree, tag.keyword, tag.name);
  const bytes = path && tree.bytes(path);
  if (!tag || !path || !bytes) return null;
  const options = { ...parseTextOptions({}), types };
  return described(() => structOfTextFile(path, bytes, tag.name, options));
}

/** The structs that C source declares, for a review without a build. */
interface SourceStructs {
  readonly path: string;
  readonly names: readonly string[];
  readonly find: (name: string) => StructDesc;
}

function sourceStructs(path: string, bytes: Uint8Array, options: TextOptions): SourceStructs {
  return {
    path,
    names: structsOfTextFile(bytes),
    find: (name) => structOfTextFile(path, bytes, name, options),
  };
}

/** The struct as a document, or the sentence that says why there is none. */
function attempted(find: () => StructDesc): LayoutDocument | { readonly reason: string } {
  try {
    return newDocument(find());
  } catch (error) {
    if (error instanceof Failure) return { reason: error.message };
    throw error;
  }
}

function described(find: () => StructDesc): StructDesc | null {
  const found = attempted(find);
  return 'struct' in found ? found.struct : null;
}

/** What the mail's reports measured before and after the patch, beside what is expected; null without two of them. */
async function measuredIn(
  patch: string,
  file: OpenFile,
  { document, touched }: ReviewedStruct,
  { kind, isKnown, after }: StructStory,
): Promise<string | null> {
  if (kind !== 'changes' || !isKnown || patch === '-') return null;
  const reports = reportsIn(patch);
  const sides = reports.map(({ name }) => (name === null ? null : sideOfLabel(name)));
  const [before, later] = [sides.indexOf('before'), sides.indexOf('after')];
  const report = reports[before]?.profile;
  const line = report?.lines[0];
  if (report === undefined || line === undefined) return null;
  const { search, origin } = await candidatesOf(report, line, file);
  const struct = orderedFrom(document.struct);
  const { name } = document.struct;
  const known = { struct, name, source: file.path };
  const places = rankPlaces(search.evidence, known, search.isPart, origin);
  const place = placeOfPatched(places, touched);
  if (place === null)
    return `The mail's first report is not of this layout of ${name}: its rows fall on other members than its functions take.`;
  const bound = withProfiles(
    { ...document, edits: after },
    { profiles: [`${patch}#${before + 1}`], line: '0', offset: `${place.fit.offsetBytes}` },
    [],
    file.path,
  ).document;
  const measured =
    later < 0
      ? bound
      : withMeasured(bound, { path: `${patch}#${later + 1}`, line: undefined, offset: undefined })
          .document;
  const applied = applyEdits(measured);
  const layout = computeLayout(applied.struct);
  const predictions = predictAll(
    profileBases(measured, applied),
    () => null,
    layout,
    surroundingsOf(measured, applied),
  );
  const [outcome] = outcomesOf(predictions, layout);
  return outcome === undefined ? null : outcomeText(outcome);
}

function reportsIn(patch: string): readonly NamedProfile[] {
  try {
    return readProfiles(patch);
  } catch (error) {
    // A patch without a report is no report.
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** Described at once: what a kernel has of structs is not held whole. */
const CHUNK_ROWS = 300;

/** The structs of a file that are as wanted. */
function structsLike(
  { names, session }: OpenFile,
  isLike: (desc: StructDesc) => boolean,
): readonly StructDesc[] {
  const near: StructDesc[] = [];
  for (let first = 0; first < names.length; first += CHUNK_ROWS) {
    const count = Math.min(CHUNK_ROWS, names.length - first);
    const rows = Array.from({ length: count }, (_, at) => first + at);
    const answer = session.ask({ kind: 'describeAll', rows });
    for (const desc of answer.ok ? answer.value : []) {
      if (desc !== null && isLike(desc)) near.push(desc);
    }
  }
  return near;
}

function asText(
  found: Review,
  entries: readonly ReviewEntry[],
  diff: PostedDiff,
  {
    path,
    patch,
    dropped,
  }: {
    readonly path: string | null;
    readonly patch: string;
    readonly dropped: readonly string[];
  },
): CommandResult {
  const notes = reviewMessages(found, diff, dropped);
  const left = leftByReason(found).flatMap(({ range, lines, reason }) => [
    `left: ${range}: ${reason}`,
    ...lines.map((line) => `      ${lineText(line)}`.trimEnd()),
  ]);
  const placed = placementText(found);
  const shown = entries.filter(isReported);
  const outcome =
    placed ??
    (shown.length === 0 ? `nothing of ${patch} changes a layout of ${path ?? 'the text'}.` : null);
  const account = outcome === null ? left : [...left, outcome];
  // Once for each mail, however many structs it changes.
  const mails = new Map(entries.map(({ story: { words } }) => [words.subject, words]));
  const texts = [...shown.map(structText), ...[...mails.values()].flatMap(authorsText)];
  return { text: texts.join('\n'), account, notes, exitCode: isUnderstood(found, entries) ? 0 : 1 };
}

/** A patch whose order the file has given up on purpose is understood, though nothing of it is carried out. */
function isUnderstood(found: Review, entries: readonly ReviewEntry[]): boolean {
  const apart = entries
    .filter(({ story }) => story.kind === 'apart')
    .map(({ story }) => story.name);
  const left = found.left.filter(({ struct }) => struct === null || !apart.includes(struct));
  return isWhole({ ...found, left });
}

function structText({ struct: { document, isKnown }, story, notes }: ReviewEntry): string {
  const { name, kind, sentence, before, after, proposals } = story;
  const edits = kind === 'applied' ? before : after;
  const [one, other] = [
    applyEdits({ ...document, edits: before }),
    applyEdits({ ...document, edits: kind === 'applied' ? [] : after }),
  ];
  const words =
    edits.length === 0
      ? ''
      : `${kind === 'applied' ? '\nThe order before it, reconstructed:\n' : '\n'}${edits.map((edit) => `  ${formatEdit(edit)}\n`).join('')}`;
  // Of some of the lines a layout would read as the patch's own.
  const isWhole = isKnown || kind !== 'changes';
  const diff = edits.length === 0 || !isWhole ? '' : `\n${layoutDiff(one, other)}`;
  const beside = notes.map((note) => `${unquoted(note)}\n`).join('');
  const theirs = proposals.map(
    ({ who, text, edits: rather, sizeBytes }) =>
      `\n${text === null ? "In the mail's own order, which is not this kernel's:" : `Proposed in the text${who === '' ? '' : ` by ${who}`}: "${text}"`}\n  ${sizeBytes} bytes: ${rather.map(formatEdit).join('; ')}\n`,
  );
  return `struct ${name}: ${unquoted(sentence)}\n${beside}${words}${diff}${theirs.join('')}`;
}

/** In the author's name, apart from what is computed. */
function authorsText({
  subject,
  author,
  kernel,
  machine,
  results,
  options,
  roles,
}: AuthorsWords): readonly string[] {
  const of = (wanted: 'read' | 'written') =>
    roles.filter(({ role }) => role === wanted).map(({ member }) => member);
  const lines = [
    ...(subject === null ? [] : [subject]),
    ...results,
    ...(kernel === null ? [] : [`kernel: ${kernel}`]),
    ...(machine === null ? [] : [`machine: ${machine}`]),
    ...(of('written').length === 0 ? [] : [`written: ${of('written').join(', ')}`]),
    ...(of('read').length === 0 ? [] : [`read: ${of('read').join(', ')}`]),
    ...(options.length === 0 ? [] : [`options: ${options.join(', ')}`]),
  ];
  if (lines.length === 0) return [];
  return [
    `Supplied by the author${author === null ? '' : ` (${author})`}, not checked here:\n${lines.map((line) => `  ${line}\n`).join('')}`,
  ];
}

function asJson(
  found: Review,
  entries: readonly ReviewEntry[],
  diff: PostedDiff,
  dropped: readonly string[],
): CommandResult {
  const structs = entries
    .filter(isReported)
    .map(({ struct: { document, isKnown, steps }, story, notes, containers }) => {
      const { name, kind, sentence, pairs, before, after, proposals } = story;
      const figures = (edits: readonly Edit[]) => shown(applyEdits({ ...document, edits })).figures;
      return {
        name,
        kind,
        sentence,
        pairs,
        edits: after.map(formatEdit),
        patches: steps.map(({ patch, edits }) => ({ ...patch, edits: edits.map(formatEdit) })),
        undone: before.map(formatEdit),
        // No figure is known while a line is left that may change it.
        before: isKnown ? figures(before) : null,
        after: isKnown ? figures(kind === 'applied' ? [] : after) : null,
        notes,
        containers,
        proposals: proposals.map((each) => ({ ...each, edits: each.edits.map(formatEdit) })),
      };
    });
  const { total, left, missing, absent, notes } = found;
  const lines = { total, placed: total - left.length, missing };
  const assumed = notes.filter(isAssumption);
  const { subject } = diff;
  const others = diff.others.map(({ patch: { line, subject: title }, why }) => {
    return { line, subject: title, why };
  });
  const words = entries[0]?.story.words ?? null;
  const json = {
    v: 1,
    subject,
    structs,
    lines,
    left,
    absent,
    notes: reviewMessages(found, { others: [] }, dropped),
    assumed,
    others,
    words,
  };
  return {
    text: `${JSON.stringify(json, null, 2)}\n`,
    notes: [],
    exitCode: isUnderstood(found, entries) ? 0 : 1,
  };
}

function shown(applied: Applied) {
  const layout = computeLayout(applied.struct);
  const isUnion = applied.struct.root.keyword === 'union';
  return { applied, figures: figuresOf(layout, isUnion, applied.state) };
}
