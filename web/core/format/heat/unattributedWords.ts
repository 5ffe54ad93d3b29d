import type { UnattributedReason } from '../../heat/placedRow';
import { assertNever } from '../../base/assert';

/** Why a count is on no field, in the same words everywhere. */
export function unattributedWords(reason: UnattributedReason): string {
  switch (reason) {
    case 'padding':
      return 'in holes or padding';
    case 'outside':
      return 'of another object on its lines';
    case 'noField':
      return 'of the type, but of no field that perf knows';
    case 'noBinding':
      return 'of lines and types that are not bound';
    case 'unknownType':
      return 'of types that perf could not tell';
    case 'trimmed':
      return 'cut from the report';
    case 'hiddenRows':
      return 'loads in rows that perf leaves out';
    case 'unlisted':
      return 'of lines that the report does not list';
    case 'rounding':
      return 'lost by rounded percentages';
    default:
      return assertNever(reason);
  }
}
