import { messagesOf, note, warning } from '../base/messages';
import { listed } from '../base/prose';

/** What a review took to hold, and what of the text it does not show. A line is one of the source or of the text. */
export const reviewMessage = messagesOf('review', {
  'condition-added': note(
    (member = 'MEMBER', condition = 'CONFIG_X') =>
      `\`${member}\` is added under \`${condition}\`, which is taken to hold.`,
  ),
  'condition-removed': note(
    (member = 'MEMBER', condition = 'CONFIG_X') =>
      `\`${member}\` is removed under \`${condition}\`, which is taken to have held.`,
  ),
  'condition-stays': note(
    (member = 'MEMBER', condition = 'CONFIG_X') =>
      `\`${member}\` is under \`${condition}\`, which is taken to hold before and after the patch.`,
  ),
  'condition-left': note(
    (member = 'MEMBER', condition = 'CONFIG_X') =>
      `\`${member}\` is no longer under \`${condition}\`, which is taken to have held.`,
  ),
  'no-condition': note(
    (member = 'MEMBER', where = 'between source lines 12 and 14') =>
      `\`${member}\` is taken to be under no \`#if\` of the source: only its source line, ${where}, says where it is.`,
  ),
  alignment: note(
    (struct = 'STRUCT') =>
      `The alignment of struct ${struct} is taken to come from its members: the patch does not show an alignment of the struct's own.`,
  ),
  'other-configuration': warning(
    (member = 'MEMBER', condition = 'CONFIG_X') =>
      `\`${member}\` is not in the loaded struct: it is under \`${condition}\`.`,
  ),
  'other-branch': note(
    (member = 'MEMBER', condition = 'CONFIG_X') =>
      `\`${member}\` under \`${condition}\` changes nothing here: the loaded struct has it from another branch of \`#if\`.`,
  ),
  'taken-by-offset': warning(
    (member = 'MEMBER', taken = 'OTHER') =>
      `\`${member}\` is not in this struct; \`${taken}\`, which is at its offset, is taken for it.`,
  ),
  renamed: note(
    (member = 'MEMBER', taken = 'OTHER', since = 'v6.8') =>
      `\`${member}\` is not in this struct; \`${taken}\` is taken for it (renamed in ${since}).`,
  ),
  filled: note(
    (members: readonly string[] = ['`MEMBER`', '`OTHER`'], padding = '__pad') =>
      `${listed(members)} ${members.length === 1 ? 'is' : 'are'} where the patch puts \`${padding}\`: no padding is needed.`,
  ),
  'reserve-removed': warning(
    (member = 'MEMBER') =>
      `\`${member}\` is kept free for members to come, and the patch takes it away: modules that are built against this struct no longer fit.`,
  ),
  'reserve-used': note(
    (macro = 'ANDROID_KABI_USE(1, int x)', member = 'MEMBER') =>
      `\`${macro}\` uses up \`${member}\`, which was kept free: no offset changes, nor does the size.`,
  ),
  unread: warning(
    (line = 12, reason = 'the hunk is cut.') =>
      `Part of the patch was not read, at text line ${line}: ${reason}`,
  ),
  'patch-earlier': note(
    (line = 12, subject = ' ("SUBJECT")') =>
      `The text holds another version of the patch that is shown: text line ${line}${subject}.`,
  ),
  'patch-answer': warning((line = 12, subject = ' ("SUBJECT")') => ({
    text: `The patch at text line ${line}${subject} is part of an answer, and is not shown.`,
    fix: 'Paste that patch alone.',
  })),
  'patch-quoted': warning(
    (line = 12, subject = ' ("SUBJECT")') =>
      `The patch at text line ${line}${subject} is quoted and differs from the one that is shown.`,
  ),
  dropped: note((what = '`MEMBER` is no longer added.') => what),
});
