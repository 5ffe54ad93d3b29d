import type { OpenFile } from '../../web/cli/open/openFile';
import type { StructDesc } from '../../web/core/facts/generated';
import { itemAt } from '../../web/core/base/itemAt';
import type { OrderedMember } from '../../web/core/layout/order';
import { orderedAggregate } from '../../web/core/layout/original';

/**
 * Where a file has both: whether what was inferred from BTF, which records no alignment, is what DWARF
 * states. A struct of one is compared with that of the other that has the same content key. Differences
 * are printed and counted, by kind; they are no failure: offsets alone do not always prove which it was.
 */
export function compareInferred(btf: OpenFile, dwarf: OpenFile): void {
  const counts = new Map<string, number>();
  let same = 0;
  let compared = 0;
  for (const [row, name] of btf.names.entries()) {
    const ours = btf.session.ask({ kind: 'describe', row });
    if (!ours.ok) continue;
    const found = dwarf.session.ask({ kind: 'find', key: ours.value.key });
    const theirs =
      found.ok && found.value !== null
        ? dwarf.session.ask({ kind: 'describe', row: found.value })
        : null;
    if (theirs === null || !theirs.ok) continue;
    compared++;
    const differences = compare(ours.value, theirs.value);
    if (differences.length === 0) same++;
    for (const { kind, text } of differences) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      console.log(`${name}: ${text}`);
    }
  }
  console.log(
    `inferred from BTF and known from DWARF: ${same} of ${compared} structs have the same marks`,
  );
  for (const [kind, count] of counts) console.log(`  ${count} ${kind}`);
}

interface Difference {
  readonly kind: string;
  readonly text: string;
}

function compare(btf: StructDesc, dwarf: StructDesc): Difference[] {
  const found: Difference[] = [];
  const ours = itemAt(btf.types, btf.root);
  const theirs = itemAt(dwarf.types, dwarf.root);
  if (ours.shape.kind !== 'aggregate' || theirs.shape.kind !== 'aggregate') return [];
  const note = (kind: string, text: string) => found.push({ kind, text });
  if (ours.align.bytes !== theirs.align.bytes) {
    note(
      'alignments of a type differ',
      `its alignment is ${ours.align.bytes} from BTF, ${theirs.align.bytes} from DWARF`,
    );
  }
  if (ours.shape.packed !== theirs.shape.packed) {
    note(
      'packed differs',
      `packed: ${ours.shape.packed} from BTF, ${theirs.shape.packed} from DWARF`,
    );
  }
  const stated = new Map(named(orderedAggregate(dwarf, dwarf.root, '').members));
  for (const [name, member] of named(orderedAggregate(btf, btf.root, '').members)) {
    const other = stated.get(name);
    if (other === undefined) continue;
    const [a, b] = [member.align?.bytes ?? 1, other.align?.bytes ?? 1];
    if (a !== b) note(memberKind(a, b), `\`${name}\` is aligned to ${a} from BTF, ${b} from DWARF`);
  }
  return found;
}

function memberKind(btfBytes: number, dwarfBytes: number): string {
  if (dwarfBytes === 1) return 'alignments of members that DWARF does not state';
  return btfBytes === 1
    ? 'alignments of members that offsets do not show'
    : 'alignments of members that are larger than offsets show';
}

function named(members: readonly OrderedMember[]): (readonly [string, OrderedMember])[] {
  return members.flatMap((member) =>
    member.name === null ? [] : [[member.name, member] as const],
  );
}
