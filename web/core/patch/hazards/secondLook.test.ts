import { expect, test } from 'vitest';
import type { FileHazards, HazardQuery, Container } from '../../facts/generated';
import { secondLook } from './search';

const QUERY: HazardQuery = {
  keyword: 'struct',
  name: 'it',
  aliases: [],
  members: [],
  pointers: [],
  cplusplus: false,
  firstTypes: [],
  held: [],
  offsets: [],
  standIns: [],
};

const NOTHING: FileHazards = {
  hazards: [],
  uses: [],
  macros: [],
  casts: [],
  held: [],
  offsets: [],
  aliases: [],
  pointers: [],
  standIns: [],
};

function held(count: number): readonly Container[] {
  return Array.from({ length: count }, (_, at) => ({
    container: `h${at}`,
    member: 'it',
    dimensions: 0,
    position: 0,
  }));
}

function look(count: number, offsets: FileHazards['offsets'] = []) {
  return secondLook(QUERY, [
    { path: 'a.h', found: { ...NOTHING, held: [...held(count)], offsets } },
  ]);
}

test('a struct in many containers is not looked for in files that do not name it, and that is said', () => {
  expect(look(0)).toEqual({ query: null, left: [] });
  const few = look(24);
  expect(few.query?.held).toHaveLength(24);
  expect(few.left).toEqual([]);
  const many = look(1025);
  expect(many.query).toBeNull();
  expect(many.left).toEqual([
    '1,025 structs contain `it`. With more than 24, files that fill one of them and do not name `it` are not looked at: values by position in those are not told.',
  ]);
  // Assembly is asked all the same.
  const asked = look(1025, [{ name: 'IT_a', members: ['a'] }]);
  expect(asked.query).toMatchObject({ held: [], offsets: [{ name: 'IT_a' }] });
  expect(asked.left).toHaveLength(1);
});
