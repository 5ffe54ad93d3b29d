import type { Message } from '../../core/base/messages';
import { usageMessage } from '../messages';
import { jsonText } from '../../core/format/jsonText';
import { SOURCE_ARGS, SOURCE_HELP, type SourceLocation } from '../open/sourceOptions';
import { unstatedNotes } from '../unstatedNotes';
import {
  allocationOf,
  ALLOCATION_NAMES,
  machineOf,
  usualAllocation,
  type AllocationChoice,
} from '../../core/model/allocation';
import { profileBases, tagBasis } from '../../core/model/basis';
import { outcomesOf } from '../../core/model/outcome';
import { predictAll, type Surroundings } from '../../core/model/predict';
import { disagreement } from '../../core/model/several';
import { didYouMean } from '../../core/base/nearest';
import { applyEdits, withoutEdits } from '../../core/edit/apply';
import type { Applied } from '../../core/edit/applied';
import type { LayoutDocument } from '../../core/edit/document';
import { parseEdit } from '../../core/edit/parse';
import { computeLayout } from '../../core/layout/compute';
import { predictionsJson, predictionsText } from '../../core/format/predict/predictions';
import { boundDocument, type BoundDocument } from '../open/boundDocument';
import { diagnosticNotes } from '../open/diagnosticNotes';
import { withMeasured } from '../open/measuredAfter';
import { Failure } from '../failure';
import { FLAG, parseWords, TEXT, TEXTS, type CliCommand } from '../words';

/** Options that say of which struct, with which edits and heat: all that `heatOf` takes. */
export const BOUND_OPTIONS = {
  edit: TEXTS,
  profile: TEXTS,
  line: TEXT,
  at: TEXT,
  'base-offset': TEXT,
  ...SOURCE_ARGS,
} as const;

export const BOUND_HELP = `  --edit 'WORDS'      an edit, again for more; they apply in order. Tags replace a profile:
                      --edit 'tag f_ref write-hot' --edit 'tag f_op read-hot'
  --profile REPORT    a perf c2c report or recording that was measured on the unedited struct
  --line N            which line of the report: its address, or its number (0 is the first)
  --at BYTES          where in the struct that line begins; --base-offset BYTES is --at -BYTES
${SOURCE_HELP}`;

/** Options that `predict` and `suggest` share. */
export const HEAT_OPTIONS = { ...BOUND_OPTIONS, alloc: TEXT, prefetch: TEXT, json: FLAG } as const;

export const HEAT_HELP = `${BOUND_HELP}  --alloc HOW         how objects are allocated: cacheline (a slab cache aligned to lines), cache, kmalloc or embedded
                      (default: as is usual for such a struct)
  --prefetch SHARE    the share of misses, 0 to 1 or off, on which the machine also fetches the other line of a 128-byte
                      pair (the BIOS calls it adjacent cache line prefetch); without it the figures are for off
  --json              JSON; its shape is in docs/json.md
`;

/** `hitmap predict FILE STRUCT`: what an order is expected to cost. */
export const PREDICT_COMMAND: CliCommand = {
  help: `hitmap predict FILE STRUCT: the HITM that is expected of a layout, after edits

${HEAT_HELP}
Several profiles: repeat --profile, and bind each by --edit 'bind NAME LINE at BYTES', where NAME is its file name.
  --measured AFTER    a report that was measured on the edited order: each row is shown as predicted and as measured.
                      Its line is found by its functions; --measured-line N and --measured-at BYTES name it instead
FILE may be a link that carries profiles or tags.

  hitmap predict vmlinux address_space --profile before.txt --line 0 --at 80 \\
    --edit 'align i_mmap_rwsem cacheline'
`,
  run(args) {
    const { values, positionals } = parseWords('predict', args, {
      ...HEAT_OPTIONS,
      measured: TEXT,
      'measured-line': TEXT,
      'measured-at': TEXT,
    });
    const heat = heatOf(values, positionals);
    const { around } = heat;
    const { document, notes } = measuredDocument(heat.document, values);
    const applied = applyEdits(document);
    const untouched = withoutEdits(document);
    const predictions = predictAll(
      profileBases(document, applied),
      () => tagBasis(applied.struct.desc, computeLayout(untouched.struct), applied.state),
      computeLayout(applied.struct),
      around,
    );
    if (predictions.length === 0) {
      throw new Failure(usageMessage('nothing-to-predict'));
    }
    const several = disagreement(predictions);
    const outcomes = outcomesOf(predictions, computeLayout(applied.struct));
    const text = values.json
      ? jsonText(predictionsJson(applied, document.edits, { predictions, several, outcomes }))
      : predictionsText(applied, { predictions, several, outcomes });
    return { text, notes: [...heat.notes, ...notes, ...unstatedNotes(applied, document.edits)] };
  },
};

function measuredDocument(
  document: LayoutDocument,
  values: {
    readonly measured?: string | undefined;
    readonly 'measured-line'?: string | undefined;
    readonly 'measured-at'?: string | undefined;
  },
): BoundDocument {
  const { measured, 'measured-line': line, 'measured-at': offset } = values;
  if (measured !== undefined) return withMeasured(document, { path: measured, line, offset });
  if (line === undefined && offset === undefined) return { document, notes: [] };
  throw new Failure(usageMessage('measured'));
}

export interface HeatValues extends SourceLocation {
  readonly edit: readonly string[];
  readonly profile: readonly string[];
  readonly line?: string | undefined;
  readonly at?: string | undefined;
  readonly 'base-offset'?: string | undefined;
  readonly alloc?: string | undefined;
  readonly prefetch?: string | undefined;
}

/** The document that the words mean, with all that a prediction needs besides. */
export function heatOf(
  values: HeatValues,
  [file = '', ...words]: readonly string[],
): {
  readonly document: LayoutDocument;
  readonly applied: Applied;
  readonly around: Surroundings;
  /** What reading the struct and the profiles left out or guessed. */
  readonly notes: readonly Message[];
} {
  if (file === '') throw new Failure(usageMessage('file-and-struct'));
  const base = values['base-offset'];
  if (values.at !== undefined && base !== undefined) {
    throw new Failure(usageMessage('at-and-base-offset'));
  }
  const { document, notes } = boundDocument({
    file,
    struct: words.join(' '),
    source: values,
    edits: [...values.edit, ...prefetchEdit(values.prefetch)],
    profiles: values.profile,
    line: values.line,
    offset: values.at ?? (base === undefined ? undefined : negated(base)),
  });
  const applied = applyEdits(document);
  const all = [...diagnosticNotes(document.struct.diagnostics), ...notes];
  return { document, notes: all, applied, around: surroundingsOf(document, applied, values.alloc) };
}

/** What a prediction needs beside a layout, of a document with its edits carried out. */
export function surroundingsOf(
  document: LayoutDocument,
  applied: Applied,
  alloc?: string,
): Surroundings {
  const choice = alloc === undefined ? usualAllocation(applied) : choiceOf(alloc);
  return {
    tags: applied.state.tags,
    prefetchShare: applied.state.prefetchShare,
    allocation: allocationOf(choice, applied),
    machine: machineOf(applied),
    statedBaseBytes:
      applied.state.wantedBaseBytes === document.baseBytes ? null : applied.state.wantedBaseBytes,
  };
}

function prefetchEdit(share: string | undefined): readonly string[] {
  if (share === undefined) return [];
  const words = `prefetch ${share}`;
  if (!parseEdit(words).ok) {
    throw new Failure(usageMessage('prefetch', share));
  }
  return [words];
}

const CHOICES: Readonly<Record<string, AllocationChoice>> = {
  cacheline: 'lineAlignedCache',
  cache: 'cache',
  kmalloc: 'kmalloc',
  embedded: 'embedded',
};

function choiceOf(word: string): AllocationChoice {
  const choice = CHOICES[word];
  if (choice !== undefined) return choice;
  const all = Object.entries(CHOICES).map(([name, each]) => `${name} (${ALLOCATION_NAMES[each]})`);
  throw new Failure(
    usageMessage('alloc', all.join(', '), word, didYouMean(word, Object.keys(CHOICES))),
  );
}

function negated(bytes: string): string {
  return bytes.startsWith('-') ? bytes.slice(1) : `-${bytes}`;
}
