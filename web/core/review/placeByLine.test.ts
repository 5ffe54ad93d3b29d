import { describe, expect, test } from 'vitest';
import { itemAt } from '../base/itemAt';
import { newDocument } from '../edit/document';
import { formatEdit } from '../edit/words';
import { aggregate, array, member, structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { noteText } from './notes';
import { INT, reviewOf } from './testing/reviewed';

const FOUR = ['a', 'b', 'c', 'd'].map((name, at) => member(name, 4 * at, INT));

describe('a hunk without context, placed by the lines that the file states', () => {
  /** `a` to `d` on the lines given, of a text whose struct begins on line 1. */
  const byLine = (lines: readonly number[], patch: string) => {
    const desc = structDesc(X86_64, aggregate('struct', 's', 16, FOUR));
    const root = itemAt(desc.types, desc.root);
    Object.assign(root, { declared: { file: 'x.h', line: 1, column: 8 } });
    const { shape } = root;
    const facts = shape.kind === 'aggregate' ? shape.members : [];
    for (const [at, fact] of facts.entries()) {
      Object.assign(fact, { declared: { file: 'x.h', line: itemAt(lines, at), column: 5 } });
    }
    const { structs, notes, left } = reviewOf(`--- a/x.h\n+++ b/x.h\n${patch}`, () =>
      newDocument(desc),
    );
    return { edits: structs.flatMap(({ edits }) => edits.map(formatEdit)), notes, left };
  };
  const moved = (to: string) =>
    `@@ -2 +1,0 @@ struct s {\n-\tint a;\n@@ -${to} @@ struct s {\n+\tint a;\n`;

  test('right after a member', () => {
    const { edits, notes, left } = byLine([2, 3, 4, 5], moved('3,0 +3'));
    expect({ edits, notes, left }).toEqual({ edits: ['move a after b'], notes: [], left: [] });
  });

  test('after what the hunk before it brought', () => {
    const before =
      '@@ -1,5 +1,6 @@\n struct s {\n-\tint a;\n \tint b;\n+\tint c;\n+\tint d;\n \t/*\n \t * one\n';
    const inComment =
      '@@ -6,5 +7,4 @@ struct s {\n \t * two\n \t * three\n \t */\n-\tint c;\n-\tint d;\n+\tint a;\n';
    const { edits, notes, left } = byLine([2, 3, 9, 10], before + inComment);
    expect({ notes, left }).toEqual({ notes: [], left: [] });
    expect(edits.at(-1)).toBe('move a after d');
  });

  test('behind the end of a body that begins before the hunk, nobody knows in which one it is', () => {
    const behind = '@@ -5,3 +4,4 @@ struct s {\n #endif\n \t};\n+\tint a;\n #ifdef X\n';
    const { edits, left } = byLine([2, 3, 9, 10], `@@ -2 +1,0 @@ struct s {\n-\tint a;\n${behind}`);
    expect(edits).toEqual([]);
    expect(left.map(({ text }) => text)).toContain('int a;');
    // A body that the hunk has whole says nothing of the place.
    const whole = behind.replace(' #endif', ' \tunion {').replace('-5,3 +4,4', '-6,3 +5,4');
    expect(
      byLine([2, 3, 9, 10], `@@ -2 +1,0 @@ struct s {\n-\tint a;\n${whole}`).edits,
    ).not.toEqual([]);
  });

  test('where other lines are, a condition may be around it', () => {
    for (const to of ['4,0 +4', '5,0 +5']) {
      const { edits, notes, left } = byLine([2, 3, 7, 8], moved(to));
      expect({ edits, left }).toEqual({ edits: ['move a after b'], left: [] });
      expect(notes).toEqual([{ kind: 'noCondition', member: 'a', firstLine: 3, lastLine: 7 }]);
    }
    // The `#if` and the `#endif` do not both have a line.
    for (const to of ['3,0 +3', '6,0 +6']) {
      expect(byLine([2, 3, 7, 8], moved(to)).notes).toEqual([]);
    }
  });

  test('where the struct begins or ends, too', () => {
    const last = { edits: ['move a after d'], left: [] };
    const { notes, ...read } = byLine([2, 3, 4, 5], moved('6,0 +6'));
    expect(read).toEqual(last);
    expect(notes).toEqual([{ kind: 'noCondition', member: 'a', firstLine: 5, lastLine: null }]);
    expect(notes.map(noteText)).toEqual([
      '`a` is taken to be under no `#if` of the source: only its source line, after source line 5, says where it is.',
    ]);
    expect(byLine([2, 3, 4, 5], moved('5,0 +5'))).toEqual({ ...last, notes: [] });
    // The hunk shows that the struct ends.
    const end = '@@ -7,2 +6,3 @@ struct s {\n \t/* end */\n+\tint a;\n };\n';
    const shown = byLine([2, 3, 4, 5], `@@ -2 +1,0 @@ struct s {\n-\tint a;\n${end}`);
    expect(shown.notes).toEqual([]);

    const first = (to: string) =>
      byLine(
        [4, 5, 6, 7],
        `@@ -${to} @@ struct s {\n+\tint d;\n@@ -7 +7,0 @@ struct s {\n-\tint d;\n`,
      );
    expect(first('2,0 +3')).toEqual({
      edits: ['move d before a'],
      left: [],
      notes: [{ kind: 'noCondition', member: 'd', firstLine: 1, lastLine: 4 }],
    });
    for (const to of ['1,0 +2', '3,0 +4']) expect(first(to).notes).toEqual([]);
  });

  test('where the member before it goes elsewhere', () => {
    const gone = (line: number, name: string, now = '') =>
      `@@ -${line} +${now === '' ? `${line - 1},0` : line} @@ struct s {\n-\tint ${name};\n${now}`;
    const last = gone(8, 'd', '+\tint a;\n');
    const read = (patch: string) => {
      const { edits, left } = byLine([2, 3, 4, 8], patch);
      return left.length > 0 ? left : edits;
    };
    expect(read(gone(2, 'a', '+\tint c;\n') + gone(4, 'c') + last)).toEqual([
      'move c before a',
      'move a after b',
      'remove d',
    ]);
    expect(read(gone(2, 'a') + gone(4, 'c') + last)).toEqual([
      'remove c',
      'move a after b',
      'remove d',
    ]);
    // What came between is before it.
    const between = '@@ -3,0 +4 @@ struct s {\n+\tint d;\n';
    expect(read(gone(2, 'a') + between + gone(4, 'c') + last)).toEqual([
      'move d after b',
      'remove c',
      'move a after d',
    ]);
  });

  /** A struct with `a` and `b` on lines 3 and 4 in a group that begins on line 2, and `c` on line 8. */
  const grouped = (patch: string) => {
    const members = ['a', 'b'].map((name, at) => member(name, 4 * at, INT));
    const group = member(null, 0, aggregate('struct', '', 8, members));
    const desc = structDesc(X86_64, aggregate('struct', 's', 12, [group, member('c', 8, INT)]));
    const lines = new Map([
      ['a', 3],
      ['b', 4],
      ['c', 8],
    ]);
    const stated = (line: number) => ({ file: 'x.h', line, column: 5 });
    for (const [index, type] of desc.types.entries()) {
      const { shape } = type;
      if (shape.kind !== 'aggregate') continue;
      Object.assign(type, { declared: stated(index === desc.root ? 1 : 2) });
      for (const fact of shape.members) {
        const line = lines.get(fact.name ?? '');
        if (line !== undefined) Object.assign(fact, { declared: stated(line) });
      }
    }
    const { structs, left } = reviewOf(`--- a/x.h\n+++ b/x.h\n${patch}`, () => newDocument(desc));
    return {
      edits: structs.flatMap(({ edits }) => edits.map(formatEdit)),
      left: left.map(({ sign, text }) => `${sign}${text.trim()}`),
    };
  };
  const hunk = (at: string, line: string) => `@@ ${at} @@ struct s {\n${line}\n`;

  test('behind the last member of a group that goes elsewhere, the group may have ended', () => {
    const { edits, left } = grouped(
      [
        hunk('-1,0 +2', '+\tint b;'),
        hunk('-4 +4,0', '-\t\tint b;'),
        hunk('-5,0 +6', '+\tint c;'),
        hunk('-8 +9,0', '-\tint c;'),
      ].join(''),
    );
    expect(edits.filter((edit) => edit.startsWith('move c'))).toEqual([]);
    expect(left).toContain('+int c;');
  });

  test('inside the body of an array of structs', () => {
    const pair = aggregate('struct', '', 8, FOUR.slice(0, 2));
    const desc = structDesc(
      X86_64,
      aggregate('struct', 's', 20, [member('c', 0, INT), member('pairs', 4, array(pair, 2))]),
    );
    const stated = (line: number) => ({ declared: { file: 'x.h', line, column: 5 } });
    for (const type of desc.types) {
      const { shape } = type;
      if (shape.kind !== 'aggregate') continue;
      const isRoot = type === desc.types[desc.root];
      Object.assign(type, stated(isRoot ? 1 : 3));
      for (const [at, fact] of shape.members.entries())
        Object.assign(fact, stated(isRoot ? 2 + 4 * at : 4 + at));
    }
    const patch = (line: number) =>
      `--- a/x.h\n+++ b/x.h\n${hunk('-2 +1,0', '-\tint c;')}${hunk(`-${line},0 +${line}`, '+\tint c;')}`;
    const leftAt = (line: number) => reviewOf(patch(line), () => newDocument(desc)).left.length;
    expect([3, 4, 6].map(leftAt)).toEqual([2, 2, 0]);
  });

  test('before the first member of a group, the group has begun or not', () => {
    const toFront = (line: number) =>
      grouped(hunk(`-${line},0 +${line + 1}`, '+\tint c;') + hunk('-8 +9,0', '-\tint c;'));
    const outside = toFront(1);
    expect(outside.left).toEqual([]);
    expect(outside.edits).toEqual(['move c before anon(a)']);
    expect(toFront(2)).toEqual({ edits: [], left: ['+int c;', '-int c;'] });
  });
});
