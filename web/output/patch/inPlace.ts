import { fail, ok, type Result } from '../../base/result';
import type { MemberPath } from '../../layout/ids';
import type { OrderedAggregate } from '../../layout/order';
import { refusal, type PatchRefusal } from './outcome';
import type { PatchRequest } from './request';
import { blanksBefore, type Replacement } from './text';
import type { TextMember } from '../../layout/text/textMembers';

/** The edits of members' own lines: alignments that came or went. */
export function inPlaceEdits(
  request: PatchRequest,
  text: string,
  texts: ReadonlyMap<MemberPath, TextMember>,
  original: OrderedAggregate,
): Result<readonly Replacement[], PatchRefusal> {
  const before = alignments(original);
  const after = alignments(request.applied.struct.root);
  const replacements: Replacement[] = [];
  for (const [path, wanted] of after) {
    const had = before.get(path) ?? null;
    const found = texts.get(path);
    if (found === undefined || had === wanted) continue;
    const sharesMacro = [...texts].some(
      ([other, { record, ordinal }]) =>
        other !== path && record === found.record && ordinal === found.ordinal,
    );
    const change = alignmentEdit(request, text, found, path, wanted, sharesMacro);
    if (!change.ok) return change;
    replacements.push(change.value);
  }
  return ok(replacements);
}

/** What is forced on each member, in bytes, `isolate`d predecessors counted; null for nothing. */
export function alignments(root: OrderedAggregate): ReadonlyMap<MemberPath, number | null> {
  const found = new Map<MemberPath, number | null>();
  const walk = (aggregate: OrderedAggregate) => {
    let asked = 0;
    for (const member of aggregate.members) {
      const own = (member.align ?? member.inner?.forcedAlign)?.bytes ?? 0;
      const forced = Math.max(own, asked);
      found.set(member.path, forced === 0 ? null : forced);
      // What is asked of the next member passes over padding bits that nobody wrote.
      if (member.role !== 'inferredBits') asked = member.isolateBytes ?? 0;
      if (member.inner !== null) walk(member.inner);
    }
  };
  walk(root);
  return found;
}

function alignmentEdit(
  request: PatchRequest,
  text: string,
  found: TextMember,
  path: MemberPath,
  bytes: number | null,
  sharesMacro: boolean,
): Result<Replacement, PatchRefusal> {
  const { declarator, member } = found;
  const line = declarator.at.line;
  const written = declarator.attributes.find((each) => each.align !== null);
  const shared = written !== undefined && written.span.start < declarator.span.start;
  if (written !== undefined && shared && member.declarators.length > 1) {
    return fail(
      refusal(
        'oneOfSeveral',
        `The alignment of \`${path}\` at line ${line} is that of all members of its declaration. Split this declaration first.`,
        {
          member: path,
          line,
          wayOut: {
            kind: 'splitDeclaration',
            member: path,
            label: `Split the declaration at line ${line}`,
          },
        },
      ),
    );
  }
  // `MARK(hot);` makes one member and takes an attribute; what ends in the macro takes none.
  const takesOne = text[member.span.end - 1] === ';' && !sharesMacro;
  if (member.macroName !== null && declarator.name === null && !takesOne) {
    return fail(
      refusal(
        'attribute',
        `\`${path}\` is made by ${member.macroName} at line ${line}: an alignment has to be written in that macro, not here.`,
        { member: path, line },
      ),
    );
  }
  if (bytes === null) {
    if (written === undefined) {
      return fail(
        refusal(
          'attribute',
          `The alignment of \`${path}\` is not written on its declaration at line ${line} (its type or a macro brings it): it cannot be taken away here.`,
          { member: path, line },
        ),
      );
    }
    const start = blanksBefore(text, written.span.start);
    return ok({ start, end: written.span.end, text: '' });
  }
  const attribute = attributeText(request, bytes);
  if (written !== undefined) {
    return ok({ start: written.span.start, end: written.span.end, text: attribute });
  }
  const end = declarator.declaredEnd;
  return ok({ start: end, end, text: ` ${attribute}` });
}

/** `____cacheline_aligned_in_smp` for the architecture's line, as the kernel writes it. */
export function attributeText(
  request: Pick<PatchRequest, 'dialect' | 'document'>,
  bytes: number,
): string {
  if (request.dialect === 'c') return `__attribute__((aligned(${bytes})))`;
  return bytes === request.document.struct.target.lineBytes
    ? '____cacheline_aligned_in_smp'
    : `__aligned(${bytes})`;
}

export function screenWidth(text: string): number {
  let column = 0;
  for (const char of text) column = char === '\t' ? (Math.floor(column / 8) + 1) * 8 : column + 1;
  return column;
}
