/** What is being read of a file, and how far it is. */
export interface ReadProgress {
  /** For a person: "types", "debug information". */
  readonly what: string;
  /** Bytes of `total`. */
  readonly done: number;
  /** 0 where the end is not known. */
  readonly total: number;
}
