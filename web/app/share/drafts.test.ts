import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { parseDocument } from '../../edit/validate';
import type { StructId } from '../../layout/ids';
import { editInView, openDocument } from '../document/documentReducers';
import { documentInView, presentOf } from '../document/inView';
import { initialState, type AppState } from '../state';
import { keepDrafts, restoreDrafts } from './drafts';

function storage(): Storage & { text: string | null } {
  const kept = {
    text: null as string | null,
    getItem: () => kept.text,
    setItem: (_key: string, next: string) => {
      kept.text = next;
    },
    removeItem: () => {
      kept.text = null;
    },
  };
  return kept as unknown as Storage & { text: string | null };
}

function opened(): AppState {
  const json: unknown = JSON.parse(readFileSync('public/studies/file-f_ref.json', 'utf8'));
  const document = parseDocument(json);
  if (!document.ok) throw new Error(document.error);
  return openDocument(initialState, {
    id: 'f1/file' as StructId,
    origin: { kind: 'text', from: 'link', title: 'from a link' },
    document: document.value,
  });
}

async function edited(kept: Storage & { text: string | null }) {
  const store = createStore<AppState>(opened);
  keepDrafts(store, kept);
  store.setState(
    (state) =>
      editInView(state, [{ kind: 'move', members: ['f_ref' as never], to: { at: 'last' } }]),
    true,
  );
  await vi.waitFor(() => expect(kept.text).not.toBeNull(), 5000);
  return store;
}

test('a struct with changes is there again after a reload, beside whatever is in view', async () => {
  const kept = storage();
  await edited(kept);
  const store = createStore<AppState>(opened);
  await restoreDrafts((change) => store.setState(change, true), kept);
  const state = store.getState();
  expect(documentInView(state)?.open.id).toBe('f1/file');
  const draft = state.documents.find(
    ({ origin }) => origin.kind === 'text' && origin.from === 'draft',
  );
  expect(draft && presentOf(draft).edits).toEqual([
    { kind: 'move', members: ['f_ref'], to: { at: 'last' } },
  ]);
});

test('the switch takes away what was kept', async () => {
  const kept = storage();
  const store = await edited(kept);
  store.setState({ settings: { ...store.getState().settings, keepDrafts: false } });
  expect(kept.text).toBeNull();
});

test('what is on its way to be kept when the switch is used is not kept', async () => {
  const kept = storage();
  const store = await edited(kept);
  const { settings } = store.getState();
  const writes = vi.spyOn(kept, 'setItem');
  for (const waitMs of [0, 701]) {
    store.setState({ settings });
    store.setState((state) => editInView(state, [{ kind: 'base', bytes: waitMs + 1 }]), true);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    store.setState({ settings: { ...settings, keepDrafts: false } });
    writes.mockClear();
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(writes).not.toHaveBeenCalled();
    expect(kept.text).toBeNull();
  }
});

test.each(['', '{', '7', '[{"id":1}]', '[{"id":"x","link":"#hitmap1.AAAAAAAAAAAA"}]'])(
  'what is no draft is no obstacle: %s',
  async (text) => {
    const kept = storage();
    kept.text = text;
    const store = createStore<AppState>(() => initialState);
    await restoreDrafts((change) => store.setState(change, true), kept);
    expect(store.getState().documents).toEqual([]);
  },
);
