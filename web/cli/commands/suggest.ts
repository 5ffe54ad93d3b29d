import { jsonText } from '../../output/jsonText';
import { unstatedNotes } from '../unstatedNotes';
import { unpredictableSentence } from '../../analysis/hitm/flags';
import { profileBases, tagBasis } from '../../analysis/predict/basis';
import { predictAll } from '../../analysis/predict/predict';
import { search } from '../../analysis/predict/search';
import type { SuggestOptions, Suggestion } from '../../analysis/suggest/input';
import { withoutEdits } from '../../edit/apply';
import { computeLayout } from '../../layout/compute';
import { suggestionsJson, suggestionsText } from '../../output/suggestions';
import { Failure } from '../failure';
import { heatOf, HEAT_HELP, HEAT_OPTIONS } from './predict';
import { FLAG, parseWords, TEXT, type CliCommand } from '../words';

/** `hitmap suggest FILE STRUCT`: better orders, each with its edits and its price. */
export const SUGGEST_COMMAND: CliCommand = {
  help: `hitmap suggest FILE STRUCT: orders that are worth measuring, as edits, each with its price

${HEAT_HELP}  --moves N           at most so many fields move, 1 to 4 (default 3)
  --grow              the struct may grow up to the next slab class
  --align             fields may be aligned to a cache line
  --holes             only close holes, whatever is known of conflicts
  --most N            print so many (default 10)

Without a profile and without tags it closes holes. Pins and groups are honoured:
--edit 'pin f_op' --edit 'together f_wb_err,f_sb_err'. Nothing crosses a mark of intent in the source.
`,
  async run(args) {
    const { values, positionals } = parseWords('suggest', args, {
      ...HEAT_OPTIONS,
      moves: TEXT,
      grow: FLAG,
      align: FLAG,
      holes: FLAG,
      most: TEXT,
    });
    const { document, applied, around } = await heatOf(values, positionals);
    const options: SuggestOptions = {
      growth: values.grow ? 'nextClass' : 'never',
      mostEdits: wholeNumber('--moves', values.moves ?? '3', 1, 4),
      mayAlign: values.align,
    };
    const most = wholeNumber('--most', values.most ?? '10', 1, 1000);
    const untouched = withoutEdits(document);
    const [first] = predictAll(
      profileBases(document, applied),
      () => tagBasis(applied, computeLayout(untouched.struct)),
      computeLayout(applied.struct),
      around,
    );
    const basis = first?.outcome.ok === true ? first.basis : null;
    let suggestions: readonly Suggestion[] = [];
    let evaluated = 0;
    let none: string | null = null;
    const goal = values.holes ? 'holes' : 'conflicts';
    for (const progress of search({ applied, basis, options, goal, ...around })) {
      if (progress.kind === 'none') none = progress.reason;
      else evaluated = progress.evaluated;
      if (progress.kind === 'front') suggestions = progress.suggestions;
    }
    const isTags = basis?.profile.kind === 'tags';
    const why = first?.outcome.ok === false ? unpredictableSentence(first.outcome.error) : null;
    const searched = {
      from: basis?.name ?? null,
      isTags,
      options,
      suggestions,
      evaluated,
      none,
      cannot: why,
    };
    const text = values.json
      ? jsonText(suggestionsJson(applied, document.edits, searched))
      : suggestionsText(applied, searched, most);
    const cannot = why === null ? [] : [`note: ${first?.basis.name}: ${why}`];
    return { text, notes: [...cannot, ...unstatedNotes(applied, document.edits)] };
  },
};

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Failure(`${option} takes a whole number from ${least} to ${most}, not \`${text}\`.`);
}
