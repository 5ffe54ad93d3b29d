import { listed } from '../base/prose';
import type { Applied } from '../edit/applied';
import type { FieldItem } from '../layout/layout';
import { linesOf } from '../layout/lines';
import { lockKind } from '../locks/lockTypes';
import { guardedBy } from '../locks/objects';
import type { Finding } from './finding';
import { hotMembers } from './straddling';
import type { Use, Uses } from './uses';
import { sufferedCount } from './words';

const MOST_NAMED = 3;

/**
 * Hot locks beside what they protect, or apart from it. Which fields a lock protects is read off its
 * name (`i_mmap_rwsem` and `i_mmap`): the types do not say, and the sentence says so.
 */
export function lockFindings(applied: Applied, uses: Uses): readonly Finding[] {
  const hot = hotMembers(uses);
  return [...hot].flatMap(([path, use]) => {
    const lock = uses.fields.get(path);
    if (lock === undefined || !isLock(lock, use)) return [];
    const guarded = protectedBy(lock, uses).filter(
      (field) => !uses.measured || use.tag !== null || uses.all.some((u) => u.path === field.path),
    );
    const beside = guarded.filter((field) => shareLine(lock, field, applied));
    const apart = guarded.filter((field) => !beside.includes(field));
    if (beside.length > 0 && (use.snoops > 0 || use.tag === 'lock')) {
      const names = beside.slice(0, MOST_NAMED);
      return finding('Lock beside what it protects', use, names, [
        `\`${path}\` (${sufferedCount(use, uses)}) shares its line with ${quoted(names)}, which it protects by its name.`,
        use.tag === null
          ? 'Waiters take the line from whoever holds the lock.'
          : 'If it is contended, waiters take the line from the holder; if not, one line serves both.',
      ]);
    }
    if (beside.length === 0 && apart.length > 0 && use.snoops === 0) {
      const names = apart.slice(0, MOST_NAMED);
      return finding('Lock apart from what it protects', use, names, [
        `\`${path}\` (${sufferedCount(use, uses)}) shares no line with ${quoted(names)}, which it protects by its name.`,
        use.tag === null
          ? 'No other core was seen to fight for it: one line could serve the lock and the data.'
          : 'If it is seldom contended, one line could serve both; if it often is, this is as it should be.',
      ]);
    }
    return [];
  });
}

function finding(
  title: string,
  use: Use,
  others: readonly FieldItem[],
  reason: readonly string[],
): Finding {
  const members = [use.path, ...others.map(({ path }) => path)];
  const samples = use.snoops > 0 ? use.snoops : use.loads + use.stores;
  return {
    kind: 'lock',
    title,
    reason: reason.join(' '),
    members,
    lines: [use.line],
    functions: [],
    samples,
  };
}

function isLock({ member }: FieldItem, use: Use): boolean {
  return use.tag === 'lock' || lockKind(member.typeName) === 'lock';
}

function protectedBy(lock: FieldItem, uses: Uses): readonly FieldItem[] {
  const outside = [...uses.fields.values()].filter(({ inner }) => inner === null);
  const guarded = new Set(guardedBy(lock, outside));
  return outside.filter(({ path }) => guarded.has(path));
}

function shareLine(a: FieldItem, b: FieldItem, applied: Applied): boolean {
  const one = linesOf(a.offsetBits, a.sizeBits, applied.state);
  const other = linesOf(b.offsetBits, b.sizeBits, applied.state);
  return one.first <= other.last && other.first <= one.last;
}

function quoted(fields: readonly FieldItem[]): string {
  return listed(fields.map(({ path }) => `\`${path}\``));
}
