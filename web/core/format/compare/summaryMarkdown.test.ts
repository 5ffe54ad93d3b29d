import { marked } from 'marked';
import { expect, test } from 'vitest';
import { summaryMarkdown, type Summary } from './summaryMarkdown';

const broken = (text: string) =>
  ({ id: 'rule/too-large', severity: 'error', text, fix: null }) as const;

/** A comment on GitHub holds so many characters; a longer one fails the job that writes it. */
const COMMENT = 65_536;

const NOTHING: Summary = {
  name: null,
  changed: [],
  unshown: 0,
  compared: 1,
  within: 0,
  gone: [],
  added: [],
  renamed: [],
  machines: null,
  unread: [],
  rules: null,
};

test('whatever names and rules there are, the text fits into a comment', () => {
  const name = `struct ${'<long>'.repeat(5000)}`;
  const changed = Array.from({ length: 20 }, () => ({
    name,
    sizes: [8, 16] as const,
    lines: [1, 1] as const,
    crossed: 0,
    diff: '+ int a;\n'.repeat(5000),
    link: `https://example.org/#${'x'.repeat(9000)}`,
  }));
  const rules = Array.from({ length: 10_000 }, () => ({
    file: 'a.o',
    struct: 's',
    rule: 's: size 4',
    verdict: 'broken' as const,
    why: broken(name.slice(0, 900)),
    declared: null,
  }));
  const lone = { name, sizeBytes: 8 };
  const lones = Array.from({ length: 5000 }, () => lone);
  const text = summaryMarkdown({
    name,
    changed,
    unshown: 3,
    compared: 9000,
    within: 40,
    gone: lones,
    added: lones,
    renamed: lones.map((before) => ({ before, after: lone, shared: 2, most: 3 })),
    machines: null,
    unread: [],
    rules,
  });
  expect(text.length).toBeLessThan(COMMENT);
  expect(text).toMatch(/- 99\d\d more; `hitmap check` lists them\./);
  expect(text).toContain('3 more changed');
  expect(text.match(/- 4990 more; `hitmap diff --all BASE HEAD` lists them/g)).toHaveLength(3);
  expect(text).toMatch(/^## Struct layouts: struct &#60;long/);
});

test('a diff that is too long for a comment leaves its place to the others', () => {
  const changed = [9000, 1, 1].map((times, index) => ({
    name: `struct s${index}`,
    sizes: [8, 16] as const,
    lines: [1, 1] as const,
    crossed: 0,
    diff: '+ int a;\n'.repeat(times),
    link: null,
  }));
  const text = summaryMarkdown({ ...NOTHING, changed });
  expect(text).toContain('<summary>struct s2</summary>');
  expect(text).not.toContain('<summary>struct s0</summary>');
  expect(text).toMatch(/\n1 diff is left out: /);
  expect(text.length).toBeLessThan(COMMENT);
});

test('a rule that is broken reads as it was written, with its names as code', () => {
  const of = (rule: string, why: string) =>
    summaryMarkdown({
      ...NOTHING,
      rules: [
        { file: 'a.o', struct: 's', rule, verdict: 'broken', why: broken(why), declared: null },
      ],
    });
  expect(of('s: apart a | b', '`a` shares line 0 with `b::c<d>`, 50 * 2 bytes.')).toContain(
    '- `s: apart a | b`: `a` shares line 0 with `b::c<d>`, 50 \\* 2 bytes.\n',
  );
  // A name with a backtick in it ends no code.
  const odd = of('s: size `4`', 'no field `a`<img src=x>`b`, nor `c');
  const html = marked.parse(odd, { async: false });
  expect(html).not.toContain('<img');
  expect(html).toContain('<li>s: size `4`: no field <code>a</code>&lt;img');
  expect(html).toContain('nor `c</li>');
});
