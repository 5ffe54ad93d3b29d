import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import type { StoreApi } from 'zustand/vanilla';
import { newDocument } from '../../core/edit/document';
import type { NameUses, StructDesc } from '../../core/facts/generated';
import { isNamed } from '../../core/facts/machine';
import { X86_64 } from '../../core/facts/targets';
import type { FileId, StructId } from '../../core/layout/ids';
import {
  KERNEL_TYPEDEFS,
  namesOf,
  typesOf,
  type Choices,
  type KnownType,
} from '../../core/layout/text/choices';
import type { ResolvedStruct } from '../../core/layout/text/resolve';
import { fail, ok, type Result } from '../../core/base/result';
import { tagOf } from '../../core/review/inTree';
import { visibleDocument } from '../../core/edit/visibleDocument';
import { enrichDocument, openDocument } from '../state/documentReducers';
import { laidOut } from '../state/layOutInTurns';
import type { Picks } from '../state/picks';
import { addNotice, announce, withoutFailures } from '../state/fileReducers';
import type { AppState, LoadedFile, TextFile } from '../state/state';
import { searchTree, usesInTree } from './searchTree';
import { sourceClient } from './sourceClient';
import { holdsSource, isKernelTree, treeVersion, type SourceTree } from './tree';

/** What the page asks of the folders of source that are open. */
export interface TreeQuestions {
  /** What the first one's files make of constants and types; null where none is open, or could be read. */
  readonly uses: (names: readonly string[]) => Promise<NameUses | null>;
  /** A struct that one of them declares, by its name in C. */
  readonly declared: (typeName: string) => Promise<StructDesc | null>;
}

/** What the page does with source: texts that were dropped, and folders. */
export interface SourceActions {
  /** Opens a struct of a text file; false where the file is none. */
  openRow(file: FileId, row: number): Promise<boolean>;
  openFolder(tree: SourceTree): Promise<void>;
  /** Another target, a switch, an answer: what is open of the text follows. */
  choose(file: FileId, change: Partial<Choices>): Promise<void>;
  readonly trees: TreeQuestions;
}

/** A struct of a loaded binary by its name (`struct list_head`, `atomic_t`); null where none has it. */
export type LookUpStruct = (name: string) => Promise<StructDesc | null>;

type CText = Extract<TextFile, { language: 'c' }>;

export function createSources(
  store: StoreApi<AppState>,
  update: (change: (state: AppState) => AppState) => void,
  picks: Picks,
  lookUp: LookUpStruct,
  onFolder: () => void,
): SourceActions {
  let folders = 0;

  async function openRow(id: FileId, row: number): Promise<boolean> {
    const file = store.getState().files.find((each) => each.id === id);
    if (file?.phase.kind !== 'text') return false;
    const { text } = file.phase;
    const title = text.index.names[row] ?? file.name;
    if (text.language === 'pahole') {
      const struct = text.structs[row];
      if (struct) await show(file, `${id}/${struct.key}#${row}` as StructId, title, struct);
      return true;
    }
    const record = text.records[row];
    if (record === undefined) return true;
    const resolved = await picks.wait(title, resolve(text, record));
    if (resolved === null) return true;
    if (!resolved.ok) {
      const notice = { kind: 'error', title, about: id, text: resolved.error } as const;
      update((state) => addNotice(picks.back(state), notice));
      return true;
    }
    update((state) => withoutFailures(state, title));
    const struct = `${id}/text:${record}` as StructId;
    keep(id, struct, record, resolved.value);
    await show(file, struct, title, resolved.value.desc);
    return true;
  }

  async function show(file: LoadedFile, id: StructId, title: string, struct: StructDesc) {
    const document = await picks.wait(title, laidOut(visibleDocument(newDocument(struct))));
    if (document === null) return;
    update((state) =>
      openDocument(state, {
        id,
        origin: { kind: 'file', file: file.id, fileName: file.name },
        document,
        isVisible: true,
      }),
    );
  }

  /** What a struct still asks, beside its file. */
  function keep(id: FileId, struct: StructId, record: number, resolved: ResolvedStruct): void {
    const { questions, switches } = resolved;
    update((state) =>
      withText(state, id, (text) => ({
        ...text,
        open: { ...text.open, [struct]: { record, questions, switches } },
      })),
    );
  }

  /**
   * A struct of a text. Types that it does not declare come from loaded binaries, asked for until nothing
   * new is found; of the struct's own name there the members say which `#if`s hold.
   */
  async function resolve(
    text: Pick<CText, 'source' | 'choices' | 'index' | 'records'>,
    record: number,
  ): Promise<Result<ResolvedStruct, string>> {
    const { source, choices } = text;
    const known = new Map<string, KnownType>();
    const missing = new Set<string>();
    const row = text.records.indexOf(record);
    const own = row < 0 ? null : await lookUp(labelOf(text, row));
    if (own) for (const [name, type] of typesOf(own)) known.set(name, type);
    const like = own ? [...namesOf(own)] : null;
    for (;;) {
      const reply = await sourceClient().ask('resolve', { source, record, choices, known, like });
      if (!reply.ok) return fail(reply.error);
      if (!reply.value.ok) return reply.value;
      let found = false;
      for (const question of reply.value.value.questions) {
        if (question.kind !== 'size' || missing.has(question.typeName)) continue;
        missing.add(question.typeName);
        const name = KERNEL_TYPEDEFS.get(question.typeName) ?? question.typeName;
        const desc = await lookUp(name);
        if (!desc) continue;
        known.set(name, { desc, typeIndex: desc.root });
        found = true;
      }
      if (!found) return ok(reply.value.value);
    }
  }

  async function choose(id: FileId, change: Partial<Choices>): Promise<void> {
    update((state) =>
      withText(state, id, (text) => ({ ...text, choices: { ...text.choices, ...change } })),
    );
    const text = textOf(store.getState(), id);
    if (!text) return;
    for (const [struct, { record }] of Object.entries(text.open)) {
      const resolved = await resolve(text, record);
      // Another choice came meanwhile: its own answer is on the way.
      if (textOf(store.getState(), id)?.choices !== text.choices) return;
      if (!resolved.ok) {
        const notice = { kind: 'error', title: text.source.path, about: id } as const;
        update((state) => addNotice(state, { ...notice, text: resolved.error }));
        continue;
      }
      keep(id, struct as StructId, record, resolved.value);
      update((state) => withoutFailures(state, text.source.path));
      update((state) => enrichDocument(state, struct as StructId, resolved.value.desc));
    }
    const { source, choices } = text;
    const listed = await sourceClient().ask('list', { source, choices, known: new Map() });
    if (listed.ok) {
      const { index } = listed.value;
      update((state) => withText(state, id, (now) => ({ ...now, index })));
    }
  }

  async function openFolder(tree: SourceTree): Promise<void> {
    // A folder that is being written, or of which the browser may see nothing, fails at any step.
    const read = await Promise.all([
      holdsSource(tree),
      treeVersion(tree),
      isKernelTree(tree),
    ]).catch(() => null);
    const [holds, version, isKernel] = read ?? [false, null, false];
    if (!holds) {
      const why =
        tree.kind === 'archive'
          ? 'archive-without-source'
          : read === null
            ? 'folder-unread'
            : 'folder-without-source';
      const text = sentence(pageMessage(why));
      update((state) => addNotice(state, { kind: 'error', title: tree.name, text }));
      return;
    }
    folders += 1;
    const id = `d${folders}` as FileId;
    const file: LoadedFile = {
      id,
      name: tree.name,
      sizeBytes: 0,
      phase: { kind: 'tree', tree: { tree, version, isKernel } },
    };
    update((state) =>
      announce(
        { ...state, files: [...state.files, file] },
        `The ${tree.kind} ${tree.name} is open.`,
      ),
    );
    onFolder();
  }

  // A text that holds one struct is about that one.
  store.subscribe((state, before) => {
    if (state.files === before.files) return;
    for (const { id, phase } of state.files) {
      if (phase.kind !== 'text' || phase.text.index.kinds.length !== 1) continue;
      const was = before.files.find((file) => file.id === id)?.phase;
      const isFree = state.centre.kind !== 'document' && state.centre.kind !== 'opening';
      if (was?.kind === 'loading' && isFree) void openRow(id, 0);
    }
  });

  const trees = () =>
    store.getState().files.flatMap(({ phase }) => (phase.kind === 'tree' ? [phase.tree.tree] : []));

  async function uses(names: readonly string[]): Promise<NameUses | null> {
    const [tree] = trees();
    return tree === undefined ? null : usesInTree(tree, names);
  }

  async function declared(typeName: string): Promise<StructDesc | null> {
    const tag = tagOf(typeName);
    if (tag === null) return null;
    for (const tree of trees()) {
      const found = await searchTree(tree, tag, new AbortController().signal, () => undefined);
      if (found === null) continue;
      const { path, file } = found;
      const source = {
        key: `${tree.name} ${path}`,
        path,
        bytes: new Uint8Array(await file.arrayBuffer()),
      };
      const choices = choicesFor(store.getState());
      const listed = await sourceClient().ask('list', { source, choices, known: new Map() });
      if (!listed.ok) continue;
      const { index, records } = listed.value;
      const record = records[index.names.indexOf(tag.name)];
      if (record === undefined) continue;
      const resolved = await resolve({ source, choices, index, records }, record);
      if (resolved.ok && resolved.value.questions.length === 0) return resolved.value.desc;
    }
    return null;
  }

  return { openRow, openFolder, choose, trees: { uses, declared } };
}

/** Text is laid out for the machine of the binary that is loaded beside it. */
export function choicesFor(state: AppState): Choices {
  const targets = state.files.flatMap(({ phase }) =>
    phase.kind === 'ready' ? [phase.facts.target] : [],
  );
  const target = targets.find(({ machine }) => isNamed(machine)) ?? X86_64;
  return { target, switches: {}, sizes: {}, numbers: {} };
}

function textOf(state: AppState, id: FileId): CText | null {
  const phase = state.files.find((file) => file.id === id)?.phase;
  return phase?.kind === 'text' && phase.text.language === 'c' ? phase.text : null;
}

function withText(state: AppState, id: FileId, change: (text: CText) => CText): AppState {
  return {
    ...state,
    files: state.files.map((file) => {
      if (file.id !== id || file.phase.kind !== 'text' || file.phase.text.language !== 'c')
        return file;
      return { ...file, phase: { kind: 'text', text: change(file.phase.text) } };
    }),
  };
}

function labelOf({ index }: Pick<CText, 'index'>, row: number): string {
  const keyword = ['struct', 'union', 'class'][index.kinds[row] ?? 0] ?? 'struct';
  return `${keyword} ${index.names[row] ?? ''}`;
}
