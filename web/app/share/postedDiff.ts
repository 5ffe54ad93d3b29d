import {
  namedStructs,
  NO_NAME,
  review,
  type FindByMembers,
  type FindStruct,
  type NamedStruct,
  type Review,
} from '../../analysis/posted/review';
import { fingerprint } from '../../base/fingerprint';
import { newDocument, type LayoutDocument } from '../../edit/document';
import type { PostedDiff, StructDesc } from '../../facts/generated';
import { X86_64 } from '../../facts/targets';
import { KERNEL_TYPEDEFS } from '../../layout/text/aliases';
import type { KnownType } from '../../layout/text/choices';
import type { StructId } from '../../layout/ids';
import { mayBeOf, structByMembers } from '../../output/patch/structByMembers';
import { openDocument } from '../document/documentReducers';
import { documentInView, presentOf } from '../document/inView';
import { addNotice, announce, removeFile } from '../files/fileReducers';
import { listed, quoted } from '../../base/prose';
import type { TextIntake } from '../files/textIntake';
import type { AppState } from '../state';
import type { PostedText } from './postedText';
import { leftText } from './leftText';

/**
 * A posted patch or a whole mail: each struct that it changes opens with the patch's edits, before and
 * after, beside what is open already. Every changed line that is not shown is said.
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
    return fails(diff.refused[0]?.reason ?? 'It is a mail, and holds no patch.');
  }
  const key = fingerprint(text());
  const known = store.getState().posted.find((each) => each.key === key);
  const posted = known ?? { key, id, name, diff, waitsFor: [], opened: [] };
  await show(taking, { ...posted, waitsFor: [], opened: [] });
}

/** A file is listed: patches that wait for a struct are tried again. What they say of it changes, or goes. */
export async function tryAgain(looking: Looking): Promise<void> {
  for (const posted of looking.store.getState().posted) {
    if (posted.waitsFor.length > 0) await show(looking, posted);
  }
}

/** What the structs of a patch are looked up by. */
type Looking = Pick<TextIntake, 'store' | 'update' | 'describeNamed' | 'describeLike' | 'reader'>;

/** Opens what a patch changes and is not open from it, and says what is left of it, once. */
async function show(looking: Looking, posted: PostedText): Promise<void> {
  const { store, update } = looking;
  const { key, id, name, diff } = posted;
  const { found, missing } = await reviewOfAll(looking, diff);
  const isNews = missing.length !== posted.waitsFor.length;
  const isFirst = !store.getState().posted.some((each) => each.key === key);
  if (!isNews && !isFirst && posted.waitsFor.length > 0) return;
  const changed = found.structs
    .filter(({ edits }) => edits.length > 0)
    .map(({ document, edits }) => ({
      id: `patch/${document.struct.key}/${key}` as StructId,
      document: {
        ...document,
        edits,
        ...(diff.subject === null ? {} : { supplied: { text: diff.subject } }),
      },
    }));
  const fresh = changed.filter((each) => !posted.opened.includes(each.id));
  const said = sentenceOf(found, missing, changed.length);
  update((state) => {
    // Its earlier message goes, whether it is true still or not.
    let next = removeFile(state, id);
    for (const { id: own, document } of fresh.toReversed()) {
      const title = diff.subject ?? `from ${name}`;
      const origin = { kind: 'text', from: 'patch', title } as const;
      next = openDocument(next, { id: own, origin, document });
    }
    const opened = changed.map((each) => each.id);
    const others = next.posted.filter((each) => each.key !== key);
    next = { ...next, posted: [...others, { ...posted, waitsFor: missing, opened }] };
    if (said !== null) next = addNotice(next, { kind: 'note', title: name, about: id, text: said });
    if (fresh.length === 0) return next;
    const words = `The patch is in view: ${fresh.length} of its structs.`;
    return announce({ ...next, inspector: 'changes' }, words);
  });
}

/** What is not in view of a patch; null where all of it is. */
function sentenceOf(
  found: Review,
  missing: readonly NamedStruct[],
  changed: number,
): string | null {
  if (found.structs.length === 0 && missing.length > 0) {
    const names = missing.flatMap(({ keyword, name }) => (name === '' ? [] : `${keyword} ${name}`));
    return names.length === 0
      ? 'It does not name its struct. Open the kernel that it is for: the members tell.'
      : `It changes ${listed(quoted(names))}, which no open file has. Open the kernel that it is for.`;
  }
  const left = leftText(found);
  if (left !== null || changed > 0) return left;
  return 'The loaded structs have this order already: it changes no layout, or it is applied.';
}

/** As `reviewOf`, with the lists too that come in while it is made. */
async function reviewOfAll(looking: Looking, diff: PostedDiff): ReturnType<typeof reviewOf> {
  const listedNow = () =>
    looking.store.getState().files.map(({ phase }) => phase.kind === 'ready' && phase.index);
  for (;;) {
    const before = listedNow();
    const reviewed = await reviewOf(looking, diff);
    const after = listedNow();
    const isSame = after.every((index, at) => index === before[at]);
    if (reviewed.missing.length === 0 || isSame) return reviewed;
  }
}

/**
 * The review, with the structs and the types of new members looked up in the loaded files; `missing` are the structs
 * that none of them has, of which one without a name stands for all.
 */
async function reviewOf(
  { store, describeNamed, describeLike, reader }: Looking,
  diff: PostedDiff,
): Promise<{ readonly found: Review; readonly missing: readonly NamedStruct[] }> {
  const found = new Map<string, LayoutDocument>();
  const inView = documentInView(store.getState())?.document;
  for (const named of namedStructs(diff)) {
    const document = await baseFor(named, store.getState(), describeNamed);
    if (document !== null) found.set(named.name, document);
  }
  const find: FindStruct = ({ keyword, name }) => {
    const document = found.get(name);
    if (document !== undefined) return document;
    return {
      reason:
        name === ''
          ? NO_NAME
          : `No loaded file has \`${keyword} ${name}\`: open the kernel that the patch is for.`,
    };
  };
  const target = [...found.values()][0]?.struct.target ?? inView?.struct.target ?? X86_64;
  const scalars = await reader.askText({ kind: 'scalars', target });
  const known = new Map<string, KnownType>();
  const asked = new Set<string>();
  let structs: readonly StructDesc[] | null = null;
  const byMembers: FindByMembers = (hunk) => {
    const desc = structs && structByMembers(structs, hunk);
    return desc === null ? null : newDocument(desc);
  };
  for (;;) {
    const types = { scalars: scalars.ok ? scalars.value : [], known };
    const reviewed = review(diff, find, types, byMembers);
    if (structs === null && reviewed.nameless.length > 0) {
      const { nameless } = reviewed;
      structs = await describeLike((desc) => nameless.some((hunk) => mayBeOf(desc, hunk)));
      continue;
    }
    const wanted = reviewed.wanted.filter((name) => !asked.has(name));
    if (wanted.length === 0) {
      const isLost = ({ name }: NamedStruct) =>
        name === '' ? reviewed.structs.length === 0 : !found.has(name);
      return { found: reviewed, missing: namedStructs(diff).filter(isLost) };
    }
    for (const name of wanted) {
      asked.add(name);
      const alias = KERNEL_TYPEDEFS.get(name) ?? name;
      const desc = await describeNamed(alias);
      if (desc !== null) known.set(alias, { desc, typeIndex: desc.root });
    }
  }
}

/**
 * The struct of that name as it was found, with its heat and tags: the one in view, another that is open,
 * or one of a loaded file. Where none is named, the one in view.
 */
async function baseFor(
  { keyword, name }: NamedStruct,
  state: AppState,
  describeNamed: Looking['describeNamed'],
): Promise<LayoutDocument | null> {
  const inView = documentInView(state)?.document;
  if (name === '') return inView === undefined ? null : { ...inView, edits: [] };
  const open = [...(inView ? [inView] : []), ...state.documents.map(presentOf)];
  const found = open.find((each) => each.struct.name === name);
  if (found !== undefined) return { ...found, edits: [] };
  const desc = await describeNamed(`${keyword} ${name}`);
  return desc === null ? null : newDocument(desc);
}
