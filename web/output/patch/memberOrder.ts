import type { OrderedText, StructDesc } from '../../facts/generated';
import { itemAt } from '../../base/itemAt';
import { recordAt, textMembers } from '../../layout/text/textMembers';
import type { PatchWarning } from './outcome';
import { readable } from './text';
import type { Verified } from './verify';

/** A comment above the struct that says that all its members have to keep their order, where they do not. */
export function orderCommentWarnings(before: Verified, after: Verified): readonly PatchWarning[] {
  const { orderComment } = recordAt(before.read.doc, before.read.record);
  if (orderComment === null) return [];
  const names = ({ read: { doc, record } }: Verified) =>
    textMembers(doc, record).map(({ declarator }) => declarator.name);
  if (names(before).join() === names(after).join()) return [];
  const line = orderComment.first;
  const sentence = `The comment above the struct, at line ${line}, says that its members have to keep their order, and they no longer do.`;
  return [{ kind: 'demand', sentence, line, wayOut: null }];
}

/**
 * What in a C++ class means something else once its members are in another order, as far as its own text tells:
 * members are initialised and compared in the order of their declarations ([class.base.init], [class.compare]).
 */
export function memberOrderWarnings(
  before: Verified,
  after: Verified,
  desc: StructDesc,
): readonly PatchWarning[] {
  const { doc, record } = before.read;
  if (!doc.cplusplus) return [];
  const [was, is] = [placesOf(before), placesOf(after)];
  const names = [...was.keys()];
  const turned = (a: string, b: string) => {
    const [first, second] = [was, is].map((at) => (at.get(a) ?? -1) < (at.get(b) ?? -1));
    return was.has(a) && was.has(b) && a !== b && first !== second;
  };
  if (!names.some((a) => names.some((b) => turned(a, b)))) return [];
  const { ordered } = recordAt(doc, record);
  const found: PatchWarning[] = [];
  let listTold = false;
  const say = (sentence: string, line: number) =>
    found.push({ kind: 'order', sentence: readable(sentence), line, wayOut: null });
  const readsWords = (member: string, read: string, line: number) =>
    say(
      `\`${member}\` is initialised with \`${read}\` (line ${line}), in the order of the declarations: now ${
        (is.get(read) ?? 0) > (is.get(member) ?? 0)
          ? 'before it, when it has no value yet'
          : 'after it'
      }.`,
      line,
    );
  for (const { declarator } of textMembers(doc, record)) {
    const { name, reads } = declarator;
    if (name === null) continue;
    for (const read of reads) if (turned(name, read)) readsWords(name, read, declarator.at.line);
  }
  for (const each of ordered) {
    if (each.kind === 'comparison') {
      say(
        `\`${each.name}\` at line ${each.line} is defaulted: it compares the members in the order of their declarations.`,
        each.line,
      );
      continue;
    }
    for (const { name, reads } of each.members) {
      for (const read of reads) if (turned(name, read)) readsWords(name, read, each.line);
    }
    if (listTold) continue;
    const listed = each.members.map(({ name }) => name).filter((name) => was.has(name));
    const out = listed.findIndex((name, index) => {
      const next = listed[index + 1];
      return next !== undefined && turned(name, next);
    });
    if (out >= 0) {
      listTold = true;
      say(
        `The constructor at line ${each.line}${othersLike(ordered, each)} lists \`${itemAt(listed, out)}\` before \`${itemAt(listed, out + 1)}\`: it initialises them in the order of their declarations (-Wreorder).`,
        each.line,
      );
    }
  }
  if (isAggregate(before, desc)) {
    say(
      `\`${desc.name}\` is an aggregate: braces give its members values in their order, names with a dot have to keep it too, and structured bindings take them in it.`,
      recordAt(doc, record).nameAt.line,
    );
  }
  return found;
}

/** How many more constructors there are, of which the same may hold. */
function othersLike(ordered: readonly OrderedText[], one: OrderedText): string {
  const others = ordered.filter(
    (each) => each.kind === 'constructor' && each !== one && each.members.length > 1,
  );
  return others.length === 0 ? '' : `, one of ${others.length + 1} with a list,`;
}

function placesOf({ read: { doc, record } }: Verified): ReadonlyMap<string, number> {
  const names = textMembers(doc, record).flatMap(({ declarator, member }) =>
    declarator.name === null || member.declares !== 'members' ? [] : [declarator.name],
  );
  return new Map(names.map((name, index) => [name, index]));
}

/** [dcl.init.aggr]: no constructors, nothing private, nothing virtual; bases are refused before. */
function isAggregate({ read: { doc, record } }: Verified, desc: StructDesc): boolean {
  const { keyword, walls, ordered } = recordAt(doc, record);
  const { shape } = itemAt(desc.types, desc.root);
  const isVirtual =
    shape.kind === 'aggregate' && shape.members.some(({ role }) => role === 'vtable');
  return (
    !isVirtual &&
    !ordered.some(({ kind }) => kind === 'constructor') &&
    !walls.some(({ kind, text }) => kind === 'access' && !text.startsWith('public')) &&
    !(keyword === 'class' && !walls.some(({ kind }) => kind === 'access'))
  );
}
