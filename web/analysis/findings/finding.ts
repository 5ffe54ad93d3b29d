import type { MemberPath } from '../../layout/ids';

/** Something that is worth looking at in a layout, with its reason. */
export interface Finding {
  readonly kind: 'race' | 'falseSharing' | 'lock' | 'straddle' | 'alignment' | 'hole';
  /** A few words: `False sharing on line 1`. */
  readonly title: string;
  /** Whole sentences; names stand in backquotes. */
  readonly reason: string;
  /** The fields that it is about, the first one foremost. */
  readonly members: readonly MemberPath[];
  /** Samples behind it; 0 where nothing was measured. Ranks findings, and is no figure of its own. */
  readonly samples: number;
}
