import { expect, test } from 'vitest';
import { structFromC } from '../../layout/testing/c';
import { readHeader } from '../../layout/testing/readHeader';
import { sharedBeginning } from './search';

function check(own: string, other: string, expected: string): void {
  const desc = structFromC(own);
  const doc = readHeader(new TextEncoder().encode(other));
  expect(sharedBeginning(desc, doc, 'other').join(' '), other).toBe(expected);
}

test('members of one name and type from the first on', () => {
  const own = 'struct own { struct own *next; struct list *head; int count; short tail; };';
  check(
    own,
    'struct other { struct own *next; struct list *head; int count; };',
    'next head count',
  );
  check(own, 'struct other { struct own *next; struct list *head; long count; };', 'next head');
  check(own, 'struct other { int count; };', '');
  // haproxy's CONNECT and CONNACK packets: a body of its own is a type of its own.
  check(
    'struct own { struct { int level; } header; int count; };',
    'struct other { struct { long level; } header; };',
    '',
  );
});

test('each of two lists points to its own kind', () => {
  const own = 'struct own { struct own *next; struct own **prev; int count; };';
  check(
    own,
    'struct other { struct other *next; struct other **prev; int count; };',
    'next prev count',
  );
  check(own, 'typedef struct tag { struct tag *next; struct tag **prev; } other;', 'next prev');
  check(own, 'struct other { struct third *next; struct other **prev; };', '');
});
