import type { InView } from '../state/inView';
import { assertNever } from '../../core/base/assert';
import { changeList } from '../../core/edit/changes';
import type { Edit } from '../../core/edit/edit';
import { ruleMembers } from '../../core/edit/rule';
import type { MemberPath } from '../../core/layout/ids';

/** What was done to a struct, in words, the latest last. */
export interface ChangesList {
  /** How many came before those that are listed. */
  readonly earlier: number;
  readonly changes: readonly ChangeInWords[];
}

export interface ChangeInWords {
  /** In the edits of the document. */
  readonly index: number;
  readonly sentence: string;
  /** As the command line takes it; null where the sentence says the same. */
  readonly words: string | null;
  /** Why it does not apply; null where it does. */
  readonly skipped: string | null;
  /** The fields that it names. */
  readonly members: readonly MemberPath[];
}

export function changesList({ document, edited }: InView, most: number): ChangesList {
  const { edits } = document;
  const earlier = Math.max(0, edits.length - most);
  return {
    earlier,
    changes: changeList(edits, edited.applied, earlier).map(
      ({ index, edit, sentence, words, skipped }) => ({
        index,
        sentence,
        words: edit.kind === 'bind' ? null : words,
        skipped,
        members: membersOf(edit),
      }),
    ),
  };
}

/** The fields that an edit names. */
function membersOf(edit: Edit): readonly MemberPath[] {
  switch (edit.kind) {
    case 'move':
    case 'order':
    case 'together':
      return edit.members;
    case 'apart':
      return [...edit.a, ...edit.b];
    case 'stay':
    case 'range':
      return edit.members;
    case 'lift':
      return ruleMembers(edit.rule);
    case 'align':
    case 'unalign':
    case 'isolate':
    case 'pin':
    case 'unpin':
    case 'tag':
    case 'untag':
    case 'note':
    case 'remove':
      return [edit.member];
    case 'add':
      return [edit.name];
    case 'pad':
    case 'unpad':
      return [edit.before];
    case 'unalignStruct':
    case 'size':
    case 'noteLine':
    case 'line':
    case 'pair':
    case 'base':
    case 'prefetch':
    case 'bind':
    case 'unbind':
      return [];
    default:
      return assertNever(edit);
  }
}
