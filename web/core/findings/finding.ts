import type { MemberPath } from '../layout/ids';

/** A function behind a finding, by what it does to one of its fields. */
export interface FindingFunction {
  readonly symbol: string;
  readonly path: MemberPath;
  readonly does: 'stores' | 'HITM' | 'peer snoops' | 'loads';
  /** How often: `2,382`, or `36.41 %` of its line's. */
  readonly amount: string;
}

/** Something that is worth looking at in a layout, with its reason. */
export interface Finding {
  readonly kind: 'race' | 'misbound' | 'falseSharing' | 'lock' | 'straddle' | 'alignment' | 'hole';
  /** A few words: `False sharing on line 1`. */
  readonly title: string;
  /** Whole sentences; names stand in backquotes. */
  readonly reason: string;
  /** The fields that it is about, the first one foremost. */
  readonly members: readonly MemberPath[];
  /** The lines on which it happens; none where it is about bytes alone. */
  readonly lines: readonly number[];
  /** The functions that do it and those that suffer, as the profile names them; empty where it names none. */
  readonly functions: readonly FindingFunction[];
  /** Samples behind it; 0 where nothing was measured. Ranks findings, and is no figure of its own. */
  readonly samples: number;
}
