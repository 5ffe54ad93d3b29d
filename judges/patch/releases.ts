import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits } from '../../web/core/edit/apply';
import { newDocument } from '../../web/core/edit/document';
import type { HeaderDoc } from '../../web/core/facts/generated';
import { orderedFrom } from '../../web/core/layout/original';
import { recordAt, textMembers } from '../../web/core/layout/text/textMembers';
import { csource, readHeader } from '../../web/cli/open/openText';
import { diffLines } from '../../web/core/patch/unified';
import { planPatch } from '../../web/core/patch/plan';
import { keyOf } from '../../web/core/patch/verify';
import { structOfText } from '../../web/core/patch/testing/structOfText';
import { linesOf, textOfBytes } from '../../web/core/patch/text';
import { filesUnder, KERNEL_FOLDERS } from './applies';
import { report, tally } from './tally';

/**
 * Structs that people reordered between two releases, with the same members before and after: whether the
 * patch for the later order changes no more lines of the struct than they did.
 */
export function checkReleases(before: string, after: string): boolean {
  const counted = tally();
  for (const path of KERNEL_FOLDERS.flatMap((folder) => filesUnder(before, folder))) {
    if (!existsSync(join(after, path))) continue;
    const [old, later] = [before, after].map((tree) => readFileSync(join(tree, path)));
    if (old === undefined || later === undefined || old.equals(later)) continue;
    const [oldDoc, laterDoc] = [readHeader(old), readHeader(later)];
    for (const record of oldDoc.records.keys()) {
      const other = sameMembersElsewhere(oldDoc, record, laterDoc);
      if (other === null) continue;
      counted.count('structs reordered by people');
      const name = recordAt(oldDoc, record).tag ?? '';
      const theirs = bodyOf(textOfBytes(later), laterDoc, other);
      const ours = reordered(path, old, oldDoc, record, keysOf(laterDoc, other));
      if (typeof ours === 'string') {
        counted.count(`refused: ${ours}`);
        continue;
      }
      const was = bodyOf(textOfBytes(old), oldDoc, record);
      const planned = bodyOf(textOfBytes(ours), readHeader(ours), record);
      const same = planned.join('') === theirs.join('');
      const [own, human] = [changed(was, planned), changed(was, theirs)];
      counted.count(
        same ? 'the same text as theirs' : `another text than theirs: ${path}: ${name}`,
      );
      if (own > human) counted.fail(`${path}: ${name}: ${own} changed lines, theirs ${human}`);
    }
  }
  return report('reordered between releases', counted);
}

/** The record of the later text with the same declarations in another order; null where there is none. */
function sameMembersElsewhere(old: HeaderDoc, record: number, later: HeaderDoc): number | null {
  const { tag, keyword, parent, unsupported } = recordAt(old, record);
  if (tag === null || keyword !== 'struct' || parent !== null || unsupported !== null) return null;
  const other = later.records.findIndex(
    (each) => each.tag === tag && each.keyword === keyword && each.unsupported === null,
  );
  if (other < 0) return null;
  const [was, is] = [keysOf(old, record), keysOf(later, other)];
  const moved = was.join('\n') !== is.join('\n');
  const same = [...was].sort().join('\n') === [...is].sort().join('\n');
  return moved && same && new Set(was).size === was.length ? other : null;
}

function keysOf(doc: HeaderDoc, record: number): readonly string[] {
  return textMembers(doc, record).map((text) => keyOf(doc, text, []));
}

/** The header with the struct in the order of `keys`, or why not. */
function reordered(
  path: string,
  bytes: Uint8Array,
  doc: HeaderDoc,
  record: number,
  keys: readonly string[],
): Uint8Array | string {
  // Of a chain the first branch holds.
  const desc = structOfText(doc, record, {}, (_, condition) => !condition.startsWith('!('));
  const members = orderedFrom(desc).root.members;
  const texts = textMembers(doc, record).filter(
    (text) =>
      text.conditions.every((condition) => !condition.startsWith('!(')) &&
      (text.declarator.name !== null || text.member.record !== null),
  );
  if (texts.length !== members.length) return 'macro members';
  const wanted = members
    .map((member, place) => {
      const text = texts[place];
      return { member, at: text === undefined ? -1 : keys.indexOf(keyOf(doc, text, [])) };
    })
    .sort((a, b) => a.at - b.at);
  const order = { kind: 'order', members: wanted.map(({ member }) => member.path) } as const;
  const document = { ...newDocument(desc), edits: [order] };
  const applied = applyEdits(document);
  if (applied.skipped.length > 0) return 'the engine does not take the order';
  const planned = planPatch({
    header: { path, bytes, doc },
    document,
    applied,
    dialect: 'kernel',
    split: [],
    comments: [],
    boundaries: false,
    versions: { header: null, binary: null },
    mayChangeFormat: true,
    defined: null,
    scalars: [],
    csource: csource(),
  });
  return planned.ok ? planned.value.after : planned.error.kind;
}

/** The lines of a body, blank ones left out. */
function bodyOf(text: string, doc: HeaderDoc, record: number): readonly string[] {
  const { lines } = recordAt(doc, record);
  return linesOf(text)
    .slice(lines.first - 1, lines.last)
    .filter((line) => line.trim() !== '');
}

function changed(before: readonly string[], after: readonly string[]): number {
  return diffLines(before, after).filter(({ kind }) => kind !== 'same').length;
}
