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
      'has no struct or union `shape`. It holds `flat::shape` and `solid::shape`.',
    );
  });
});

describe('a struct by its typedef, in DWARF and in BTF of gcc', needs('gcc'), () => {
  const folder = testFolder();

  test.each(['-g', '-gbtf'])('%s', (flag) => {
    const source =
      'typedef struct _object PyObject; struct _object { long refs; PyObject *type; };' +
      'typedef const PyObject Fixed; PyObject o; Fixed f = { 1, &o };';
    const file = compiled(join(folder, `object${flag}.c`), source, '-g0', flag);
    expect(run(['show', file, 'PyObject']).text).toContain('struct _object {');
    // A tag is not what a typedef names.
    expect(() => run(['show', file, 'struct PyObject'])).toThrow('has no struct `PyObject`');
  });
});
