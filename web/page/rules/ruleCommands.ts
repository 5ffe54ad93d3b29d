import { fieldAround, sharersOf } from '../../core/compare/config';
import type { Edit } from '../../core/edit/edit';
import { rulesOf } from '../../core/edit/rules';
import { formatRule } from '../../core/edit/words';
import type { MemberPath } from '../../core/layout/ids';
import { linesOf } from '../../core/layout/lines';
import { documentNeeded, type Command } from '../state/command';
import type { KeyName } from '../state/keys';
import { documentInView, selectionInView, type InView } from '../state/inView';
import { announceAndShow } from '../state/fileReducers';

/** What must hold of the selected fields, or of the struct. Rules bind read-only structs too. */
export const RULE_COMMANDS: readonly Command[] = [
  ruleCommand('together', 'Keep together: these share a line', ['K'], 2, (members) => [
    { kind: 'together', members },
  ]),
  ruleCommand('apart', 'Keep apart: no two of these share a line', ['Shift+K'], 2, (members) => [
    { kind: 'apart', a: members, b: [] },
  ]),
  ruleCommand(
    'apartFromLine',
    'Keep apart from all else on its line',
    [],
    1,
    (members, { edited: { applied, layout } }) => {
      const others = members.flatMap((path) => {
        const field = fieldAround(layout, path);
        return field === null ? [] : sharersOf(field, layout, applied.state);
      });
      const b = [...new Set(others)].filter((path) => !members.includes(path));
      return b.length === 0 ? [] : [{ kind: 'apart', a: members, b }];
    },
  ),
  ruleCommand('stay', 'Keep within one line', [], 1, (members) => [
    { kind: 'stay', members, line: null },
  ]),
  ruleCommand('stayHere', 'Keep on the line that it is on', [], 1, (members, { edited }) =>
    members.flatMap((path): Edit[] => {
      const field = fieldAround(edited.layout, path);
      if (field === null) return [];
      const { first } = linesOf(field.offsetBits, field.sizeBits, edited.applied.state);
      return [{ kind: 'stay', members: [path], line: first }];
    }),
  ),
  {
    id: 'rule.size',
    title: 'Add a rule: no larger than now',
    group: 'Edit',
    keys: [],
    disabled: documentNeeded,
    run(app) {
      const inView = documentInView(app.store.getState());
      const bytes = (inView?.edited.layout.sizeBits ?? 0) / 8;
      if (bytes > 0) app.edit([{ kind: 'size', bytes }]);
    },
  },
  {
    id: 'rule.copy',
    title: 'Copy the rules for hitmap check',
    group: 'Share',
    keys: [],
    disabled: (state) =>
      documentNeeded(state) ??
      (rulesText(documentInView(state)) === '' ? 'There are no rules yet.' : null),
    run(app) {
      const text = rulesText(documentInView(app.store.getState()));
      void app.host.copy(text).then((copied) => {
        const sentence = copied ? 'The rules are copied.' : 'The browser did not allow copying.';
        app.update((state) => announceAndShow(state, sentence));
      });
    },
  },
];

function ruleCommand(
  id: string,
  title: string,
  keys: readonly KeyName[],
  least: 1 | 2,
  edits: (selection: readonly MemberPath[], view: InView) => readonly Edit[],
): Command {
  return {
    id: `rule.${id}`,
    title,
    group: 'Field',
    keys,
    disabled(state) {
      const count = selectionInView(state).length;
      const need = least === 1 ? 'Select a field first.' : 'Select two fields or more first.';
      return documentNeeded(state) ?? (count < least ? need : null);
    },
    run(app) {
      const state = app.store.getState();
      const inView = documentInView(state);
      if (!inView) return;
      const made = edits(selectionInView(state), inView);
      if (made.length > 0) app.edit(made);
      else app.update((now) => announceAndShow(now, 'There is nothing else on its line.'));
    },
  };
}

/** As a rules file of `hitmap check` has it; groups of the source are the source's own. */
function rulesText(view: InView | null): string {
  if (view === null) return '';
  const { applied } = view.edited;
  const { name } = view.document.struct;
  const rules = rulesOf(applied.state).map((rule) => `${name}: ${formatRule(rule)}\n`);
  if (rules.length === 0) return '';
  const own = view.document.struct.target.lineBytes;
  return [
    ...(applied.state.lineBytes === own ? [] : [`${name}: line ${applied.state.lineBytes}\n`]),
    ...(applied.state.baseBytes === 0 ? [] : [`${name}: base ${applied.state.baseBytes}\n`]),
    ...rules,
  ].join('');
}
