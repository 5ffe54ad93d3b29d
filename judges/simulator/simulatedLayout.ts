/** What a layout of a scenario does in the simulated machine. */
export interface SimulatedLayout {
  /** HITM, in samples of the baseline. */
  readonly truth: number;
  /** No field whose reads the baseline could not have shown meets a writer. */
  readonly observable: boolean;
}
