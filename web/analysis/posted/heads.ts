/** The line in which a struct begins: `struct file {`, `typedef struct __packed x`, `struct alignas(64) x : base {`. */
export interface Head {
  readonly keyword: string;
  /** Empty for one without a tag. */
  readonly name: string;
}

/** Null for any other line, as the head of a function that gives a struct back. */
export function headOf(line: string): Head | null {
  const bare = line.replace(ATTRIBUTE, ' ').replace(/\s+/g, ' ').trim();
  const [, keyword, words] = HEAD.exec(bare) ?? [];
  if (keyword === undefined || words === undefined) return null;
  return {
    keyword,
    name:
      words
        .match(/\w+/g)
        ?.filter((word) => word !== 'final')
        .at(-1) ?? '',
  };
}

/** With arguments, which may have brackets of their own: `__attribute__((aligned(64)))`. */
const ATTRIBUTE =
  /\b(?:__\w+|alignas|_Alignas|[A-Z_]+)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[\[.*?\]\]/g;

const HEAD = /(?:^|[^\w.(])(struct|union|class)\b((?: \w+)*)(?: ?:[^:{;=]*)? ?(?:\{.*)?$/;
