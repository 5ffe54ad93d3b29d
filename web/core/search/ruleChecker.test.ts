import { sentence } from '../base/messages';
import { expect, test } from 'vitest';
import { applyEdit } from '../edit/apply';
import type { Applied } from '../edit/applied';
import { edited } from '../edit/testing/edited';
import { computeLayout } from '../layout/compute';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { ruleStates } from '../rules/rules';
import type { SuggestOptions, Suggestion } from './input';
import { scopesOf } from './scopes';
import { suggest } from './suggest';

const MACHINE = { lineBytes: 64, pageBytes: 4096, pointerBytes: 8, cpus: 64 };
const STRICT: SuggestOptions = {
  growth: 'never',
  mostEdits: 3,
  mayAlign: false,
  mayChangeFormat: false,
};

function suggested(applied: Applied): readonly Suggestion[] {
  const allocation = { kind: 'cache', hwcacheAlign: true } as const;
  let last: readonly Suggestion[] = [];
  for (const progress of suggest({
    applied,
    heat: null,
    allocation,
    machine: MACHINE,
    options: STRICT,
  })) {
    if (progress.kind === 'front') last = progress.suggestions;
  }
  return last;
}

/** The rules that an order breaks, judged on its layout as the page does. */
function broken(source: string, applied: Applied): readonly string[] {
  const states = ruleStates(
    applied,
    computeLayout(applied.struct),
    orderedFrom(structFromC(source)),
  );
  return states.flatMap((state) => (state.broken === null ? [] : [state.words]));
}

function after(applied: Applied, { edits }: Suggestion): Applied {
  return edits.reduce((now, edit) => {
    const next = applyEdit(now, edit);
    if (!next.ok) throw new Error(sentence(next.error));
    return next.value;
  }, applied);
}

/** Two holes of 4 bytes on line 0 and 4 bytes to fill them with on either line. */
const HOLED = `struct s { int a; long b; int c; long d; long e[4]; int x; long f[6]; int y; long g; };`;

test('no suggestion breaks a rule that holds', () => {
  const free = edited(HOLED, '');
  const bound = edited(HOLED, 'apart y | a,c\nstay x in 1');
  expect(broken(HOLED, bound)).toEqual([]);
  const moves = (suggestions: readonly Suggestion[]) =>
    JSON.stringify(suggestions.map((s) => s.edits));
  // Without the rules y would go into a hole beside a or c.
  expect(suggested(free).length).toBeGreaterThan(0);
  expect(moves(suggested(bound))).not.toBe(moves(suggested(free)));
  for (const each of suggested(bound)) expect(broken(HOLED, after(bound, each))).toEqual([]);
  expect(suggested(free).some((each) => broken(HOLED, after(bound, each)).length > 0)).toBe(true);
});

test('an order that mends a broken rule is suggested, and says so', () => {
  // No hole to close: only the rule asks for something.
  const source = `struct s { long hot; long a[7]; long b[7]; long cold; };`;
  const applied = edited(source, 'apart hot | a');
  expect(broken(source, applied)).toEqual(['apart hot | a']);
  const [first] = suggested(applied);
  if (first === undefined) throw new Error('nothing is suggested');
  expect(broken(source, after(applied, first))).toEqual([]);
  expect(first.reason).toMatch(/^Mends the rule `apart hot \| a`; /);
  expect(suggested(edited(source, ''))).toEqual([]);
});

test('rules on the inside of a nested type go with the field that holds it', () => {
  const source = `struct s { int a; struct in { int p; int q; } in; int b; long c[5]; int x; long d[8]; int y; };`;
  const applied = edited(source, 'apart in.q | y');
  for (const each of suggested(applied)) expect(broken(source, after(applied, each))).toEqual([]);
});

// openEuler and SUSE keep such room for members to come, and what takes it stands in a union with it.
test('what a stable tree keeps free stays where it is', () => {
  const source =
    'struct s { char a; long kabi_reserved1; char b; void *suse_kabi_padding; union { long c; struct { long kabi_reserved2; }; }; };';
  const [scope] = scopesOf(orderedFrom(structFromC(source)), []);
  const movable = scope?.units.filter((unit) => unit.movable).flatMap(({ members }) => members);
  expect(movable?.map(({ path }) => path)).toEqual(['a', 'b']);
});
