import type { DocumentOrigin } from '../state/state';
import { assertNever } from '../../core/base/assert';
import { plural } from '../../core/base/prose';
import type { LayoutDocument } from '../../core/edit/document';
import { changesMade } from '../../core/edit/layoutEdits';

/** A struct in the list of those that are open. */
export interface OpenStructWords {
  readonly name: string;
  readonly from: string;
  /** How much was changed; null where nothing was. */
  readonly changes: {
    readonly count: number;
    readonly unit: 'change' | 'changes';
    readonly title: string;
  } | null;
}

export function openStructWords(document: LayoutDocument, origin: DocumentOrigin): OpenStructWords {
  const count = changesMade(document).length;
  const unit = count === 1 ? 'change' : 'changes';
  return {
    name: document.struct.name,
    from: originWord(origin),
    changes: count === 0 ? null : { count, unit, title: plural(count, 'change') },
  };
}

function originWord(origin: DocumentOrigin): string {
  switch (origin.kind) {
    case 'file':
      return origin.fileName;
    case 'study':
      return 'example';
    case 'text':
      return origin.from === 'draft' ? origin.title : origin.from;
    default:
      return assertNever(origin);
  }
}
