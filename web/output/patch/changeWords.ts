import { listed } from '../../base/prose';
import { assertNever } from '../../base/assert';
import { placePhrase } from '../../edit/changes';
import type { Edit } from '../../edit/edit';

/**
 * What edits do to a struct, in the imperative, as a subject or a sentence says it: `move f_ref to the end
 * of struct file`. Settings, tags and notes change nothing in the source and are left out.
 */
export function changeWords(edits: readonly Edit[], struct: string): string {
  const phrases = edits.flatMap((edit) => {
    const phrase = phraseOf(edit);
    return phrase === null ? [] : [phrase];
  });
  const [first, ...others] = phrases;
  if (first === undefined) return `change struct ${struct}`;
  const said = [`${first.verb} ${first.rest}`];
  let { verb } = first;
  // "move a after b and c to the end": the verb is said once.
  for (const next of others) {
    said.push(next.verb === verb ? next.rest : `${next.verb} ${next.rest}`);
    verb = next.verb;
  }
  const last = said.pop() ?? '';
  const all = said.length === 0 ? last : `${said.join(', ')} and ${last}`;
  const atEnd = phrases.at(-1)?.atEnd === true;
  return `${all} ${atEnd ? 'of' : 'in'} struct ${struct}`;
}

interface Phrase {
  readonly verb: string;
  readonly rest: string;
  /** It ends with "the end" or "the start", of the struct. */
  readonly atEnd: boolean;
}

function phraseOf(edit: Edit): Phrase | null {
  switch (edit.kind) {
    case 'move':
      return {
        verb: 'move',
        rest: `${listed(edit.members)} ${placePhrase(edit.to)}`,
        atEnd: edit.to.at === 'first' || edit.to.at === 'last',
      };
    case 'order':
      return { verb: 'reorder', rest: listed(edit.members), atEnd: false };
    case 'align':
      return {
        verb: 'align',
        rest: `${edit.member} to ${edit.bytes === 'cacheline' ? 'a cache line' : `${edit.bytes} bytes`}`,
        atEnd: false,
      };
    case 'unalign':
      return { verb: 'drop', rest: `the alignment of ${edit.member}`, atEnd: false };
    // Nothing of the source changes.
    case 'unalignStruct':
      return null;
    case 'isolate':
      return { verb: 'put', rest: `${edit.member} on a cache line of its own`, atEnd: false };
    case 'pad':
      return {
        verb: 'add',
        rest: `${edit.bytes} bytes of padding before ${edit.before}`,
        atEnd: false,
      };
    case 'unpad':
      return { verb: 'drop', rest: `the padding before ${edit.before}`, atEnd: false };
    case 'add':
      return { verb: 'add', rest: `${edit.name} ${placePhrase(edit.to)}`, atEnd: false };
    case 'remove':
      return { verb: 'remove', rest: edit.member, atEnd: false };
    case 'pin':
    case 'unpin':
    case 'together':
    case 'apart':
    case 'stay':
    case 'range':
    case 'size':
    case 'lift':
    case 'noteLine':
    case 'tag':
    case 'untag':
    case 'line':
    case 'pair':
    case 'base':
    case 'prefetch':
    case 'note':
    case 'bind':
    case 'unbind':
      return null;
    default:
      return assertNever(edit);
  }
}
