/** HITM by where the other core is: `rmt` on another node, `lcl` on this one. */

export interface HitmCount {
  readonly total: number;
  readonly rmt: number;
  readonly lcl: number;
}
