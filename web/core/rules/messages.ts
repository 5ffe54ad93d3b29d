import { error, messagesOf } from '../base/messages';
import { listed, plural, quoted } from '../base/prose';

const MEMBERS: readonly string[] = ['MEMBER'];
const lie = (members: readonly string[]) => (members.length === 1 ? 'lies' : 'lie');

/** Why a layout breaks a rule, as the end of a sentence: "they lie on lines 0 and 1". */
export const ruleMessage = messagesOf('rule', {
  'no-member': error((members = MEMBERS) => `the struct has no member ${listed(quoted(members))}`),
  'too-large': error((bytes = 80) => `the struct is ${bytes} bytes`),
  'on-several-lines': error((lines = 'lines 0 and 1') => `the members lie on ${lines}`),
  'off-its-line': error(
    (members = MEMBERS, lines = 'line 2') =>
      `${listed(quoted(members))} ${lie(members)} on ${lines}`,
  ),
  'share-a-line': error(
    (pairs = '`MEMBER` and `OTHER` share line 1', more = 0) =>
      `${pairs}${more > 0 ? `, and ${plural(more, 'more pair')}` : ''}`,
  ),
  'out-of-range': error((left: readonly string[] = ['OTHER'], inside = MEMBERS) =>
    [
      ...(left.length === 0 ? [] : [`${listed(quoted(left))} left the range`]),
      ...(inside.length === 0
        ? []
        : [`${listed(quoted(inside))} ${inside.length === 1 ? 'is' : 'are'} in the range`]),
    ].join(', and '),
  ),
  'left-group': error(
    (members = MEMBERS) =>
      `${listed(quoted(members))} ${members.length === 1 ? 'is' : 'are'} no longer in the group`,
  ),
});
