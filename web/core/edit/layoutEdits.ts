import type { Edit } from './edit';

const ORDERS: ReadonlySet<Edit['kind']> = new Set([
  'move',
  'order',
  'align',
  'unalign',
  'unalignStruct',
  'isolate',
  'pad',
  'unpad',
  'add',
  'remove',
]);

/** The edits that a reader would call changes of the struct: all but those that tie a report to it. */
export function changesMade({ edits }: { readonly edits: readonly Edit[] }): readonly Edit[] {
  return edits.filter(({ kind }) => kind !== 'bind' && kind !== 'unbind');
}

/** The edits that make the layout in view: what a report from the patched kernel was measured on. */
export function layoutEdits({ edits }: { readonly edits: readonly Edit[] }): readonly Edit[] {
  return edits.filter(({ kind }) => ORDERS.has(kind));
}
