import { expect, test } from 'vitest';
import type { MemberPath } from '../layout/ids';
import { pictureOf } from './picture';
import { sceneOf } from './testing/drawn';

test('a name is a name whatever colour it lies on, and a place never is', () => {
  const scene = sceneOf('struct s { long hot; long cold; };', {
    heat: new Map([
      ['hot' as MemberPath, { source: 'measured', step: 5, access: 'reads', text: '' }],
    ]),
  });
  const texts = pictureOf(scene).shapes.flatMap((shape) => (shape.kind === 'text' ? [shape] : []));
  expect(texts.filter(({ isName }) => isName).map(({ text, role }) => [text, role])).toEqual([
    ['hot', 'heat-5'],
    ['cold', 'name'],
  ]);
  expect(texts.some(({ text, role }) => text === '0 · 8' && role === 'heat-5')).toBe(true);
});
