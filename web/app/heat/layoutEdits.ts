import type { LayoutDocument } from '../../edit/document';

/** The edits that make the layout in view: what a report from the patched kernel was taken on. */
export function layoutEdits({ edits }: LayoutDocument): LayoutDocument['edits'] {
  const orders = ['move', 'order', 'align', 'unalign', 'isolate', 'pad', 'unpad', 'add', 'remove'];
  return edits.filter(({ kind }) => orders.includes(kind));
}
