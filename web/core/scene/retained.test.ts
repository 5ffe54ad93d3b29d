import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../edit/apply';
import { newDocument } from '../edit/document';
import { dropSlots } from '../edit/dropSlots';
import { specOf, structCase } from '../edit/testing/randomStructs';
import { structDesc } from '../facts/build';
import type { StructDesc } from '../facts/generated';
import { X86_64 } from '../facts/targets';
import type { MemberPath } from '../layout/ids';
import { computeLayout } from '../layout/compute';
import { structFromC } from '../layout/testing/c';
import { buildScene } from './buildScene';
import type { CellHeat, GridScene, SceneInput } from './scene';
import { inputFor } from './testing/drawn';

test('a scene after another is the scene by itself, whatever was before', () => {
  fc.assert(
    fc.property(
      structCase,
      fc.array(fc.record({ drop: fc.nat(), pin: fc.nat(), select: fc.nat(), hot: fc.nat() }), {
        minLength: 2,
        maxLength: 5,
      }),
      fc.constantFrom(420, 800, 1300),
      ({ root }, frames, widthPx) => {
        const desc = structDesc(X86_64, specOf(root, X86_64));
        let before: GridScene | null = null;
        for (const frame of frames) {
          const input = frameOf(desc, frame, widthPx);
          const alone = buildScene(input);
          const after: GridScene = buildScene(input, before);
          expect(plain(after)).toEqual(plain(alone));
          before = after;
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('a cell that stayed is the same object, one that a move shifted is not', () => {
  const members = Array.from({ length: 32 }, (_, at) => `long f${at};`);
  const desc = structFromC(`struct s { ${members.join(' ')} };`);
  const first = buildScene(frameOf(desc, { drop: 0, pin: 99, select: 99, hot: 99 }, 800));
  const moved = frameOf(desc, { drop: 3, pin: 99, select: 99, hot: 99 }, 800);
  const second = buildScene(moved, first);
  const isKept = (key: string) =>
    second.cells[second.cellByKey.get(key)!] === first.cells[first.cellByKey.get(key)!];
  expect(isKept('f20')).toBe(true);
  expect(isKept('f0')).toBe(false);
  expect(second.rows.every(({ texts }, at) => texts === first.rows[at]!.texts)).toBe(true);
  expect(second.frames.every((frame, at) => frame === first.frames[at])).toBe(true);
});

interface Frame {
  readonly drop: number;
  readonly pin: number;
  readonly select: number;
  readonly hot: number;
}

/** The struct with its first member dropped somewhere, one pinned, one selected and one hot. */
function frameOf(desc: StructDesc, { drop, pin, select, hot }: Frame, widthPx: number): SceneInput {
  const document = newDocument(desc);
  const untouched = applyEdits(document);
  const paths = untouched.struct.root.members.map(({ path }) => path);
  const places = paths[0] === undefined ? [] : dropSlots(untouched, [paths[0]]);
  const place = places[drop % Math.max(1, places.length)];
  const edits = place === undefined || place.isCurrent ? [] : [place.edit];
  const { struct } = applyEdits({ ...document, edits });
  const chosen = (at: number) => new Set<MemberPath>(paths[at] === undefined ? [] : [paths[at]]);
  return {
    ...inputFor(desc, { widthPx }),
    struct,
    layout: computeLayout(struct),
    pins: chosen(pin),
    selection: chosen(select),
    heat: new Map(paths[hot] === undefined ? [] : [[paths[hot], HOT]]),
    dragged: new Set(edits.length > 0 ? paths.slice(0, 1) : []),
  };
}

const HOT: CellHeat = { source: 'measured', step: 4, access: 'both', text: '9 stores' };

function plain(scene: GridScene) {
  return { ...scene, cells: scene.cells.map((cell) => ({ ...cell, spoken: cell.spoken })) };
}
