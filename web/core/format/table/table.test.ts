import { sentence } from '../../base/messages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attribute } from '../../heat/attribute';
import { sliceProfile } from '../../heat/slice';
import { ADDRESS_SPACE } from '../../heat/testing/addressSpace';
import { line, profile, row } from '../../heat/testing/profiles';
import { applyEdits, withoutEdits } from '../../edit/apply';
import { newDocument, type LayoutDocument } from '../../edit/document';
import { parseEdit } from '../../edit/parse';
import { formatEdit } from '../../edit/words';
import { randomEdits } from '../../edit/testing/randomEdits';
import { specOf, structCase } from '../../edit/testing/randomStructs';
import { structDesc } from '../../facts/build';
import { TEXT_TARGETS } from '../../facts/targets';
import { computeLayout } from '../../layout/compute';
import type { OrderedStruct } from '../../layout/order';
import { orderedFrom } from '../../layout/original';
import { structFromC } from '../../layout/testing/c';
import { fieldsOf } from '../../layout/walk';
import { readTable } from './readTable';
import { tableText } from './writeTable';

/** Everything that a layout is: each field with its place, size, name and type. */
function facts(struct: OrderedStruct): readonly string[] {
  const layout = computeLayout(struct);
  const fields = [...fieldsOf(layout)].map(
    ({ path, offsetBits, sizeBits, alignBits, member }) =>
      `${path} ${offsetBits} ${sizeBits} ${alignBits} ${member.typeName} ${member.bitField?.unitBits ?? ''}`,
  );
  return [`${layout.sizeBits} ${layout.alignBits} ${struct.verdict.kind}`, ...fields];
}

/** What mailers and people do to a text. */
const DAMAGES: Readonly<Record<string, (text: string) => string>> = {
  nothing: (text) => text,
  quoted: (text) => text.replaceAll(/^/gm, '> '),
  'quoted twice, in a mail': (text) =>
    `Hi,\n\nOn Monday someone wrote:\n> > I looked at it:\n${text.replaceAll(/^/gm, '> > ')}\nLooks good.\n`,
  'runs of blanks lost': (text) => text.replaceAll(/ +/g, ' ').replaceAll(/^ /gm, ''),
  'tabs for blanks': (text) => text.replaceAll(/ {2,}/g, '\t'),
  'CRLF, and blanks at the ends': (text) => text.replaceAll('\n', '  \r\n'),
  'wrapped at 60': (text) =>
    text.replaceAll(/^.{60,}$/gm, (each) => each.replace(/^(.{30,59}) /, '$1\n')),
  'run together': (text) => text.replaceAll('\n', ' '),
  'empty lines between': (text) => text.replaceAll('\n', '\n\n'),
};

function read(text: string) {
  const result = readTable(text);
  if (!result.ok) throw new Error(`${sentence(result.error)}\n${text}`);
  return result.value;
}

test('any layout comes back from its table, whatever a mailer did to it, and no line is too long', () => {
  fc.assert(
    fc.property(
      structCase,
      fc.constantFrom(...TEXT_TARGETS),
      fc.constantFrom(...Object.keys(DAMAGES)),
      ({ root, picks }, target, damage) => {
        const start = newDocument(structDesc(target, specOf(root, target)));
        const { edits } = randomEdits(withoutEdits(start), picks);
        const document: LayoutDocument = { ...start, edits, baseBytes: 16 };
        const text = tableText(document, null);
        expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(75);
        const { document: back, notes } = read(DAMAGES[damage]?.(text) ?? '');
        expect(notes).toEqual([]);
        expect(facts(orderedFrom(back.struct))).toEqual(facts(orderedFrom(document.struct)));
        expect(back.struct.target).toEqual(target);
        expect(back.edits.map(formatEdit)).toEqual(edits.map(formatEdit));
        const [was, is] = [applyEdits(document), applyEdits(back)];
        expect(is.skipped).toEqual([]);
        expect(facts(is.struct)).toEqual(facts(was.struct));
        expect([is.state.wantedBaseBytes, is.state.lineBytes, is.state.pair]).toEqual([
          was.state.wantedBaseBytes,
          was.state.lineBytes,
          was.state.pair,
        ]);
      },
    ),
    { numRuns: 200 },
  );
});

const ADDRESS = '0xff1ddd3f0c8a3b00';

function withHeat() {
  const source = profile([
    line(ADDRESS, [
      row(0, 'vma_interval_tree_remove', { rmt: 100, lcl: 50, loads: 160 }),
      row(8, 'down_write', { rmt: 50, stores: 300 }),
      row(16, 'rwsem_spin_on_owner', { rmt: 849, lcl: 150 }),
    ]),
  ]);
  const extract = sliceProfile(source, { name: 'p', measuredOn: [], wanted: new Set([ADDRESS]) });
  const bindings = [{ profile: 'p', target: ADDRESS, offsetBytes: 80 }];
  const move = parseEdit('move i_mmap_rwsem last');
  const document: LayoutDocument = {
    ...newDocument(structFromC(ADDRESS_SPACE)),
    baseBytes: 48,
    profiles: [extract],
    bindings,
    edits: move.ok ? [move.value] : [],
  };
  return { document, heat: attribute(orderedFrom(document.struct), extract, bindings) };
}

test('heat comes back on the fields that it was on', () => {
  const { document, heat } = withHeat();
  const text = tableText(document, heat);
  for (const damage of Object.values(DAMAGES)) {
    const { document: back, notes } = read(damage(text));
    expect(notes).toEqual([]);
    const [extract] = back.profiles;
    if (!extract) throw new Error('no heat');
    const again = attribute(orderedFrom(back.struct), extract, back.bindings);
    expect(again.attributed).toEqual(heat.attributed);
    // What is known of nested types ends at the member: `i_mmap_rwsem` has the sum of its parts.
    for (const path of ['i_mmap', 'i_mmap_rwsem'] as const) {
      expect(again.heat.byPath.get(path as never)?.counts).toEqual(
        heat.heat.byPath.get(path as never)?.counts,
      );
    }
    expect(again.rows.map(({ offsetBytes }) => offsetBytes)).toEqual([80, 88, 96]);
  }
});

test('a table with heat as it stands in a mail, within 75 columns', () => {
  const { document, heat } = withHeat();
  const text = tableText(document, heat);
  // A mail's table is read for years: its text may only change on purpose (docs/table.md). Offsets and sizes are
  // those of v6.4's struct, i_mmap_rwsem's 40 bytes go to the end and what follows it moves 40 down;
  // samples are the rows of withHeat: 899 = 50 + 849 remote, 150 local, 1049 = 899 + 150 loads.
  expect(text).toBe(HEATED);
  expect(Math.max(...text.split('\n').map((each) => each.length))).toBeLessThanOrEqual(75);
});

test('a table of bit-fields, unnamed members and an open end', () => {
  const bits = `struct odd { unsigned a : 3, b : 5; union { int x; struct { char c; long d; }; }; long e __aligned(64); char name[]; };`;
  // gcc: sizeof 128, _Alignof 64, x and c at 8, d at 16, e at 64, name at 72.
  expect(tableText(newDocument(structFromC(bits)), null)).toBe(ODD);
});

test('a struct of a text that is cut is at least as large as what is there, also when its table is read', () => {
  const whole = structFromC('struct s { int a; long b; };');
  const types = whole.types.map((type, at) =>
    at === whole.root && type.shape.kind === 'aggregate'
      ? { ...type, sizeBytes: null, shape: { ...type.shape, readOnly: 'It is cut.' } }
      : type,
  );
  const text = tableText(newDocument({ ...whole, types }), null);
  expect(text).toContain('struct s is at least 16 bytes, align 8');
  for (const damage of Object.values(DAMAGES)) {
    const { document, notes } = read(damage(text));
    expect(notes).toEqual([]);
    expect(document.struct.types[document.struct.root]?.sizeBytes).toBeNull();
  }
});

test('damage is said, and what is there is shown', () => {
  const text = tableText(newDocument(structFromC('struct s { int a; long b; int c; };')), null);
  const failure = (damaged: string) => {
    const result = readTable(damaged);
    return result.ok ? result.value.notes.map(sentence).join(' ') : sentence(result.error);
  };
  expect(failure(text.slice(0, -30))).toMatch(/cut: its last row/);
  expect(failure(text.replace('hitmap-table 1', 'hitmap-table 7'))).toMatch(/newer than this page/);
  expect(failure(text.replace('struct s is', 'struct s was'))).toMatch(/first row .* damaged/);
  expect(failure(text.replace(/^ +16 .*\n/m, ''))).toMatch(/1 of its 3 rows are missing/);
  expect(failure(text.replace(/^( +16 +4 )c/m, '$1renamed'))).toMatch(/changed after it was/);
  expect(failure(text.replace(/^ +16 +4/m, '   16    x'))).toMatch(/Near .* a size was expected/);
  expect(failure(text.replace('int', 'int }'))).toMatch(/Near|expected/);
});

test('no text makes the reader throw', () => {
  const table = tableText(
    newDocument(structFromC('struct s { int a:3; union { int c; }; };')),
    null,
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(table.length), fc.nat(8), fc.string({ maxLength: 6 })), {
        maxLength: 5,
      }),
      (cuts) => {
        let text = table;
        for (const [at, length, put] of cuts)
          text = text.slice(0, at) + put + text.slice(at + length);
        const result = readTable(text);
        if (!result.ok) expect(sentence(result.error)).toMatch(/[.!]$/);
      },
    ),
    { numRuns: 300 },
  );
});

const HEATED = `struct address_space is 192 bytes, align 8, lines of 64, x86-64
  [hitmap-table 1, base 48]
(changed: from 192 bytes on 4 lines to 192 bytes on 4 lines; now: where a
  field goes)
(samples: HITM of loads remote and local, all loads, stores)

offset size now rmt lcl loads stores field           type
-- line 0, from 0 --
     0    8   0   .   .     .      . host            struct inode *
     8 16/8   8   .   .     .      . i_pages         struct xarray
-- line 1, from 16 --
    24 40/8  24   .   .     .      . invalidate_lock struct rw_semaphore
    64    4  64   .   .     .      . gfp_mask        u32
    68    4  68   .   .     .      . i_mmap_writable int
    72 16/8  72 100  50   160      . i_mmap          struct rb_root_cached
    +8    .   . 100  50   160      .  .rb_leftmost
-- line 2, from 80 --
    88 40/8 152 899 150  1049    300 i_mmap_rwsem    struct rw_semaphore
    +0    .   .  50   .    50    300  .count
    +8    .   . 849 150   999      .  .owner
   128    8  88   .   .     .      . nrpages         long unsigned int
   136    8  96   .   .     .      . writeback_index long unsigned int
-- line 3, from 144 --
   144    8 104   .   .     .      . a_ops           void *
   152    8 112   .   .     .      . flags           long unsigned int
   160    4 120   .   .     .      . wb_err          u32
   164    4 124   .   .     .      . private_lock    struct spinlock
   168 16/8 128   .   .     .      . private_list    struct list_head
   184    8 144   .   .     .      . private_data    void *

edit: move i_mmap_rwsem last
[end, 15 rows, check 191vg39]
`;

const ODD = `struct odd is 128 bytes, align 64, lines of 64, x86-64 [hitmap-table 1]

offset  size field type
-- line 0, from 0 --
     0 3b/32 a     unsigned int
   0.3 5b/32 b     unsigned int
     1     7 (hole)
     8  16/8 union {
     8     4  x    int
     8  16/8  struct {
     8     1   c   char
     9     7   (hole)
    16     8   d   long int
              }
             }
    24    40 (hole)
-- line 1, from 64 --
    64     8 e     long int @align(64)
    72   0/1 name  char[]
    72    56 (padding)

[end, 9 rows, check eziv1f]
`;
