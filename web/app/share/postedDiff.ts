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
import type { TextIntake } from '../files/textIntake';
import type { AppState } from '../state';
import { leftText } from './leftText';

/**
 * A posted patch or a whole mail: each struct that it changes opens with the patch's edits, before and
 * after, beside what is open already. Every changed line that is not shown is said.
 */
export async function takeDiff(taking: TextIntake): Promise<void> {
  const { id, name, text, bytes, reader, update } = taking;
  const posted = await reader.askText({ kind: 'posted', text: bytes });
  update((state) => removeFile(state, id));
  const note = (kind: 'error' | 'note', title: string, sentence: string) =>
    update((state) => addNotice(state, { kind, title, text: sentence }));
  if (!posted.ok) {
    if (posted.error.kind === 'failed') note('error', name, posted.error.message);
    return;
  }
  const diff = posted.value;
  if (diff.hunks.length === 0) {
    note('error', name, diff.refused[0]?.reason ?? 'It is a mail, and holds no patch.');
    return;
  }
  const found = await reviewOf(taking, diff);
  const changed = found.structs.filter(({ edits }) => edits.length > 0);
  for (const { document, edits } of [...changed].reverse()) {
    const whole = {
      ...document,
      edits,
      ...(diff.subject === null ? {} : { supplied: { text: diff.subject } }),
    };
    const title = diff.subject ?? `from ${name}`;
    const key = `patch/${document.struct.key}/${fingerprint(text())}` as StructId;
    update((state) =>
      openDocument(state, {
        id: key,
        origin: { kind: 'text', from: 'patch', title },
        document: whole,
      }),
    );
  }
  if (changed.length > 0) {
    update((state) =>
      announce(
        { ...state, inspector: 'changes' },
        `The patch is in view: ${changed.length} of its structs.`,
      ),
    );
  }
  const said = leftText(found);
  if (said !== null) note(changed.length > 0 ? 'note' : 'error', name, said);
  else if (changed.length === 0) {
    note(
      'note',
      name,
      'The loaded structs have this order already: it changes no layout, or it is applied.',
    );
  }
}

/** The review, with the structs and the types of new members looked up in the loaded files. */
async function reviewOf(
  { store, describeNamed, describeLike, reader }: TextIntake,
  diff: PostedDiff,
): Promise<Review> {
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
    if (wanted.length === 0) return reviewed;
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
  describeNamed: TextIntake['describeNamed'],
): Promise<LayoutDocument | null> {
  const inView = documentInView(state)?.document;
  if (name === '') return inView === undefined ? null : { ...inView, edits: [] };
  const open = [...(inView ? [inView] : []), ...state.documents.map(presentOf)];
  const found = open.find((each) => each.struct.name === name);
  if (found !== undefined) return { ...found, edits: [] };
  const desc = await describeNamed(`${keyword} ${name}`);
  return desc === null ? null : newDocument(desc);
}
