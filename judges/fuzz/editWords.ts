import { sentence } from '../../web/core/base/messages';
import { applyEdit, applyEdits } from '../../web/core/edit/apply';
import { newDocument } from '../../web/core/edit/document';
import { EDIT_FORMS, parseEdit } from '../../web/core/edit/parse';
import { parseDocument } from '../../web/core/edit/validate';
import { formatEdit } from '../../web/core/edit/words';
import { computeLayout } from '../../web/core/layout/compute';
import { structFromC } from '../../web/core/layout/testing/c';
import { shapeOf } from './links';
import { oneOf, type Target } from './target';

const DOCUMENT = newDocument(
  structFromC(
    'struct s { char a; union { int b; long c; }; int d:3; int e:5; struct { int f; int g; } h[2]; long i; char j[]; };',
  ),
);

const PIECES = [
  ...EDIT_FORMS.flatMap((form) => form.split(/[\s|,[\]…]+/)),
  ...'a b c d e h h.f h[1].g i j anon(b) bits(d) " \\ , | 0 1 8 64 -1 1e9 0x40 NaN ~1 . [ ]'.split(
    ' ',
  ),
  ...`9007199254740993 \0 \u202e \ud800 ' “ "TEXT" __proto__ constructor`.split(' '),
  ...['\n', 'x'.repeat(3000)],
];

/** Edits in words, as people and links write them; several lines are several edits, one after the other. */
export const EDIT_WORDS: Target<string> = {
  seeds: [
    ...EDIT_FORMS.map((form) => form.replace(/\b[A-DX]\b/g, 'a').replace(/\bN\b/g, '8')),
    ...['move i first', 'align a 64', 'pad 8 before i', 'order a,i', 'note a "t"', 'isolate i'],
    ...['apart a | i', 'stay a in 0', 'lift apart a|i', 'tag a lock 2', 'move b out', 'unpad i'],
  ],
  change(input, draw, others) {
    const words = input.split(/(\s+|,|\|)/);
    const place = draw(words.length + 1);
    const way = draw(5);
    if (way === 0) words.splice(place, 1);
    else if (way === 1) words[place] = oneOf(draw, PIECES);
    else if (way === 2) words.splice(place, 0, ' ', oneOf(draw, PIECES));
    else if (way === 3)
      words.splice(place, words.length, ...(others[draw(others.length)] ?? '').split(/(\s+)/));
    else words.push('\n', others[draw(others.length)] ?? '');
    return words.join('').slice(0, 10_000);
  },
  run(input) {
    let applied = applyEdits(DOCUMENT);
    const outcomes: string[] = [];
    const edits = [];
    for (const line of input.split('\n').slice(0, 20)) {
      const read = parseEdit(line);
      if (!read.ok) {
        outcomes.push(shapeOf(read.error));
        continue;
      }
      const again = parseEdit(formatEdit(read.value));
      if (!again.ok || JSON.stringify(again.value) !== JSON.stringify(read.value)) {
        throw new Error(`it is read otherwise as it is written: ${formatEdit(read.value)}`);
      }
      edits.push(read.value);
      const next = applyEdit(applied, read.value);
      if (!next.ok) outcomes.push(shapeOf(next.error));
      else outcomes.push(read.value.kind);
      if (next.ok) applied = next.value;
    }
    const { sizeBits } = computeLayout(applied.struct);
    if (!(sizeBits >= 0)) throw new Error(`a size of ${sizeBits} bits`);
    // What words say, a document may hold.
    const held = parseDocument(JSON.parse(JSON.stringify({ ...DOCUMENT, edits })));
    if (!held.ok) throw new Error(`in a document it is refused: ${sentence(held.error)}`);
    return Promise.resolve(outcomes.join(' '));
  },
};
