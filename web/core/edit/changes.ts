import { sentence } from '../base/messages';
import { listed, plural } from '../base/prose';
import { assertNever } from '../base/assert';
import type { Applied } from './applied';
import type { Edit, Place } from './edit';
import { editOf, formatEdit } from './words';

/** One line of the change list. */
export interface EditInWords {
  /** In `document.edits`. */
  readonly index: number;
  readonly edit: Edit;
  /** What a person reads: "f_ref to the end". */
  readonly sentence: string;
  /** What the command line takes: `move f_ref last`. */
  readonly words: string;
  /** Why it does not apply; null where it does. */
  readonly skipped: string | null;
}

/** The edits of a document as a list to read, from the one at `from` on. `applied` is `applyEdits` of it. */
export function changeList(
  edits: readonly Edit[],
  applied: Applied,
  from = 0,
): readonly EditInWords[] {
  const reasons = new Map(
    applied.skipped.map(({ index, reason }) => [index, sentence(reason)] as const),
  );
  return edits.slice(from).map((edit, place) => ({
    index: from + place,
    edit,
    sentence: describeEdit(edit),
    words: formatEdit(edit),
    skipped: reasons.get(from + place) ?? null,
  }));
}

/** An edit as a person says it. */
export function describeEdit(edit: Edit): string {
  switch (edit.kind) {
    case 'move':
      return `${listed(edit.members)} ${placePhrase(edit.to)}${edit.alone === true ? ', out of its bit-field run' : ''}`;
    case 'order':
      return `${listed(edit.members)} in this order`;
    case 'align':
      return edit.bytes === 'cacheline'
        ? `${edit.member} aligned to a cache line`
        : `${edit.member} aligned to ${edit.bytes}`;
    case 'unalign':
      return `${edit.member} no longer aligned`;
    case 'unalignStruct':
      return 'the struct aligned as its members ask';
    case 'isolate':
      return `${edit.member} alone on its line`;
    case 'pad':
      return `${plural(edit.bytes, 'byte')} of padding before ${edit.before}`;
    case 'add':
      return `${edit.name} added ${placePhrase(edit.to)}: ${edit.typeName}, ${plural(edit.bytes, 'byte')}`;
    case 'remove':
      return `${edit.member} taken away`;
    case 'unpad':
      return `padding before ${edit.before} removed`;
    case 'pin':
      return `${edit.member} pinned`;
    case 'unpin':
      return `${edit.member} no longer pinned`;
    case 'together':
      return edit.members.length === 1
        ? `${listed(edit.members)} no longer kept together with others`
        : `${listed(edit.members)} kept together`;
    case 'apart':
      return edit.b.length === 0
        ? `${listed(edit.a)} kept apart`
        : `${listed(edit.a)} kept off the lines of ${listed(edit.b)}`;
    case 'stay':
      return edit.line === null
        ? `${listed(edit.members)} kept within one line${edit.members.length > 1 ? ' each' : ''}`
        : `${listed(edit.members)} kept on line ${edit.line}`;
    case 'range':
      return `nothing else between ${listed(edit.members)}${edit.toEnd ? ' and the end' : ''}`;
    case 'size':
      return `kept to at most ${plural(edit.bytes, 'byte')}`;
    case 'lift':
      return `no longer a rule: ${describeEdit(editOf(edit.rule))}`;
    case 'tag':
      return `${edit.member} tagged ${edit.role}${edit.weight === null ? '' : `, weight ${edit.weight}`}${edit.by === undefined ? '' : `, by ${edit.by}`}`;
    case 'untag':
      return `tag of ${edit.member} removed`;
    case 'line':
      return `lines of ${edit.bytes} bytes`;
    case 'pair':
      return edit.on ? 'lines in pairs' : 'lines no longer in pairs';
    case 'base':
      return `struct ${plural(edit.bytes, 'byte')} into its line`;
    case 'prefetch':
      return edit.share === null
        ? 'prefetch of adjacent lines not known'
        : edit.share === 0
          ? 'no prefetch of adjacent lines'
          : `adjacent lines prefetched on ${edit.share} of all misses`;
    case 'bind':
      return `${edit.target} of ${edit.profile} bound at offset ${edit.offsetBytes}`;
    case 'unbind':
      return `${edit.target} of ${edit.profile} no longer bound`;
    case 'note':
      return edit.text === '' ? `note on ${edit.member} removed` : `note on ${edit.member}`;
    case 'noteLine':
      return edit.text === '' ? `note on line ${edit.line} removed` : `note on line ${edit.line}`;
    default:
      return assertNever(edit);
  }
}

/** Where something goes, as a person says it: "after f_cred". */
export function placePhrase(place: Place): string {
  switch (place.at) {
    case 'first':
      return 'to the start';
    case 'last':
      return 'to the end';
    case 'before':
    case 'after':
      return `${place.at} ${place.member}`;
    case 'into':
      return `into ${place.aggregate}`;
    case 'out':
      return 'out of its anonymous struct';
    default:
      return assertNever(place);
  }
}
