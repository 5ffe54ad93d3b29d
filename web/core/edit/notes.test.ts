import { expect, test } from 'vitest';
import { notesByLine } from './notes';
import { edited } from './testing/edited';

const SOURCE = 'struct s { long a; char rest[120]; long b; };';

function notes(edits: string) {
  const applied = edited(SOURCE, edits);
  expect(applied.skipped).toEqual([]);
  return { fields: applied.state.notes, lines: Object.fromEntries(notesByLine(applied.state)) };
}

test('a note on a field and one on a line, written again and taken away', () => {
  expect(notes('note a "one"\nnote line 1 "two"\nnote a "three"\nnote line 1 "four"')).toEqual({
    fields: [{ member: 'a', text: 'three' }],
    lines: { 1: 'four' },
  });
  expect(notes('note a "one"\nnote line 1 "two"\nnote a ""\nnote line 1 ""')).toEqual({
    fields: [],
    lines: {},
  });
});

test('a line keeps its note where a field moves away, and where lines get another length', () => {
  expect(notes('note line 0 "x"\nmove a last').lines).toEqual({ 0: 'x' });
  const marked = 'note line 0 "x"\nnote line 1 "y"\nnote line 2 "z"';
  expect(notes(`${marked}\nline 128`).lines).toEqual({ 0: 'x\ny', 1: 'z' });
  expect(notes(`${marked}\nline 32`).lines).toEqual({ 0: 'x', 2: 'y', 4: 'z' });
  expect(notes(`${marked}\nline 128\nnote line 0 "both"`).lines).toEqual({ 0: 'both', 1: 'z' });
});
