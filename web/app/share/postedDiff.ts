import { hunksOf, subjectOf, type PostedHunk } from '../../analysis/posted/hunks';
import { hunksByStruct, postedEdits, type PostedProblem } from '../../analysis/posted/postedEdits';
import { newDocument, type LayoutDocument } from '../../edit/document';
import type { StructId } from '../../layout/ids';
import { openDocument } from '../document/documentReducers';
import { addNotice, announce, removeFile } from '../files/fileReducers';
import { documentInView, presentOf } from '../document/inView';
import type { AppState } from '../state';
import type { Taking } from '../files/texts';
import { fingerprint } from '../../base/fingerprint';

/**
 * A posted patch or a whole mail: each struct that it changes opens with the patch's edits, before and
 * after, beside what is open already. What could not be placed is said hunk by hunk.
 */
export async function takeDiff({
  id,
  name,
  text,
  store,
  update,
  describeNamed,
}: Taking): Promise<void> {
  update((state) => removeFile(state, id));
  const note = (kind: 'error' | 'note', title: string, sentence: string) =>
    update((state) => addNotice(state, { kind, title, text: sentence }));
  const byStruct = hunksByStruct(hunksOf(text));
  const subject = subjectOf(text);
  const unknown: string[] = [];
  let opened = 0;
  for (const [struct, hunks] of [...byStruct].reverse()) {
    const document = await baseFor(struct, hunks, store.getState(), describeNamed);
    if (document === null) {
      if (struct !== '') unknown.push(`\`${struct}\``);
      continue;
    }
    const { edits, problems } = postedEdits(document, hunks);
    if (edits.length === 0 && problems.length === 0) continue;
    if (problems.length > 0) note('note', `struct ${document.struct.name}`, problemText(problems));
    if (edits.length === 0) continue;
    opened += 1;
    const whole = {
      ...document,
      edits,
      ...(subject === null ? {} : { supplied: { text: subject } }),
    };
    const title = subject ?? `from ${name}`;
    const key = `patch/${document.struct.key}/${fingerprint(text)}` as StructId;
    update((state) =>
      openDocument(state, {
        id: key,
        origin: { kind: 'text', from: 'patch', title },
        document: whole,
      }),
    );
  }
  if (opened > 0) {
    update((state) =>
      announce(
        { ...state, inspector: 'changes' },
        `The patch is in view: ${opened} of its structs.`,
      ),
    );
  } else if (unknown.length > 0) {
    note(
      'error',
      name,
      `It changes struct ${unknown.join(', ')}, and no loaded file has that. Open the kernel that it is for, then paste it again.`,
    );
  } else if (byStruct.size === 0 || [...byStruct.keys()].every((each) => each === '')) {
    note(
      'error',
      name,
      'It is a diff, and no hunk of it names a struct. Open the struct that it is for, then paste it again.',
    );
  } else {
    note(
      'note',
      name,
      'The loaded structs have this order already: it changes no layout, or it is applied.',
    );
  }
}

/**
 * The struct of that name as it was found, with its heat and tags: the one in view, another that is open,
 * or one of a loaded file. Where none is named, the one in view, if it has the members.
 */
async function baseFor(
  name: string,
  hunks: readonly PostedHunk[],
  state: AppState,
  describeNamed: Taking['describeNamed'],
): Promise<LayoutDocument | null> {
  const inView = documentInView(state)?.document;
  if (name === '') {
    return inView !== undefined && postedEdits(inView, hunks).edits.length > 0
      ? { ...inView, edits: [] }
      : null;
  }
  const open = [...(inView ? [inView] : []), ...state.documents.map(presentOf)];
  const found = open.find((each) => each.struct.name === name);
  if (found !== undefined) return { ...found, edits: [] };
  const desc = await describeNamed(`struct ${name}`);
  return desc === null ? null : newDocument(desc);
}

/** More than this a banner does not bear. */
const SHOWN = 4;

function problemText(problems: readonly PostedProblem[]): string {
  const said = problems
    .slice(0, SHOWN)
    .map(({ range, reason }) => `\`${rangeOf(range)}\` ${reason}`);
  const rest = problems.length - said.length;
  return `${said.join(' ')}${rest > 0 ? ` And ${rest} more.` : ''}`;
}

function rangeOf(range: string): string {
  return /^@@ [^@]*@@/.exec(range)?.[0] ?? range;
}
