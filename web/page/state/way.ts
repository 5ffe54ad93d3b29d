import type { MemberPath, StructId } from '../../core/layout/ids';

/** How a struct was come to: from which one, and by which of its members; null for what was in a list there. */
export interface Way {
  readonly from: StructId;
  readonly member: MemberPath | null;
}
