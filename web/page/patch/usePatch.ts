import { useEffect, useState } from 'react';
import { findHeader, type FoundHeader } from './findHeader';
import { planInView } from './planInView';
import type { InView } from '../state/inView';
import type { Planned } from '../source/asks';
import type { PatchOptions } from '../state/state';
import { useAppState } from '../kit/context';

/** The header of the struct in view. */
export type HeaderState =
  | { readonly kind: 'searching'; readonly files: number; readonly stop: () => void }
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly header: FoundHeader };

/** The patch of the layout in view; `planned` is null until the first plan is there. */
export interface PatchState {
  readonly header: HeaderState;
  readonly planned: Planned | null;
  /** The reader itself failed. */
  readonly broken: string | null;
}

/** Looks for the header whenever files come and go, and plans anew whenever the layout changes. */
export function usePatch(view: InView, options: PatchOptions): PatchState {
  const files = useAppState((state) => state.files);
  const header = useHeader(view);
  const [answer, setAnswer] = useState<{
    readonly of: FoundHeader;
    readonly planned: Planned | null;
    readonly broken: string | null;
  } | null>(null);
  const found = header.kind === 'found' ? header.header : null;
  const { document } = view;
  const { notes } = view.edited.applied.state;
  useEffect(() => {
    if (!found) return undefined;
    let current = true;
    void planInView(files, view, found, options).then((planned) => {
      if (!current) return;
      setAnswer({
        of: found,
        planned: planned.ok ? planned.value : null,
        broken: planned.ok ? null : planned.error,
      });
    });
    return () => {
      current = false;
    };
    // Not `view`: it is another object whenever anything is selected.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [
    found,
    document.struct,
    document.edits,
    notes,
    options.path,
    options.split,
    options.comments,
    options.boundaries,
    options.mayChangeFormat,
  ]);
  const own = answer?.of === found ? answer : null;
  return { header, planned: own?.planned ?? null, broken: own?.broken ?? null };
}

function useHeader(view: InView): HeaderState {
  const files = useAppState((state) => state.files);
  const [header, setHeader] = useState<HeaderState>({ kind: 'none' });
  const { struct } = view.document;
  const { open } = view;
  // Only texts and folders matter; progress of a binary must not start the search again.
  const sources = files
    .filter(({ phase }) => phase.kind === 'text' || phase.kind === 'tree')
    .map(({ id, phase }) => `${id} ${phase.kind === 'text' && phase.text.language}`)
    .join('\n');
  useEffect(() => {
    const aborting = new AbortController();
    const stop = () => {
      aborting.abort();
      setHeader({ kind: 'none' });
    };
    const onSearch = (count: number) => {
      if (!aborting.signal.aborted) setHeader({ kind: 'searching', files: count, stop });
    };
    void findHeader({ files }, open, aborting.signal, onSearch).then((found) => {
      if (aborting.signal.aborted) return;
      setHeader((before) => {
        if (!found) return { kind: 'none' };
        const same = before.kind === 'found' && before.header.source.key === found.source.key;
        return same ? before : { kind: 'found', header: found };
      });
    });
    return () => aborting.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [sources, struct, open.id]);
  return header;
}
