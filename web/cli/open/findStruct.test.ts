import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { run } from '../testing/run';

describe('a struct by its name, in a program that g++ made', needs('g++'), () => {
  const folder = testFolder();

  test('the bare name is answered with the names that have it in a namespace', () => {
    const file = compiled(
      join(folder, 'shapes.cc'),
      'namespace flat { struct shape { int a; }; } namespace solid { struct shape { long a; }; }' +
        'flat::shape f; solid::shape s;',
    );
    expect(run(['show', file, 'solid::shape']).text).toContain('/* size: 8,');
    expect(() => run(['show', file, 'shape'])).toThrow(
      'holds no struct or union `shape`. It holds `flat::shape` and `solid::shape`.',
    );
  });
});
