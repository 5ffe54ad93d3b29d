import { assertNever } from '../base/assert';
import type { MemberPath } from '../layout/ids';
import type { Edit, Place } from './edit';
import type { BindingDoubt } from './bindingDoubt';
import type { Rule } from './rule';
import { quotePath } from './tokens';

/** As `bind` says it. */
export const DOUBT_WORDS: Readonly<Record<BindingDoubt, string>> = {
  guessed: 'guessed',
  otherBuild: 'other-build',
};

/** An edit as words; `parseEdit` reads them back to the same edit. `docs/edit-words.md` has them all. */
export function formatEdit(edit: Edit): string {
  switch (edit.kind) {
    case 'move':
      return `move ${list(edit.members)} ${placeWords(edit.to)}${edit.alone === true ? ' alone' : ''}`;
    case 'order':
    case 'together':
      return `${edit.kind} ${list(edit.members)}`;
    case 'apart':
      return `apart ${list(edit.a)}${edit.b.length === 0 ? '' : ` | ${list(edit.b)}`}`;
    case 'stay':
      return `stay ${list(edit.members)}${edit.line === null ? '' : ` in ${edit.line}`}`;
    case 'range':
      return `range ${list(edit.members)}${edit.toEnd ? ' to end' : ''}`;
    case 'lift':
      return `lift ${formatRule(edit.rule)}`;
    case 'align':
      return `align ${quotePath(edit.member)} ${edit.bytes}`;
    case 'unalign':
    case 'isolate':
    case 'pin':
    case 'unpin':
    case 'untag':
    case 'remove':
      return `${edit.kind} ${quotePath(edit.member)}`;
    case 'unalignStruct':
      return 'unalign struct';
    case 'pad':
      return `pad ${edit.bytes} before ${quotePath(edit.before)}`;
    case 'unpad':
      return `unpad ${quotePath(edit.before)}`;
    case 'add':
      return `add ${quotePath(edit.name)} ${JSON.stringify(edit.typeName)} ${edit.bytes} align ${edit.align}${edit.bits === null ? '' : ` bits ${edit.bits}`} ${placeWords(edit.to)}`;
    case 'tag':
      return `tag ${quotePath(edit.member)} ${edit.role}${edit.weight === null ? '' : ` ${edit.weight}`}${edit.by === undefined ? '' : ` by ${quotePath(edit.by)}`}`;
    case 'line':
    case 'base':
    case 'size':
      return `${edit.kind} ${edit.bytes}`;
    case 'prefetch':
      return `prefetch ${edit.share === null ? 'unknown' : edit.share === 0 ? 'off' : edit.share}`;
    case 'bind':
      return `bind ${quotePath(edit.profile)} ${quotePath(edit.target)} at ${edit.offsetBytes}${edit.doubt === undefined ? '' : ` ${DOUBT_WORDS[edit.doubt]}`}`;
    case 'unbind':
      return `unbind ${quotePath(edit.profile)} ${quotePath(edit.target)}`;
    case 'pair':
      return `pair ${edit.on ? 'on' : 'off'}`;
    case 'note':
      return `note ${quotePath(edit.member)} ${JSON.stringify(edit.text)}`;
    case 'noteLine':
      return `note line ${edit.line} ${JSON.stringify(edit.text)}`;
    default:
      return assertNever(edit);
  }
}

/** A rule as the words of the edit that sets it. */
export function formatRule(rule: Rule): string {
  return formatEdit(editOf(rule));
}

/** The edit that sets a rule. */
export function editOf(rule: Rule): Edit {
  switch (rule.kind) {
    case 'sameLine':
      return { kind: 'together', members: rule.members };
    case 'apart':
    case 'range':
      return rule;
    case 'inLine':
      return { kind: 'stay', members: rule.members, line: rule.line };
    case 'maxSize':
      return { kind: 'size', bytes: rule.bytes };
    default:
      return assertNever(rule);
  }
}

function placeWords(place: Place): string {
  switch (place.at) {
    case 'first':
    case 'last':
    case 'out':
      return place.at;
    case 'before':
    case 'after':
      return `${place.at} ${quotePath(place.member)}`;
    case 'into':
      return `into ${quotePath(place.aggregate)}`;
    default:
      return assertNever(place);
  }
}

function list(members: readonly MemberPath[]): string {
  return members.map(quotePath).join(',');
}
