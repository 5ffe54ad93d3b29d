import { sentence } from '../base/messages';
import { describe, expect, test } from 'vitest';
import { check, refusalOf } from './testing/checkBody';
import { patchOf, type Case } from './testing/patchOf';

/** The kinds and the words of what is said beside a patch. */
function outputOf(
  body: string,
  edits: readonly string[],
  more: Partial<Case> = {},
): readonly string[] {
  const { result } = patchOf({ text: `struct s {\n${body}\n};\n`, struct: 's', edits, ...more });
  if (!result.ok) throw new Error(sentence(result.error));
  return result.value.warnings.map((each) => `${each.kind}: ${sentence(each)}`);
}

describe('a comment above one member goes with it', () => {
  test('where an empty line follows', () => {
    check(
      '\t/* one */\n\tint a;\n\n\tlong b;\n\tlong c;',
      ['move a last'],
      '\tlong b;\n\tlong c;\n\n\t/* one */\n\tint a;',
    );
  });

  test('where it speaks of the first of several by its name', () => {
    check(
      '\t/* list of users */\n\tint users;\n\tint count;\n\tlong end;',
      ['move users last'],
      '\tint count;\n\tlong end;\n\t/* list of users */\n\tint users;',
    );
  });

  test('kernel-doc of one, though it speaks of others', () => {
    check(
      '\t/** @a: protects the fields below */\n\tint a;\n\tint b;\n\tlong c;',
      ['move a last'],
      '\tint b;\n\tlong c;\n\t/** @a: protects the fields below */\n\tint a;',
    );
  });
});

describe('a comment above several members stays with them', () => {
  const body =
    '\tlong z;\n\t/* The following fields are read mostly. */\n\tint a;\n\n\tint b;\n\tlong c;';

  test('whatever empty lines say', () => {
    check(
      body,
      ['move a last'],
      '\tlong z;\n\t/* The following fields are read mostly. */\n\n\tint b;\n\tlong c;\n\tint a;',
    );
    expect(outputOf(body, ['move a last']).join()).toContain('stays where it is');
  });

  test('and goes with all of them', () => {
    check(
      '\tlong z;\n\n\t/* counters */\n\tint a;\n\tint b;\n\n\tlong c;\n\tlong d;\n\tlong e;',
      ['move a, b last'],
      '\tlong z;\n\n\tlong c;\n\tlong d;\n\tlong e;\n\t/* counters */\n\tint a;\n\tint b;',
    );
  });

  test('what comes under it, or leaves it, is named', () => {
    const words =
      '\t/* all fields below are under the lock */\n\tint a;\n\tint b;\n\n\tlong c;\n\tint d;';
    expect(outputOf(words, ['move d after a']).join()).toContain(
      'joins: `d` comes among the members that the comment at source line 2 speaks of',
    );
    expect(outputOf(words, ['move b last']).join()).toContain(
      'joins: `b` leaves the members that the comment at source line 2 speaks of',
    );
  });

  test('a title that a later member leaves is named, and one that asks to stay together', () => {
    const under = (comment: string) =>
      outputOf(`\tlong z;\n\n\t/* ${comment} */\n\tint a;\n\tint b;\n\tint c;\n\n\tlong d;`, [
        'move b last',
      ]).join();
    expect(under('counters')).toBe(
      'joins: `b` leaves the members under the comment at source line 4: check whether the comment spoke of it.',
    );
    const requested = under('these three stay together');
    expect(requested).toContain(
      'demand: The comment at source line 4 asks that the order there is kept',
    );
    expect(requested).toContain(
      'joins: `b` leaves the members that the comment at source line 4 speaks of',
    );
  });

  test('of equal moves the one that takes nobody away from under it', () => {
    check(
      '\tint x;\n\n\t/* counters */\n\tint a;\n\tint b;',
      ['move a before x'],
      '\t/* counters */\n\tint a;\n\tint x;\n\tint b;',
    );
  });
});

describe('kernel-doc', () => {
  const struct = (body: string, doc = ' * @a: a\n * @b: b\n') =>
    `/**\n * struct s - s\n${doc} */\nstruct s {\n${body}\n};\n`;
  const text = struct('\tint a;\n\tint b;\n\t/* private: internal use only */\n\tint c;\n\tint d;');
  const afterOf = (input: string, edits: readonly string[]) => {
    const { result } = patchOf({ text: input, struct: 's', edits });
    if (!result.ok) throw new Error(sentence(result.error));
    return new TextDecoder().decode(result.value.after);
  };

  test('private: is a wall', () => {
    for (const edit of ['move c first', 'move a last']) {
      const { result } = patchOf({ text, struct: 's', edits: [edit] });
      expect(result).toMatchObject({ ok: false, error: { kind: 'wall' } });
    }
  });

  test('of places that are the same for the layout, that on its own side', () => {
    expect(afterOf(text, ['move d before c'])).toContain(
      '\tint b;\n\t/* private: internal use only */\n\tint d;\n\tint c;\n',
    );
    expect(afterOf(text, ['move a after b'])).toContain(
      '\tint b;\n\tint a;\n\t/* private: internal use only */\n\tint c;\n',
    );
  });

  test('and public: ends it', () => {
    const both = struct(
      '\tint a;\n\t/* private: */\n\tint c;\n\t/* public: */\n\tint b;\n\tint d;',
    );
    expect(afterOf(both, ['move a after b'])).toContain('\t/* public: */\n\tint b;\n\tint a;\n');
    expect(patchOf({ text: both, struct: 's', edits: ['move d first'] }).result.ok).toBe(true);
  });

  test('a description that goes on behind an empty line goes along as a whole', () => {
    const doc = ' * @a: a\n *\n *\tand more of it\n * @b: b\n *\n * Locking: none\n';
    expect(afterOf(struct('\tint a;\n\tint b;', doc), ['move a last'])).toContain(
      ' * @b: b\n * @a: a\n *\n *\tand more of it\n *\n * Locking: none\n',
    );
  });

  test('descriptions stay where text between them may be of either', () => {
    const doc = ' * @a: a\n *\n * What may be of a, or of all.\n *\n * @b: b\n';
    expect(afterOf(struct('\tint a;\n\tint b;', doc), ['move a last'])).toContain(doc);
  });

  test('what describes no member stays', () => {
    const doc = ' * @a: a\n * @gone: of another time\n * @b: b\n';
    expect(afterOf(struct('\tint a;\n\tint b;', doc), ['move a last'])).toContain(
      ' * @b: b\n * @gone: of another time\n * @a: a\n',
    );
  });
});

describe('comments that state an order', () => {
  test.each([
    ['\tint a;\t/* must be the very first field */\n\tint b;\n\tint c;', 'must be first'],
    ['\tint a;\n\tint b;\n\tint c;\t/* always kept at the end */', 'must be last'],
    ['\tint a;\n\tint b;\t/* keep second */\n\tint c;', 'must be second'],
    ['\tint a;\n\tint b;\t/* do not move */\n\tint c;', 'asks that the order there is kept'],
    [
      '\tint a;\n\tint b;\t/* must directly follow a */\n\tint c;',
      'asks that the order there is kept',
    ],
    [
      '\t/* the following fields must be first */\n\tint a;\n\tint b;\n\n\tint c;',
      '`a`, `b` must be first',
    ],
    [
      '\t/* WARNING: a has to be the first member */\n\tint a;\n\tint b;\n\tint c;',
      '`a` must be first',
    ],
    [
      '\tunion {\n\t\tint x;\t/* must be first */\n\t\tlong y;\n\t};\n\tint b;\n\tint c;',
      'must be first',
    ],
  ])('%s', (body, words) => {
    const first = body.includes('union') ? 'y' : 'a';
    const last = 'c';
    const edit = body.includes('union') ? `move c first` : `move ${last} before ${first}`;
    expect(outputOf(body, [edit]).join()).toContain(words);
  });

  test('of the whole struct, above it', () => {
    const text =
      '/*\n * The order of the fields must match the code in entry.S.\n */\nstruct s {\n\tint a;\n\tint b;\n\tint c;\n};\n';
    const { result } = patchOf({ text, struct: 's', edits: ['move c first'] });
    expect(result.ok && result.value.warnings.map(sentence)).toContain(
      'The comment above the struct, at source line 1, says that the members have to keep their order, and they no longer do.',
    );
  });

  test('of the whole struct, also where an #if holds what moves', () => {
    const text =
      '/* Do not reorder. */\nstruct s {\n#ifdef X\n\tint a;\n\tint b;\n#else\n\tint d;\n#endif\n\tint c;\n};\n';
    const { result } = patchOf({
      text,
      struct: 's',
      edits: ['move b first'],
      off: ['!(defined(X))'],
    });
    expect(result.ok && result.value.warnings.map(({ kind }) => kind)).toContain('demand');
  });

  test('nothing is said where they are kept', () => {
    const kept = outputOf(
      '\tint a;\t/* must be first */\n\tint b;\n\tint c;\n\tint d;\t/* keep last */',
      ['move b after c'],
    );
    expect(kept.filter((each) => each.startsWith('demand'))).toEqual([]);
  });

  test('a name that is declared further down is refused', () => {
    expect(
      refusalOf('\tint a;\n\tstruct in { int x; } b;\n\tstruct in c;', ['move c first']).text,
    ).toContain('`c` (source line 4) uses `in`, which the struct declares further down');
  });
});

describe('the stars of a comment of several lines behind a member stay under each other', () => {
  const comment = (column: string) => `/* first\n${column} * second\n${column} */`;

  const aligned = 'long b ____cacheline_aligned_in_smp;';

  test('at their column, where an alignment leaves room', () => {
    check(
      `\tlong b;\t\t\t\t\t${comment('\t\t\t\t\t\t')}\n\tlong c;`,
      ['align b 64'],
      `\t${aligned}\t${comment('\t\t\t\t\t\t')}\n\tlong c;`,
    );
  });

  test('or further right with all of them', () => {
    check(
      `\tlong b; ${comment('\t\t')}\n\tlong c;`,
      ['align b 64'],
      `\t${aligned} ${comment(`${'\t'.repeat(5)}${' '.repeat(5)}`)}\n\tlong c;`,
    );
  });

  test('and where it goes', () => {
    check(
      `\tlong b __attribute__((aligned(64)));\t${comment('\t\t\t\t\t\t')}\n\tlong c;`,
      ['unalign b'],
      `\tlong b;\t\t\t\t\t${comment('\t\t\t\t\t\t')}\n\tlong c;`,
    );
  });
});

describe('what a comment or a number states, and an order makes false', () => {
  const body = `	int expire;	/* offset 0 */
	short nice;
	/* 16-bit hole here */
	unsigned long mask;
	int x;	/* XXX 4 bytes hole */
	void *p;
	/* Fields below must match the other's! */
	long q;
	long r;`;

  test('a hole, an offset, members that match', () => {
    const stated = (...edits: readonly string[]) =>
      outputOf(body, edits).filter((each) => each.startsWith('stated'));
    const line = (number: number, text: string) =>
      `stated: Source line ${number} says "${text}": with this order that is no longer so.`;
    // After `x` a hole of 4 bytes is there all the same.
    expect(stated('move x after nice')).toEqual([line(4, '16-bit hole here')]);
    expect(stated('move expire last')).toEqual([
      line(2, 'offset 0'),
      line(4, '16-bit hole here'),
      line(8, "Fields below must match the other's!"),
    ]);
    expect(stated('move r before q')).toEqual([line(8, "Fields below must match the other's!")]);
    expect(stated('move nice after x')).toEqual([
      line(4, '16-bit hole here'),
      line(6, 'XXX 4 bytes hole'),
    ]);
  });

  test('where a line lies', () => {
    const lines =
      '\tchar a[64];\n\t/* --- second cacheline begins here --- */\n\tlong b;\n\tlong c;';
    const [warning] = outputOf(lines, ['move a last']).filter((each) => each.startsWith('stated'));
    expect(warning).toContain('"--- second cacheline begins here ---"');
    expect(outputOf(lines, ['move c before b']).join()).not.toContain('stated');
  });

  test('the numbers of members', () => {
    const numbered = `#define FIELDNO_S_A 0
	int a;
#define FIELDNO_S_B 1
	int b;
#define S_FIELD_MAX 7
	int c;`;
    expect(outputOf(numbered, ['move a last']).filter((each) => each.startsWith('stated'))).toEqual(
      [
        'stated: `FIELDNO_S_A` is 0, the place of `a` among the members counted from 0, which is 2 with this order.',
        'stated: `FIELDNO_S_B` is 1, the place of `b` among the members counted from 0, which is 0 with this order.',
      ],
    );
    expect(outputOf(numbered, ['move b last']).join()).toContain('`FIELDNO_S_B` is 1');
  });
});
