import { sentence } from '../../web/core/base/messages';
import { figuresOf } from '../../web/core/figures/figures';
import { measuredLayout } from '../../web/core/heat/measuredLayout';
import { ok, type Result } from '../../web/core/base/result';
import { Failure } from '../../web/cli/failure';
import { structOfTextFile } from '../../web/cli/open/openText';
import { LAZY_MODULES, wasmModule } from '../../web/cli/open/readWasm';
import { applyEdits } from '../../web/core/edit/apply';
import { newDocument, type LayoutDocument } from '../../web/core/edit/document';
import { parseDocument } from '../../web/core/edit/validate';
import { memoryFileSource } from '../../web/core/ingest/fileSource';
import { openSession } from '../../web/core/ingest/session';
import { computeLayout } from '../../web/core/layout/compute';
import { paholeText } from '../../web/core/format/pahole';
import { makeLink, readLink } from '../../web/core/document/link';
import { STRUCT, type HostileClass } from './classes';

type Kind = HostileClass['kind'];

/**
 * Opens an input as the page and the command line do, with what they make of it without being asked: its layout, its
 * figures, the layouts that it was measured on, its text and its link. Gives why it was refused, null where it opens.
 */
export function openHostile(kind: Kind, input: Uint8Array | string): string | null {
  const document = documentOf(kind, input);
  if (!document.ok) return document.error;
  const { struct, state } = applyEdits(document.value);
  const layout = computeLayout(struct);
  figuresOf(layout, struct.root.keyword === 'union', state);
  for (const profile of document.value.profiles) measuredLayout(document.value, profile);
  paholeText(struct, layout, state.lineBytes);
  makeLink(document.value);
  return null;
}

function documentOf(kind: Kind, input: Uint8Array | string): Result<LayoutDocument, string> {
  if (kind === 'link' || kind === 'draft') {
    const text = String(input);
    const read = kind === 'link' ? readLink(text) : parseDocument(JSON.parse(text), 'ofDrafts');
    return read.ok ? read : { ok: false, error: sentence(read.error) };
  }
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  try {
    if (kind === 'c') {
      const options = { target: null, sizes: [], defined: [], undefined: [], types: null };
      return ok(newDocument(structOfTextFile('input.c', bytes, STRUCT, options)));
    }
  } catch (error) {
    if (error instanceof Failure) return { ok: false, error: error.message };
    throw error;
  }
  const source = memoryFileSource('input', bytes);
  const opened = openSession(wasmModule('types'), source, () => undefined, LAZY_MODULES);
  if (!opened.ok) return { ok: false, error: sentence(opened.error.message) };
  try {
    const index = opened.value.index('btf');
    if (!index.ok) return { ok: false, error: sentence(index.error.message) };
    const row = index.value.names.split('\n').indexOf(STRUCT);
    const described = opened.value.ask({ kind: 'describe', row: Math.max(0, row) });
    return described.ok
      ? ok(newDocument(described.value))
      : { ok: false, error: sentence(described.error.message) };
  } finally {
    opened.value.close();
  }
}
