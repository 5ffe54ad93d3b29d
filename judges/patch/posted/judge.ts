import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStruct } from '../../../web/cli/open/findStruct';
import { type OpenFile, openFile } from '../../../web/cli/open/openFile';
import { readPosted } from '../../../web/cli/open/openText';
import { reviewOf } from '../../../web/cli/commands/review';
import { applyEdit, applyEdits } from '../../../web/core/edit/apply';
import { formatEdit } from '../../../web/core/edit/words';
import { memberNamed } from '../../../web/core/review/sides';
import {
  type ConditionTaken,
  type NoConditionTaken,
  type ReviewNote,
  noteText,
} from '../../../web/core/review/notes';
import type { Applied } from '../../../web/core/edit/applied';
import type { StructDesc } from '../../../web/core/facts/generated';
import { computeLayout } from '../../../web/core/layout/compute';
import { orderedFrom } from '../../../web/core/layout/original';
import type { OrderedStruct } from '../../../web/core/layout/order';
import { leavesOf } from '../../../web/core/layout/walk';

/** What a review made of a posted text. */
export type Verdict =
  | { readonly kind: 'right' | 'named'; readonly why: string }
  /** Every line is placed, one of them under a condition that the review says it takes to hold; for gcc it does not. */
  | { readonly kind: 'assumed'; readonly why: string }
  /** It is another layout than the compiler's, and nothing says so. */
  | { readonly kind: 'misread'; readonly why: string };

/** Compiles `text` in a folder with the types that stand in `base.h`; the object, null where gcc refuses it. */
export function compiled(folder: string, name: string, header: string, use: string): string | null {
  const object = join(folder, `${name}.o`);
  writeFileSync(join(folder, 'it.h'), header);
  writeFileSync(join(folder, `${name}.c`), `#include "base.h"\n#include "it.h"\n${use}`);
  const { status } = spawnSync('gcc', ['-g', '-w', '-c', '-o', object, `${name}.c`], {
    cwd: folder,
  });
  return status === 0 ? object : null;
}

export async function verdictOf(
  file: OpenFile,
  after: readonly string[],
  name: string,
  posted: Uint8Array,
): Promise<Verdict> {
  const diff = readPosted(posted);
  const { structs, left, missing, refused, notes, total } = await reviewOf(file, diff);
  const mine = structs.find(({ document }) => document.struct.name === name);
  const [first] = left;
  if (first !== undefined) {
    return { kind: 'named', why: `${first.sign}${first.text}: ${first.reason}` };
  }
  if (missing + refused > 0)
    return { kind: 'named', why: `${missing} lines are missing, ${refused} parts not read` };
  if (diff.hunks.length === 0) return { kind: 'named', why: diff.refused[0]?.reason ?? 'no diff' };
  const is =
    mine === undefined
      ? placesOf(orderedFrom(findStruct(file, name)))
      : placesOf(applyEdits({ ...mine.document, edits: mine.edits }).struct);
  if (is.join() === after.join()) return { kind: 'right', why: '' };
  const editsRead = (mine?.edits ?? []).map(formatEdit).join('; ');
  const assumed = notes.filter((note) => isAbsent(note, after));
  const [condition] = assumed;
  if (condition !== undefined && mine !== undefined) {
    const read = applyEdits({ ...mine.document, edits: mine.edits });
    const without = placesOf(
      withoutMembers(
        read,
        assumed.map(({ member }) => member),
      ).struct,
    );
    if (without.join() === after.join()) return { kind: 'assumed', why: noteText(condition) };
  }
  const wrong = is.filter((each) => !after.includes(each)).slice(0, 3);
  const wanted = after.filter((each) => !is.includes(each)).slice(0, 3);
  return {
    kind: 'misread',
    why: `[${editsRead}] of ${total} lines: ${wrong.join(' ')} and not ${wanted.join(' ')} ${notes.map(noteText).join(' ')}`,
  };
}

type Taken = ConditionTaken | NoConditionTaken;

/** Whether a review takes it to hold that a member is there, and gcc, which was told the configuration, has none. */
function isAbsent(note: ReviewNote, after: readonly string[]): note is Taken {
  const places =
    note.kind === 'noCondition' ||
    (note.kind === 'condition' && (note.change === 'added' || note.change === 'stays'));
  return places && !after.some((each) => each.startsWith(`${note.member}@`));
}

/** What a review read, without members that are there only if what it takes to hold does. */
function withoutMembers(read: Applied, names: readonly string[]): Applied {
  return names.reduce((left, name) => {
    const found = memberNamed(left.struct.root, name);
    const next = found && applyEdit(left, { kind: 'remove', member: found.path });
    return next?.ok ? next.value : left;
  }, read);
}

/** The layout that gcc gave the struct. */
export function layoutIn(object: string, name: string): readonly string[] {
  const file = openFile(object, 'dwarf', false);
  try {
    return placesOf(orderedFrom(findStruct(file, name)));
  } finally {
    file.close();
  }
}

/** The size, and each named member that is no struct without a name, with its offset in bits; paddings left out. */
function placesOf(struct: OrderedStruct): readonly string[] {
  const layout = computeLayout(struct);
  const found: string[] = [];
  for (const { member, offsetBits } of leavesOf(layout)) {
    if (member.name === null || /^_*pad/.test(member.name)) continue;
    const inner = member.typeIndex === null ? null : unnamedType(struct.desc, member.typeIndex);
    if (inner === null) found.push(`${member.name}@${offsetBits}`);
    else found.push(...within(struct.desc, inner, offsetBits));
  }
  return [`size@${layout.sizeBits}`, ...[...new Set(found)].sort()];
}

function unnamedType({ types }: StructDesc, index: number): number | null {
  const type = types[index];
  return type?.shape.kind === 'aggregate' && /^(?:struct|union)$/.test(type.name) ? index : null;
}

function within(desc: StructDesc, index: number, from: number): readonly string[] {
  const shape = desc.types[index]?.shape;
  if (shape?.kind !== 'aggregate') return [];
  return shape.members.flatMap((fact) => {
    const offset = from + (fact.offsetBits ?? 0);
    const inner = unnamedType(desc, fact.typeIndex);
    if (inner !== null) return within(desc, inner, offset);
    return fact.name === null || /^_*pad/.test(fact.name) ? [] : [`${fact.name}@${offset}`];
  });
}
