import type { MemberPath, StructId } from '../../core/layout/ids';

/** A figure of the strip that counts places of the layout. */
export type CountedFigure = 'holes' | 'bitHoles' | 'padding' | 'straddling';

/** What is looked for in a layout. */
export type FindTarget =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'figure'; readonly figure: CountedFigure };

/** What is looked for in a struct, and at which of its places the reader is. */
export interface Seeking {
  readonly of: StructId;
  readonly wanted: FindTarget;
  /** The place, from 0; also 0 where nothing is found. */
  readonly at: number;
  /** Nested members that were opened to show the place, and are closed again for the next. */
  readonly opened: readonly MemberPath[];
}
