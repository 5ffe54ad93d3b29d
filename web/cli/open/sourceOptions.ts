/** `--tree DIR` or `--header FILE`. */
export interface SourceLocation {
  readonly tree?: string | undefined;
  readonly header?: string | undefined;
}

export const SOURCE_ARGS = { tree: { type: 'string' }, header: { type: 'string' } } as const;

export const SOURCE_HELP = `  --tree DIR          the source that FILE was built from: it states packing and alignments that debug
                      information only implies
  --header FILE       the header that declares the struct, instead of a tree
`;
