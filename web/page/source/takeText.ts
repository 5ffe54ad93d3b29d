import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import type { StructDesc } from '../../core/facts/generated';
import { tableFrom, type StructTable } from '../../core/facts/structTable';
import type { FileId } from '../../core/layout/ids';
import { addNotice, namePasted, removeFile } from '../state/fileReducers';
import { documentInView } from '../state/inView';
import type { AppState, TextFile } from '../state/state';
import type { TextIntake } from '../state/textIntake';
import { sourceClient } from './sourceClient';
import { choicesFor } from './sources';
import { figuresOf } from '../../core/figures/figures';
import { computeLayout } from '../../core/layout/compute';
import { isEndKnown } from '../../core/layout/extent';
import { orderedFrom } from '../../core/layout/original';

/** C source: its structs come into the list, and patches are made of it. */
export async function takeSource(taking: TextIntake): Promise<void> {
  const { id, name, bytes, store, update } = taking;
  const source = { key: `${id} ${name}`, path: name, bytes };
  const choices = choicesFor(store.getState());
  const listed = await sourceClient().ask('list', { source, choices, known: new Map() });
  if (!listed.ok) return refuse(update, id, name, listed.error);
  const { index, records } = listed.value;
  if (records.length === 0) {
    return refuse(update, id, name, sentence(pageMessage('no-named-struct')));
  }
  keep(update, id, { language: 'c', source, index, records, choices, open: {} });
}

/** pahole's output: every struct in it is listed, laid out as it says. */
export async function takePahole(taking: TextIntake): Promise<void> {
  const { id, name, bytes, reader, update } = taking;
  const structs = await reader.askText({ kind: 'pahole', text: bytes });
  if (!structs.ok) {
    if (structs.error.kind === 'failed') refuse(update, id, name, structs.error.message);
    return;
  }
  if (structs.value.length === 0) {
    return refuse(
      update,
      id,
      name,
      'It looks like output of pahole, but no struct with offsets could be read out of it. Paste it from `struct NAME {` to `};`, with its comments.',
    );
  }
  keep(update, id, { language: 'pahole', structs: structs.value, index: textTable(structs.value) });
  // One struct twice is a layout before and after.
  if (new Set(structs.value.map(({ name: each }) => each)).size === structs.value.length) return;
  const posted = await reader.askText({ kind: 'posted', text: bytes });
  if (posted.ok) (await import('../share/postedDiff')).showLayouts(taking, posted.value);
}

type Update = TextIntake['update'];

function keep(update: Update, id: FileId, text: TextFile): void {
  update((state) => {
    const files = state.files.map((file) =>
      file.id === id ? { ...file, phase: { kind: 'text', text } as const } : file,
    );
    // A header that comes to an open struct is there for its patch.
    const isHeader = text.language === 'c' && declaresInView(state, text.index);
    const [first = ''] = text.index.names;
    const named = namePasted({ ...state, files }, id, `text · ${first}`);
    return { ...named, inspector: isHeader ? 'patch' : state.inspector };
  });
}

function declaresInView(state: AppState, index: StructTable): boolean {
  const struct = documentInView(state)?.document.struct;
  return struct !== undefined && index.names.includes(struct.name);
}

function refuse(update: Update, id: FileId, title: string, text: string): void {
  update((state) => addNotice(removeFile(state, id), { kind: 'error', title, text }));
}

/** The list of a text's structs, with their figures; -1 for what of a text that is cut nobody knows. */
export function textTable(structs: readonly StructDesc[]): StructTable {
  const seen = new Map<string, number>();
  const rows = structs.map((desc) => {
    const { name } = desc;
    const struct = orderedFrom(desc);
    const ruler = { lineBytes: desc.target.lineBytes, baseBytes: 0 };
    const isUnion = struct.root.keyword === 'union';
    const variant = (seen.get(name) ?? 0) + 1;
    seen.set(name, variant);
    const figures = figuresOf(computeLayout(struct), isUnion, ruler);
    return {
      name,
      kind: ['struct', 'union', 'class'].indexOf(struct.root.keyword),
      variant: structs.filter((other) => other.name === name).length === 1 ? 0 : variant,
      members: struct.root.members.length,
      ...figures,
      ...(isEndKnown(desc) ? {} : { sizeBytes: -1, paddingBytes: -1 }),
    };
  });
  return tableFrom(
    'text',
    rows,
    structs.flatMap(({ diagnostics }) => diagnostics),
  );
}
