import { pageMessage } from '../state/messages';
import { doubtOf } from '../../core/bind/grade';
import { rankPlaces, type Candidate } from '../../core/bind/rank';
import { isWellKnownPart } from '../../core/bind/wellKnown';
import { profileLines } from '../../core/heat/slice';
import { authorsWords } from '../../core/review/authorsWords';
import { PATCHED } from '../../core/review/orders';
import { entriesIn, structsOf } from '../../core/review/sides';
import {
  NO_NAME,
  namedStructs,
  type FindStruct,
  type NamedStruct,
  type Review,
} from '../../core/review/review';
import { reviewWith, treeText, type FullReview } from '../../core/review/lookUps';
import { severalMeant } from '../../core/review/structByMembers';
import { droppedNotes, earlierVersion, stepNotes, versionNotes } from '../../core/review/series';
import {
  editsBetween,
  isReported,
  layoutNotes,
  placeOfPatched,
  postedLayouts,
  sideOfLabel,
  storyOf,
  storyOfEdits,
  type StructStory,
} from '../../core/review/story';
import { profileBases } from '../../core/model/basis';
import { placeAfter } from '../../core/model/placeAfter';
import { fingerprint } from '../../core/base/fingerprint';
import { sentence, type Message } from '../../core/base/messages';
import { listed, quoted, plural } from '../../core/base/prose';
import { applyEdits } from '../../core/edit/apply';
import { newDocument, type LayoutDocument, type Supplied } from '../../core/edit/document';
import { scopedNames } from '../../core/facts/structTable';
import type { AccessProfile, PostedDiff, StructDesc } from '../../core/facts/generated';
import { X86_64 } from '../../core/facts/targets';
import type { MemberPath, StructId } from '../../core/layout/ids';
import { findCandidates } from '../bind/lineCandidates';
import { layoutEdits } from '../../core/edit/layoutEdits';
import { closeDocument, openDocument } from '../state/documentReducers';
import { documentInView, presentOf } from '../state/inView';
import { addNotice, announce, removeFile } from '../state/fileReducers';
import type { TextIntake, TextLookUps } from '../state/textIntake';
import { bindInView } from '../state/bindReducers';
import { setHeatView, setMeasuredOn } from '../state/profileReducers';
import type { AppState, OpenedStory, PostedText } from '../state/state';
import { STUDY_CARDS, type StudyId } from '../state/studyList';
import {
  placementText,
  isWhole,
  leftByReason,
  lineText,
  reviewMessages,
} from '../../core/review/notes';

/**
 * A posted patch or a whole mail: each struct that it changes opens with what the patch makes of it, before and after,
 * beside what is open already. Every changed line that is not shown is said.
 */
export async function takeDiff(taking: TextIntake): Promise<void> {
  const { id, name, text, bytes, reader, update, store } = taking;
  const parsed = await reader.askText({ kind: 'posted', text: bytes });
  update((state) => removeFile(state, id));
  const fails = (sentence: string) =>
    update((state) => addNotice(state, { kind: 'error', title: name, text: sentence }));
  if (!parsed.ok) {
    if (parsed.error.kind === 'failed') fails(parsed.error.message);
    return;
  }
  const diff = parsed.value;
  if (diff.hunks.length === 0) {
    return fails(diff.refused[0]?.reason ?? sentence(pageMessage('mail-of-nothing')));
  }
  const key = fingerprint(text());
  const known = store.getState().posted.find((each) => each.key === key);
  const study = studyOf(diff);
  const posted = known ?? { key, id, name, diff, waitsFor: [], opened: [], study };
  await show(taking, { ...posted, waitsFor: [], opened: [] });
}

/** A file is listed: patches that wait for a struct are tried again. What they say of it changes, or goes. */
export async function tryAgain(looking: Looking): Promise<void> {
  for (const posted of looking.store.getState().posted) {
    if (posted.waitsFor.length > 0) await show(looking, posted);
  }
}

/** What patches come to is worked out anew where files and folders say more than when their structs were opened. */
export async function retell(looking: Looking): Promise<void> {
  for (const posted of looking.store.getState().posted) {
    if (posted.opened.length > 0 || posted.waitsFor.length === 0) await retold(looking, posted);
  }
}

async function retold(looking: Looking, { key, id, diff }: PostedText): Promise<void> {
  const reviewed = await reviewOfAll(looking, diff, looking.trees);
  const openings = openingsOf(diff, reviewed, key);
  const text = sentenceOf(diff, reviewed, openings);
  looking.update((state) => {
    const before = state.posted.find((each) => each.key === key)?.opened ?? [];
    const again = (each: OpenedStory): OpenedStory => {
      const { story, notes } = openings.find((other) => other.id === each.id) ?? each;
      return { ...each, story, notes };
    };
    const opened = before.map(again);
    return {
      ...state,
      posted: state.posted.map((each) => (each.key === key ? { ...each, opened } : each)),
      documents: state.documents.map((open) => {
        const at = before.findIndex((each) => each.id === open.id);
        const [was, is] = [before[at]?.story.after, opened[at]?.story.after];
        const { document } = open.history;
        // What somebody edited stays as it is.
        const isOwn = JSON.stringify(document.edits) === JSON.stringify(was);
        if (!isOwn || is === undefined || JSON.stringify(is) === JSON.stringify(was)) return open;
        return { ...open, history: { ...open.history, document: { ...document, edits: is } } };
      }),
      notices: state.notices.flatMap((notice) =>
        notice.about !== id ? [notice] : text === null ? [] : [{ ...notice, text }],
      ),
    };
  });
}

/** What the structs of a patch are looked up by. */
type Looking = Pick<TextIntake, 'store' | 'update'> & TextLookUps;

/** A look into a folder takes seconds: what is known without it is shown first. */
const NO_TREES: TextLookUps['trees'] = {
  uses: () => Promise.resolve(null),
  declared: () => Promise.resolve(null),
};

const TREE = treeText('drop its folder, or a .tar of it, on the page');

/** The study whose member a patch changes in the same struct. */
function studyOf(diff: PostedDiff): StudyId | null {
  const changed = structsOf(diff).flatMap(({ name, hunks }) =>
    hunks.flatMap(({ old, new: now }) =>
      [...entriesIn([...(old?.entries ?? []), ...(now?.entries ?? [])])].flatMap((entry) =>
        entry.changed && entry.kind === 'member'
          ? entry.names.map((each) => `${name}.${each}`)
          : [],
      ),
    ),
  );
  const card = STUDY_CARDS.find(({ struct, member }) => changed.includes(`${struct}.${member}`));
  return card?.id ?? null;
}

/** Opens what a patch comes to in the structs that are not open from it, and says what is left of it, once. */
async function show(looking: Looking, posted: PostedText): Promise<void> {
  const { store, update } = looking;
  const { key, id, name, diff, study } = posted;
  const reviewed = await reviewOfAll(looking, diff, NO_TREES);
  const { missing, fromMail } = reviewed;
  const waitsFor = [...missing, ...fromMail];
  const isNews = waitsFor.length !== posted.waitsFor.length;
  const isFirst = !store.getState().posted.some((each) => each.key === key);
  if (!isNews && !isFirst && posted.waitsFor.length > 0) return;
  const openings = openingsOf(diff, reviewed, key);
  const fresh = openings.filter((each) => !posted.opened.some((open) => open.id === each.id));
  const text = sentenceOf(diff, reviewed, openings);
  update((state) => {
    // Its earlier message goes, whether it is true still or not; so does the mail's own layout of a struct that a file has.
    const cleared = withoutReplaced(removeFile(state, id), posted, openings);
    let next = opened(cleared, { ...posted, waitsFor }, openings, fresh);
    if (text !== null) {
      const offer = study === null || openings.length > 0 ? {} : { study };
      next = addNotice(next, { kind: 'note', title: name, about: id, text, ...offer });
    }
    return next;
  });
  const [first] = fresh;
  if (first !== undefined) await bindReports(looking, posted, first);
  if (reviewed.found.asksForTree && hasTree(store.getState())) await retold(looking, posted);
}

function hasTree({ files }: AppState): boolean {
  return files.some(({ phase }) => phase.kind === 'tree');
}

function openingsOf(
  diff: PostedDiff,
  { found, since, offersTree }: Reviewed,
  key: string,
): readonly Opening[] {
  return found.structs
    .map((struct) => ({ struct, story: storyOf(diff, found, struct) }))
    .filter(isReported)
    .map(({ struct, story }) => {
      const { document, touched } = struct;
      return {
        id: `patch/${document.struct.key}/${key}` as StructId,
        touched,
        story,
        notes: [
          ...stepNotes(struct),
          ...(since === null ? [] : versionNotes(struct, since.name, since.earlier)),
          ...layoutNotes(diff, document, story),
          ...(struct.isKnown || !offersTree ? [] : [TREE]),
        ],
        unbound: null,
        document: {
          ...document,
          edits: story.after,
          ...theirs(story),
          supplied: suppliedBy(story),
        },
      };
    });
}

/** Layouts of one struct that pahole printed twice into a text without a patch: the one before beside the one after. */
export function showLayouts(
  { id, name, update, text }: Pick<TextIntake, 'id' | 'name' | 'update' | 'text'>,
  diff: PostedDiff,
): void {
  const key = fingerprint(text());
  const names = new Set(diff.layouts.map(({ desc }) => desc.name));
  const openings = [...names].flatMap((each): readonly Opening[] => {
    const { before, after } = postedLayouts(diff, each);
    if (before === null || after === null) return [];
    const document = newDocument(before);
    const edits = editsBetween(document, after);
    if (edits === null || edits.length === 0) return [];
    const { story, touched } = storyOfEdits(document, edits, diff);
    const own = `patch/${before.key}/${key}` as StructId;
    return [
      {
        id: own,
        touched,
        story,
        notes: [],
        unbound: null,
        document: { ...document, edits, ...theirs(story) },
      },
    ];
  });
  const posted = { key, id, name, diff, waitsFor: [], opened: [], study: null };
  update((state) => opened(state, posted, openings, openings));
}

/** Closes what was opened from a text under another layout of a struct that it tells of now, but for what somebody edited. */
function withoutReplaced(
  state: AppState,
  { opened: before }: PostedText,
  openings: readonly Opening[],
): AppState {
  return before
    .filter(({ id, story }) => {
      const now = openings.filter((each) => each.story.name === story.name);
      return now.length > 0 && now.every((each) => each.id !== id);
    })
    .reduce((next, { id, story }) => {
      const open = next.documents.find((each) => each.id === id);
      const edits = open && JSON.stringify(layoutEdits(presentOf(open)));
      return edits === JSON.stringify(story.after) ? closeDocument(next, id) : next;
    }, state);
}

/** A struct that is about to be opened from a patch. */
interface Opening extends OpenedStory {
  readonly touched: readonly MemberPath[];
  readonly document: LayoutDocument;
}

/** The state with what a text comes to, those open that are `fresh`, the first one before and after. */
function opened(
  state: AppState,
  posted: PostedText,
  openings: readonly Opening[],
  fresh: readonly Opening[],
): AppState {
  let next = state;
  for (const { id, document } of fresh.toReversed()) {
    const title = posted.diff.subject ?? `from ${posted.name}`;
    const origin = { kind: 'text', from: 'patch', title } as const;
    next = openDocument(next, { id, origin, document });
  }
  const all = openings.map(({ id, story, notes, unbound }) => ({ id, story, notes, unbound }));
  const others = next.posted.filter(({ key }) => key !== posted.key);
  next = { ...next, posted: [...others, { ...posted, opened: all }] };
  const [first] = fresh;
  if (first === undefined) return next;
  const inspector = first.story.kind === 'changes' ? 'changes' : 'findings';
  // Where nothing is carried out there is nothing to compare.
  const { kind, proposals } = first.story;
  const comparing = kind === 'changes' || kind === 'applied' || proposals.length > 0;
  const shown = { ...next, inspector, comparing, comparePart: 'layouts' } as const;
  return announce(shown, first.story.sentence);
}

/** A reviewer's other order is shown beside the author's; without one the author's own, which a reader's changes answer. */
function theirs({ kind, after, proposals }: StructStory): Pick<LayoutDocument, 'proposal'> {
  const [first] = proposals;
  if (first === undefined) {
    return kind === 'changes' ? { proposal: { title: PATCHED, edits: after } } : {};
  }
  const title =
    first.text === null
      ? 'In the mail’s own order'
      : first.who === ''
        ? 'Proposed in reply'
        : `Proposed by ${first.who}`;
  return { proposal: { title, edits: first.edits } };
}

function suppliedBy({ words }: StructStory): Supplied {
  const { subject, author, date, kernel, machine, options, results } = words;
  const head = [subject, [author, date].filter((each) => each !== null).join(', ')];
  const lines = [...head, ...results].filter((each) => each !== null && each !== '');
  return {
    text: lines.join('\n'),
    ...(kernel === null ? {} : { commit: kernel }),
    ...(machine === null ? {} : { machine }),
    ...(options.length === 0 ? {} : { config: options.join(', ') }),
  };
}

/**
 * Binds the reports of the same mail, by their headings: the one before the patch to the layout before it, the other to
 * the one after it. Nothing is bound where a row's own function contradicts.
 */
async function bindReports(
  { store, update, questions }: Looking,
  { key, id }: PostedText,
  { id: own, touched, story }: OpenedStory & { readonly touched: readonly MemberPath[] },
): Promise<void> {
  const mail = id.replace(/\/patch$/, '');
  const reports = store.getState().files.flatMap((file) => {
    const isOfMail = file.id === mail || file.id.startsWith(`${mail}/`);
    if (!isOfMail || file.phase.kind !== 'profile') return [];
    const { profile, label } = file.phase;
    return [{ file: file.id, profile, side: label === null ? null : sideOfLabel(label) }];
  });
  const before =
    reports.find(({ side }) => side === 'before') ??
    (reports.length === 1 ? reports.find(({ side }) => side === null) : undefined);
  const line = before?.profile.lines[0];
  const inView = () => {
    const view = documentInView(store.getState());
    return view?.open.id === own ? view : null;
  };
  if (before === undefined || line === undefined || inView() === null) return;
  const view = inView();
  if (view === null) return;
  const { struct } =
    story.kind === 'applied'
      ? applyEdits({ ...view.document, edits: story.before })
      : view.original.applied;
  const { name } = struct.desc;
  const known = { struct, name, source: null };
  let place: Candidate<null> | null = null;
  // What types say comes at once; code is followed only where that is not enough.
  for await (const { evidence } of findCandidates(
    { store, update, ...questions },
    before.profile,
    line,
  )) {
    place = placeOfPatched(rankPlaces(evidence, known, isWellKnownPart, 'other'), touched);
    if (place !== null) break;
  }
  if (inView() === null) return;
  const targetOf = (profile: AccessProfile) => profileLines(profile)[0]?.id;
  const target = targetOf(before.profile);
  if (place === null || target === undefined) {
    const note = `The mail's report is not of this layout of \`${name}\`: its rows fall on other members than its functions take. It is not bound.`;
    return update((state) => setUnbound(state, key, own, note));
  }
  const { offsetBytes } = place.fit;
  update((state) => bindInView(state, before.file, target, offsetBytes, doubtOf(place)));
  const bound = inView();
  const after = reports.find(({ side }) => side === 'after');
  if (bound === null || after === undefined || story.kind !== 'changes') return;
  const { document, edited } = bound;
  const { profile } = document.view;
  const [basis] = profileBases(document, edited.applied);
  const { lineBytes } = after.profile;
  const lines = profileLines(after.profile);
  const found = basis && placeAfter(lines, basis, edited.applied.struct, lineBytes);
  if (!found) return;
  update((state) => {
    const both = bindInView(state, after.file, found.line.id, found.offsetBytes, doubtOf(place));
    const second = documentInView(both)?.document.view.profile ?? null;
    const measured = second === null ? both : setMeasuredOn(both, second, 'edited');
    return setHeatView(measured, { profile });
  });
}

function setUnbound(state: AppState, key: string, id: StructId, unbound: string): AppState {
  const withNote = (each: OpenedStory) => (each.id === id ? { ...each, unbound } : each);
  const posted = state.posted.map((each) =>
    each.key === key ? { ...each, opened: each.opened.map(withNote) } : each,
  );
  return { ...state, posted };
}

/** What is read of a text whose struct nobody knows. */
const NO_STRUCT = { members: [], placeOf: () => null };

/** What is not in view of a patch; null where all of it is. */
function sentenceOf(
  diff: PostedDiff,
  { found, missing, since, offersTree }: Reviewed,
  openings: readonly Opening[],
): string | null {
  if (found.structs.length === 0 && missing.length > 0) {
    const names = missing.flatMap(({ keyword, name }) => (name === '' ? [] : `${keyword} ${name}`));
    const { results, kernel } = authorsWords(diff, NO_STRUCT, [], new Map());
    const [result] = results;
    const theirs = result === undefined ? '' : ` The author says: “${result}”`;
    const of = kernel === null ? 'the kernel that it is for' : `a kernel near ${kernel}`;
    return names.length === 0
      ? `It does not name its struct. Open ${of}: its members identify it.${theirs}`
      : `${diff.subject === null ? 'It' : `“${diff.subject}”`} changes ${listed(quoted(names))}, which no open file has. Open ${of}.${theirs}`;
  }
  // Of what a struct parts in its own way the story says it.
  const apart = openings.flatMap(({ story }) => (story.kind === 'apart' ? [story.name] : []));
  const isOpen = (struct: string | null) => struct === null || !apart.includes(struct);
  const dropped = since === null ? [] : droppedNotes(found, since.name, since.earlier);
  const shown = { ...found, left: found.left.filter(({ struct }) => isOpen(struct)) };
  const left = leftText(shown, reviewMessages(shown, diff, dropped));
  if (left !== null && offersTree && openings.length === 0) return `${left} ${TREE}`;
  if (left !== null || openings.length > 0) return left;
  return 'It changes no layout of a loaded struct.';
}

interface Reviewed extends Awaited<ReturnType<typeof reviewOf>> {
  /** What an earlier version in the same text comes to; null where there is none. */
  readonly since: { readonly name: string; readonly earlier: Review } | null;
  /** Whether a folder of source would tell more, and none is open. */
  readonly offersTree: boolean;
}

/** As `reviewOf`, with the lists too that come in while it is made. */
async function reviewOfAll(
  given: Looking,
  diff: PostedDiff,
  trees: TextLookUps['trees'],
): Promise<Reviewed> {
  const looking = { ...given, trees };
  const listedNow = () =>
    looking.store.getState().files.map(({ phase }) => phase.kind === 'ready' && phase.index);
  for (;;) {
    const before = listedNow();
    const reviewed = await reviewOf(looking, diff);
    const version = earlierVersion(diff);
    const earlier = version === null ? null : (await reviewOf(looking, version.diff)).found;
    const after = listedNow();
    const isSame = after.every((index, at) => index === before[at]);
    const since = version === null || earlier === null ? null : { name: version.name, earlier };
    const offersTree = reviewed.found.asksForTree && !hasTree(looking.store.getState());
    if (reviewed.missing.length === 0 || isSame) return { ...reviewed, since, offersTree };
  }
}

/**
 * The review, with the structs and the types of new members looked up in the loaded files; `missing` are the structs
 * that none of them has, of which one without a name stands for all, `fromMail` those of which the mail has a layout.
 */
async function reviewOf(
  { store, describeNamed, describeLike, reader, trees }: Looking,
  diff: PostedDiff,
): Promise<{
  readonly found: FullReview;
  readonly missing: readonly NamedStruct[];
  readonly fromMail: readonly NamedStruct[];
}> {
  const found = new Map<string, LayoutDocument>();
  const fromMail: NamedStruct[] = [];
  const inView = documentInView(store.getState())?.document;
  for (const named of namedStructs(diff)) {
    const own = postedLayouts(diff, named.name).before;
    const document = await baseFor(named, own, store.getState(), describeNamed);
    const posted = document === null ? own : null;
    if (document !== null) found.set(named.name, document);
    else if (posted !== null) {
      found.set(named.name, newDocument(posted));
      fromMail.push(named);
    }
  }
  const find: FindStruct = ({ keyword, name }) => {
    const document = found.get(name);
    if (document !== undefined) return document;
    const several = store
      .getState()
      .files.flatMap(({ phase }) =>
        phase.kind === 'ready' && phase.index ? scopedNames(phase.index.names, name) : [],
      );
    if (name !== '' && several.length > 1) return severalMeant([...new Set(several)]);
    return {
      reason:
        name === ''
          ? NO_NAME
          : `No loaded file has \`${keyword} ${name}\`: open the kernel that the patch is for.`,
    };
  };
  const target = [...found.values()][0]?.struct.target ?? inView?.struct.target ?? X86_64;
  const scalars = await reader.askText({ kind: 'scalars', target });
  const reviewed = await reviewWith(diff, {
    find,
    target,
    scalars: scalars.ok ? scalars.value : [],
    structsLike: describeLike,
    typeNamed: describeNamed,
    declaredInTree: trees.declared,
    usesInTree: trees.uses,
  });
  const isLost = ({ name }: NamedStruct) =>
    name === '' ? reviewed.structs.length === 0 : !found.has(name);
  return { found: reviewed, missing: namedStructs(diff).filter(isLost), fromMail };
}

/**
 * The struct of that name as it was found, with its heat and tags: the one in view, another that is open,
 * or one of a loaded file. Where none is named, the one in view. The layout that the mail itself prints (`own`) is none
 * of these: it stands in while no file has the struct.
 */
async function baseFor(
  { keyword, name }: NamedStruct,
  own: StructDesc | null,
  state: AppState,
  describeNamed: Looking['describeNamed'],
): Promise<LayoutDocument | null> {
  const inView = documentInView(state)?.document;
  if (name === '') return inView === undefined ? null : { ...inView, edits: [] };
  const open = [...(inView ? [inView] : []), ...state.documents.map(presentOf)];
  const found = open.find(({ struct }) => struct.name === name && struct.key !== own?.key);
  if (found !== undefined) return { ...found, edits: [] };
  const desc = await describeNamed(`${keyword} ${name}`);
  return desc === null ? null : newDocument(desc);
}

/** More than this a banner does not bear. */
const SHOWN = 4;

/** What is not shown, with the lines; null where nothing is. */
export function leftText(found: Review, messages: readonly Message[]): string | null {
  const account = placementText(found);
  const all = messages.map(sentence);
  const more = all.length - SHOWN;
  const notes = [
    ...all.slice(0, SHOWN),
    ...(more > 0 ? [`And ${plural(more, 'more note')}: \`hitmap review\` prints them all.`] : []),
  ];
  if (account === null && isWhole(found)) return notes.length === 0 ? null : notes.join(' ');
  const left = leftByReason(found);
  const sentences = left.slice(0, SHOWN).map(({ lines, reason }) => {
    const [first] = lines;
    const others = lines.length > 1 ? ` and ${lines.length - 1} more` : '';
    return `${first === undefined ? '' : lineText(first)}${others}: ${reason}`;
  });
  const rest = left.length - sentences.length;
  return [account, ...sentences, ...(rest > 0 ? [`And ${rest} more.`] : []), ...notes]
    .filter((each) => each !== null)
    .join(' ');
}
