import { sentence } from '../../base/messages';
import { describe, expect, test } from 'vitest';
import { patchOf } from '../testing/patchOf';

const BODY = '{\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n}';
const member = (text: string) => `struct s {\n\tint a;\n\t${text}\n\tchar c;\n\tchar d[3];\n};`;

function planned(text: string, edit = 'move c first') {
  const { result } = patchOf({ text: `${text}\n`, struct: 's', edits: [edit] });
  if (!result.ok) return { refused: result.error.kind, message: sentence(result.error) };
  return { refused: null, message: result.value.warnings.map(sentence).join('\n') };
}

/** How a word may stand that packs or aligns and that nothing at hand defines. */
const UNKNOWN: readonly string[] = [
  `struct s ${BODY} __dense;`,
  `struct s ${BODY} DENSE;`,
  `struct s ${BODY} /* as on the wire */ DENSE(1);`,
  `struct s ${BODY} dense_for(1);`,
  `struct s ${BODY} dense kept;`,
  `struct s ${BODY} DENSE kept;`,
  `struct s ${BODY} const DENSE kept;`,
  `struct DENSE s ${BODY};`,
  `DENSE struct s ${BODY};`,
  `DENSE(1) struct s ${BODY};`,
  `PACK_STRUCT_BEGIN\nstruct s ${BODY};`,
  `typedef struct s ${BODY} DENSE s_t;`,
  `typedef struct ${BODY} DENSE s;`,
  `typedef DENSE struct ${BODY} s;`,
  `DENSE(struct s ${BODY});`,
  `#pragma pack(push, DENSE)\nstruct s ${BODY};\n#pragma pack(pop)`,
  `#define DENSE _Pragma("pack(1)")\nDENSE struct s ${BODY};`,
  ...[
    'int b DENSE;',
    'int b DENSE(1);',
    'DENSE int b;',
    'int DENSE b;',
    'int b[1] DENSE;',
    'int b : 3 DENSE;',
  ].map(member),
];

describe('a word that may pack or align and that nothing defines', () => {
  for (const text of UNKNOWN) {
    test(`is refused where it decides: ${text.replace(/\s+/g, ' ')}`, () => {
      const { refused, message } = planned(text, 'move c after a');
      expect(message).toMatch(
        /^What `[^`]+` at source line \d+ does to the layout is unknown: nothing/,
      );
      expect(refused).toBe('unknownWord');
    });
  }

  test('is named where it makes no difference', () => {
    const { refused, message } = planned(`struct s ${BODY} DENSE;`, 'move b first');
    expect(refused).toBeNull();
    expect(message).toContain(
      'How the attribute `DENSE` at source line 6 changes the layout is unknown',
    );
  });

  test('is reported with the location that defines it where the tree has one', () => {
    const elsewhere = new Map([['DENSE', { path: 'include/dense.h', line: 7 }]]);
    const at = (edit: string) => {
      const text = `struct s ${BODY} DENSE;\n`;
      const defined = { included: new Map(), elsewhere };
      const { result } = patchOf({ text, struct: 's', edits: [edit], options: { defined } });
      return result.ok ? result.value.warnings[0]?.text : sentence(result.error);
    };
    expect(at('move c after a')).toMatch(
      /: nothing that \S+ includes here defines it, only line 7 of include\/dense\.h\. If it packs, [^.]*\.$/,
    );
    expect(at('move b first')).toMatch(
      /others\. Source line 7 of include\/dense\.h defines it, which nothing here includes\.$/,
    );
  });

  test('that packs behind a star is named where it makes no difference', () => {
    const { refused, message } = planned(member('int *__packed b;'), 'move d before c');
    expect(refused).toBeNull();
    expect(message).toContain(
      'How the attribute `__packed` at source line 3 changes the layout is unknown: it packs behind a `*`, which gcc ignores and clang does not.',
    );
  });

  test('says where the first member would be', () => {
    expect(planned(`struct s ${BODY} DENSE;`).message).toContain(
      'If it packs, `a` is at byte 1 after this change, not at byte 4.',
    );
  });

  test('does not pack where the file shows holes', () => {
    const text = 'struct s {\n\tchar a;\n\tint b;\n\tshort c;\n} DENSE;';
    expect(planned(text, 'move c first').refused).toBeNull();
  });

  test('may align where the file is BTF', () => {
    const text = 'struct s {\n\tchar a;\n\tint b;\n\tchar c[8];\n} DENSE;';
    const edit = 'pad 4 before c';
    const input = { text: `${text}\n`, struct: 's', edits: [edit] };
    expect(patchOf({ ...input, source: 'dwarf' }).result.ok).toBe(true);
    const { result } = patchOf({ ...input, source: 'btf' });
    expect(!result.ok && sentence(result.error)).toContain(
      'If it aligns, the struct has 32 bytes after this change, not 20.',
    );
  });
});

/** Words that are no attribute, and attributes that are known. */
const KNOWN: readonly string[] = [
  `struct s ${BODY};`,
  `struct s ${BODY} kept;`,
  `struct s ${BODY} *kept;`,
  `struct s ${BODY} kept[2], other;`,
  `struct s ${BODY} kept __unused;`,
  `static struct s ${BODY} kept = { 1 };`,
  `static const struct s ${BODY} kept;`,
  `extern struct s ${BODY} kept;`,
  `typedef struct s ${BODY} s_t, *s_p;`,
  `typedef struct ${BODY} s;`,
  `typedef struct ${BODY} s DENSE;`,
  `typedef const struct ${BODY} s;`,
  `BEGIN_DECLS\nstruct s ${BODY};`,
  `DECLARE_LIST(all);\nstruct s ${BODY};`,
  `int f(void); struct s ${BODY};`,
  `#define DENSE\nstruct s ${BODY} DENSE;`,
  `#define DENSE\nDENSE struct s ${BODY};`,
  `#define WIDTH 3\n${member('int b : WIDTH;')}`,
  member('int b : (3);'),
];

describe('a word that is known, or no attribute, holds nothing back', () => {
  for (const text of KNOWN) {
    test(text.replace(/\s+/g, ' '), () => {
      const { refused, message } = planned(text);
      expect(message).not.toContain('makes of the layout');
      expect(refused).toBeNull();
    });
  }
});
