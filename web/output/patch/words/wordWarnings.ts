import type { OpenAttribute } from '../../../layout/text/attributes';
import { alignments } from '../inPlace';
import type { PatchWarning } from '../outcome';
import type { SpelledRequest } from '../request';
import { unknownWord } from './followSource';

/** What should be known of the words that a struct is declared with, and of those that its patch writes. */
export function wordWarnings(
  { spelling, document, applied, header, defined }: SpelledRequest,
  unknown: readonly OpenAttribute[],
  included: string | null,
): readonly PatchWarning[] {
  const { lineBytes } = document.struct.target;
  const onLine = [...alignments(applied.struct.root).values()].includes(lineBytes);
  return [
    ...unknown.map((each) => warning(unknownWord(each), each.line)),
    ...(included === null
      ? []
      : [
          warning(
            `The patch includes <${included}>, which the header needs for \`${spelling.align(lineBytes)}\`.`,
          ),
        ]),
    ...(onLine && spelling.hasNoLine && document.edits.some(alignsToLine)
      ? [
          warning(
            `\`${spelling.align(lineBytes)}\` is written, because ${
              defined === null
                ? 'nothing at hand shows that the header knows `____cacheline_aligned_in_smp`: with the tree of the kernel the patch includes what it needs'
                : `\`____cacheline_aligned_in_smp\` is of linux/cache.h, which ${header.path} does not include and programs do not have`
            }.`,
          ),
        ]
      : []),
  ];
}

function alignsToLine({ kind }: { readonly kind: string }): boolean {
  return kind === 'align' || kind === 'isolate';
}

function warning(sentence: string, line: number | null = null): PatchWarning {
  return { kind: 'words', sentence, line, wayOut: null };
}
