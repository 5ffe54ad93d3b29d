import { sentence } from '../base/messages';
import { expect, test } from 'vitest';
import { applyEdits } from '../edit/apply';
import { newDocument, type LayoutDocument } from '../edit/document';
import { parseEdit } from '../edit/parse';
import type { AccessProfile } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { attribute } from '../heat/attribute';
import { sliceProfile, profileLines } from '../heat/slice';
import { ADDRESS_SPACE, ALIGNED_ADDRESS_SPACE } from '../heat/testing/addressSpace';
import { line, profile, row } from '../heat/testing/profiles';
import { NO_ACCESS } from '../facts/noAccess';
import { findingsOf } from './findings';

/** The findings of some C with edits, and with a report whose first line begins `at` bytes into it. */
function findings(source: string, edits = '', report?: { from: AccessProfile; at: number }) {
  const struct = structFromC(source);
  const parsed = edits.split('\n').flatMap((words) => {
    if (words.trim() === '') return [];
    const edit = parseEdit(words);
    if (!edit.ok) throw new Error(sentence(edit.error));
    return [edit.value];
  });
  const document: LayoutDocument = { ...newDocument(struct), edits: parsed };
  const applied = applyEdits(document);
  expect(applied.skipped).toEqual([]);
  const original = orderedFrom(struct);
  return findingsOf(
    applied,
    computeLayout(applied.struct),
    original,
    report === undefined ? null : attributed(original, report),
  );
}

function attributed(
  original: ReturnType<typeof orderedFrom>,
  report: { from: AccessProfile; at: number },
) {
  const wanted = new Set(profileLines(report.from).map(({ id }) => id));
  const extract = sliceProfile(report.from, { name: 'p', measuredOn: [], wanted });
  const [target = ''] = wanted;
  return attribute(original, extract, [{ profile: 'p', target, offsetBytes: report.at }]);
}

const kinds = (found: ReturnType<typeof findings>) => found.map(({ kind }) => kind);

/** i_mmap is looked at while i_mmap_rwsem is taken, as in the study of 2023. */
const CONTENDED = profile([
  line('0x1000', [
    row(0, 'vma_interval_tree_remove', { rmt: 9, lcl: 7 }),
    row(24, 'down_write', { rmt: 10, stores: 26 }),
    row(32, 'rwsem_spin_on_owner', { rmt: 70, lcl: 72 }),
  ]),
]);

test('false sharing by measured heat, and the lock beside what it protects', () => {
  const found = findings(ADDRESS_SPACE, 'base 48', { from: CONTENDED, at: 80 });
  const sharing = found.find(({ kind }) => kind === 'falseSharing');
  expect(sharing?.members).toEqual(['i_mmap_rwsem', 'i_mmap']);
  expect(sharing?.reason).toContain('`i_mmap_rwsem` (26 stores) is written');
  expect(sharing?.reason).toContain('`i_mmap` (16 HITM) is used');
  // 152 of 168 HITM are the lock's own.
  expect(sharing?.reason).toContain(
    '90 % of the line’s HITM is inside `i_mmap_rwsem`: no order of members ends that.',
  );
  const lock = found.find(({ kind }) => kind === 'lock');
  expect(lock?.title).toBe('Lock beside what it protects');
  expect(lock?.members).toEqual(['i_mmap_rwsem', 'i_mmap']);
});

test('what the report’s functions contradict is no finding about members', () => {
  // The rows of i_mmap bound 48 bytes too early: the interval tree's functions are on i_pages, the lock is on a lock.
  const found = findings(ADDRESS_SPACE, 'base 8', { from: CONTENDED, at: 8 });
  expect(found.map(({ kind }) => kind)).toEqual(['misbound']);
  expect(found[0]?.reason).toContain('vma_interval_tree_remove works on rb_root_cached, and here');
  expect(found[0]?.members).toEqual(['i_pages.xa_lock']);
});

test('the cure by alignment is found to be one: the struct begins where it has to then, and not at its old base', () => {
  const cured = findings(ADDRESS_SPACE, 'base 48\nalign i_mmap_rwsem cacheline', {
    from: CONTENDED,
    at: 80,
  });
  const output = cured.map(({ title, members }) => `${title}: ${members.join()}`).join('\n');
  expect(output).not.toContain('i_mmap,');
  expect(output).not.toMatch(/: i_mmap$|Lock beside|Alignment of|line 2/m);
});

test('a member straddles to its harm where both of its ends are used, and not where one is', () => {
  // i_mmap and the lock both lie over an edge; only the far end of the first, the near end of the other are used.
  expect(kinds(findings(ADDRESS_SPACE, 'base 48', { from: CONTENDED, at: 80 }))).not.toContain(
    'straddle',
  );
  const bothEnds = profile([
    line('0x1000', [row(56, 'tree_insert', { rmt: 9, lcl: 7 })]),
    line('0x1040', [row(0, 'tree_leftmost', { rmt: 9, lcl: 7 })]),
  ]);
  const found = findings(ADDRESS_SPACE, 'base 48', { from: bothEnds, at: 16 });
  expect(found.find(({ kind }) => kind === 'straddle')?.members).toEqual(['i_mmap']);
});

test('of a report that knows shares alone no share is called a number of samples', () => {
  const shares = (rmt: number, lcl: number, stores: number) => ({
    hitmRemotePercent: rmt,
    hitmLocalPercent: lcl,
    peerRemotePercent: null,
    peerLocalPercent: null,
    storesL1HitPercent: stores,
    storesL1MissPercent: null,
    storesNoLevelPercent: null,
  });
  const known = (offset: number, symbol: string, share: ReturnType<typeof shares>) => ({
    ...row(offset, symbol),
    counts: NO_ACCESS,
    shares: share,
    otherLoads: null,
  });
  const byShares = profile([
    line('0x1000', [
      known(0, 'vma_interval_tree_remove', shares(9.22, 7.37, 0)),
      known(24, 'down_write', shares(0, 0, 26.39)),
    ]),
  ]);
  const found = findings(ADDRESS_SPACE, 'base 48', { from: byShares, at: 80 });
  const sharing = found.find(({ kind }) => kind === 'falseSharing');
  expect(sharing?.reason).toContain('`i_mmap_rwsem` (26.39 % of the line’s stores) is written');
  expect(sharing?.reason).toContain('`i_mmap` (a part of the line’s HITM) is used');
  // 9.22 % of the remote and 7.37 % of the local ones are no sum of anything.
  expect(found.map(({ title, reason }) => title + reason).join()).not.toMatch(
    /16\.59|\d (?:HITM|stores?\b|samples?\b)/,
  );
  expect(sharing?.functions.map(({ symbol, amount }) => [symbol, amount])).toEqual([
    ['down_write', '26.39 %'],
    ['vma_interval_tree_remove', ''],
  ]);
});

test('what rows show of a line that was trimmed is the least that there is', () => {
  const [rows] = CONTENDED.lines;
  const trimmed = profile([
    {
      ...line('0x1000', rows?.rows ?? [], {
        stores: 60,
        loads: 168,
        hitmRemote: 89,
        hitmLocal: 79,
      }),
      trimmedPercent: 50,
    },
  ]);
  const found = findings(ADDRESS_SPACE, 'base 48', { from: trimmed, at: 80 });
  const sharing = found.find(({ kind }) => kind === 'falseSharing');
  expect(sharing?.reason).toContain('`i_mmap_rwsem` (at least 26 stores) is written');
  // All of its HITM are among the rows.
  expect(sharing?.reason).toContain('`i_mmap` (16 HITM) is used');
  // Whose the other stores are is not known.
  expect(sharing?.reason).toContain('90 % of the HITM that the line’s rows show is inside');
});

test('a move that takes them apart takes the findings away', () => {
  const edits = 'base 48\nmove i_mmap_rwsem last';
  const found = findings(ADDRESS_SPACE, edits, { from: CONTENDED, at: 80 });
  expect(kinds(found)).not.toContain('falseSharing');
  expect(kinds(found)).not.toContain('lock');
});

test('two fields that are only read together are no finding', () => {
  const reads = profile([
    line('0x1000', [row(0, 'a', { loads: 500 }), row(8, 'b', { loads: 500 })]),
  ]);
  expect(findings('struct s { long a; long b; };', '', { from: reads, at: 0 })).toEqual([]);
});

test('a struct that nobody measured or tagged has no contention, and no empty praise', () => {
  expect(findings(ADDRESS_SPACE)).toEqual([]);
  expect(findings(ALIGNED_ADDRESS_SPACE)).toEqual([]);
});

test('tags stand in where nothing was measured', () => {
  const source =
    'struct s { long count; long ops; char rest[120]; int tail_lock; long tail_data; };';
  const found = findings(source, 'tag count write-hot\ntag ops read-hot\ntag tail_lock lock');
  expect(found[0]).toMatchObject({ kind: 'falseSharing', members: ['count', 'ops'], samples: 0 });
  expect(found[0]?.reason).toContain('tagged write-hot');
  expect(found[1]).toMatchObject({ kind: 'lock', members: ['tail_lock', 'tail_data'] });
});

test('of fields that are only known to be written none is called what the others take the line from', () => {
  const tagged = 'tag free write-hot\ntag used write-hot';
  const [found] = findings('struct s { int free; int used; };', tagged);
  expect(found?.reason).toBe(
    '`free` (tagged write-hot) and `used` (tagged write-hot) are both written on this line: each store to one takes it from the cores that use the other. No read of them is known, so that they count as no conflict. If the same code writes them, one line serves them.',
  );
  // The figure beside it counts loads that miss, and has none here.
  expect(found?.title).toBe('Written fields share line 0');
  const locks = findings('struct s { int free; int used; };', 'tag free lock\ntag used lock');
  expect(locks[0]?.title).toBe('False sharing on line 0');
  expect(locks[0]?.reason).not.toContain('No read');
  const three = findings(
    'struct s { int a; int b; int c; };',
    'tag a write-hot\ntag b write-hot\ntag c write-hot',
  );
  expect(three[0]?.reason).toContain('are all written on this line');
});

test('an uncontended lock apart from its data', () => {
  const source = `struct spinlock { int v; };
struct s { struct spinlock list_lock; char rest[124]; long list_head; };`;
  const calm = profile([
    line('0x1000', [row(0, 'add', { loads: 40, stores: 40 })]),
    line('0x1080', [row(0, 'add', { loads: 40, stores: 40 })]),
  ]);
  const found = findings(source, '', { from: calm, at: 0 });
  expect(found.map(({ title }) => title)).toEqual(['Lock apart from what it protects']);
});

test('a hole that a later field fills', () => {
  const found = findings('struct s { int a; long b; int c; long d; };');
  // gcc: 32 bytes as declared, 24 with c behind a.
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ kind: 'hole', title: 'Hole of 4 bytes at 4', members: ['c'] });
  expect(found[0]?.reason).toMatch(/ takes 24 bytes instead of 32\b/);
});

test('no field crosses a mark of the source, or leaves its pin, to fill a hole', () => {
  const source = 'struct s { int a; long b; char mark[0]; int c; long d; };';
  expect(findings(source)).toEqual([]);
  expect(findings('struct s { int a; long b; int c; long d; };', 'pin c')).toEqual([]);
});

test('bit-fields that a move puts into one unit', () => {
  const source = 'struct s { int a:3; int b:3; long c; int d:4; };';
  expect(findings(source)).toEqual([]);
  const [race] = findings(source, 'move d after b');
  expect(race?.kind).toBe('race');
  expect(race?.members).toEqual(['a', 'b', 'd']);
  expect(race?.reason).toContain('`a` and `d` now share a storage unit');
});

test('an alignment that holds nothing apart, and one that does', () => {
  const source = 'struct s { long a; long b __aligned(64); long c; };';
  const found = findings(source, 'tag a read-hot');
  expect(found.map(({ title }) => title)).toEqual(['Alignment of b costs 104 bytes']);
  expect(found[0]?.reason).toMatch(/ takes 24 bytes instead of 128\b/);
  expect(findings(source, 'tag a read-hot\ntag b write-hot')).toEqual([]);
});

test('two writers that take the line from each other come before a reader with a few HITM', () => {
  // A queue: pop stores head and loads tail, push the other way round; slots[0] is read by both.
  const queue = profile([
    line('0x1000', [
      row(0, 'pop', { rmt: 400, lcl: 395, stores: 800 }),
      row(8, 'push', { rmt: 300, lcl: 235, stores: 3200 }),
      row(16, 'push', { rmt: 40, lcl: 30 }),
    ]),
  ]);
  const [first] = findings('struct q { long head; long tail; long slots[8]; };', '', {
    from: queue,
    at: 0,
  });
  expect(first?.title).toBe('False sharing on line 0');
  expect(first?.reason).toBe(
    '`head` (800 stores, 795 HITM) and `tail` (3,200 stores, 535 HITM) are written and used on one line: each store to one takes it from the cores that use the other.',
  );
  expect(first?.members).toEqual(['tail', 'head']);
});
