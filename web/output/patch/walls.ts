import type { MemberPath } from '../../layout/ids';
import { recordAt, type TextMember } from '../../layout/text/textMembers';
import type { HeaderDoc, WallText } from '../../facts/generated';
import { refusal, type PatchRefusal } from './outcome';
import { readable } from './text';
import type { Verified } from './verify';

/**
 * Why an order changes more than the layout: a member would come to another side of a line that says what its
 * members are, C++'s `private:` or kernel-doc's comment of that name. Null where none does.
 */
export function crossedWall(before: Verified, after: Verified): PatchRefusal | null {
  for (const [path, text] of after.texts) {
    const had = before.texts.get(path);
    if (had === undefined) continue;
    const { line } = had.declarator.at;
    const [was, is] = [sidesOf(before, had), sidesOf(after, text)];
    if (was.access !== is.access) {
      return refusal(
        'wall',
        `\`${path}\` (line ${line}) is ${was.access} and would become ${is.access}: move it among the members under its own label.`,
        { member: path, line },
      );
    }
    if (was.documented !== is.documented) {
      return refusal('wall', documentedWords(path, line, was.documented), { member: path, line });
    }
  }
  return null;
}

function documentedWords(path: MemberPath, line: number, documented: boolean): string {
  return documented
    ? `\`${readable(path)}\` (line ${line}) would come under a \`/* private: */\` comment, which says that kernel-doc describes none of the members under it: keep it above.`
    : `\`${readable(path)}\` (line ${line}) is under a \`/* private: */\` comment and would come to members that kernel-doc describes: keep it below.`;
}

interface Sides {
  /** `public`, `private`, …; for C and what has no label always the same. */
  readonly access: string;
  readonly documented: boolean;
}

function sidesOf({ read: { doc, record: root } }: Verified, text: TextMember): Sides {
  const { keyword, walls } = recordAt(doc, text.record);
  const from = text.member.span.start;
  const label = last(walls, from, (wall) => wall.kind === 'access');
  const comment = last(wallsWithin(doc, root), from, (wall) => wall.kind !== 'access');
  return {
    access: label?.text ?? (keyword === 'class' ? 'private' : 'public'),
    documented: comment?.kind !== 'docPrivate',
  };
}

function last(walls: readonly WallText[], offset: number, accept: (wall: WallText) => boolean) {
  return walls.filter((wall) => wall.at.offset < offset && accept(wall)).at(-1);
}

/** Those of a struct and of all bodies in it, in order: kernel-doc reads it as one text. */
function wallsWithin(doc: HeaderDoc, record: number): readonly WallText[] {
  const { open, close } = recordAt(doc, record);
  return doc.records
    .filter((each) => each.open >= open && each.close <= close)
    .flatMap(({ walls }) => walls)
    .sort((a, b) => a.at.offset - b.at.offset);
}
