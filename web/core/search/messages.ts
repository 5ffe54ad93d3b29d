import { listed, plural } from '../base/prose';
import { messagesOf, note } from '../base/messages';
import { shellWord } from '../base/shellWord';

const MOST_NAMED = 6;
const FIELDS: readonly string[] = ['MEMBER'];

/** What a search for orders came to where it has none to offer, or not of the kind that was wanted. */
export const searchMessage = messagesOf('suggest', {
  'nothing-better': note(
    () => 'No better order found within these options: nothing to gain is known.',
  ),
  'only-holes': note(() => 'No order with fewer conflicts found. These close holes.'),
  'nothing-to-close': note((hasHoles = false) =>
    hasHoles ? 'No order with so few moves closes a hole' : 'There is no hole to close',
  ),
  vetoed: note(
    (orders = 12, percent = 4) =>
      `${plural(orders, 'order')} with fewer conflicts ${orders === 1 ? 'is' : 'are'} not suggested: each has at least ${percent} % more transactions.`,
  ),
  'allow-more': note((what = 'more moves or growth') => `Allow ${what}.`),
  'on-one-line': note(() => 'All of it is on one line, where no order separates its fields.'),
  'own-line-costs': note(
    () =>
      'Hitmap gives no field its own cache line here: that takes more room than the options allow, or does not lower these figures. To try it, align a field yourself and compare the transactions too.',
  ),
  'readers-unseen': note(
    (fields: readonly string[] = FIELDS) =>
      `Reads of ${listed(fields, MOST_NAMED)} could not be observed, as nobody wrote their lines. If you know how often they are read, say so, and the orders are ranked by it: --edit ${shellWord(`tag ${fields[0] ?? ''} cold`)}, or read-hot.`,
  ),
});
