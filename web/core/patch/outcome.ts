import type { Message } from '../base/messages';
import type { MemberPath } from '../layout/ids';

/** How the text of a header and the debug information fit. */
export type TieVerdict =
  /** Every member is declared where the debug information says. */
  | { readonly kind: 'exact' }
  /** All lines are off by the same amount: another version of the file, the same struct. */
  | { readonly kind: 'shifted'; readonly lines: number }
  /** The same names in the same order; nothing more can be known (BTF states no lines). */
  | { readonly kind: 'sameMembers' }
  /** The text declares another struct. `line` is in the header. */
  | {
      readonly kind: 'mismatch';
      readonly reason: string;
      readonly line: number;
      /** All that is understood of the text lies where the debug information says: it is no other version. */
      readonly sameText: boolean;
    };

/** A member whose declared type is not what the debug information states. */
export interface ChangedType {
  readonly member: MemberPath;
  readonly line: number;
  readonly inSource: string;
  readonly inBinary: string;
}

/** A member that has another name in the header: through a macro, or in another version. */
export interface RenamedMember {
  readonly member: MemberPath;
  readonly line: number;
  readonly inSource: string;
}

/** How a header fits a struct, before any edit. */
export interface Fit {
  readonly verdict: TieVerdict;
  /** The line of the header where the struct is declared. */
  readonly line: number;
  readonly changedTypes: readonly ChangedType[];
  readonly renamed: readonly RenamedMember[];
}

/** What a person can do about a refusal, as one click: `PatchRequest.split`. */
interface SplitDeclaration {
  readonly kind: 'splitDeclaration';
  /** One of the members of `a, b, c;`, each of which gets its own declaration. */
  readonly member: MemberPath;
  readonly label: string;
}

/** What a person can do about a refusal, as one click: `PatchRequest.mayChangeFormat`. */
interface ChangeFormat {
  readonly kind: 'changeFormat';
  readonly label: string;
}

/** What a person can do about a warning, as one click: `PatchRequest.boundaries`. */
interface RewriteBoundaries {
  readonly kind: 'rewriteBoundaries';
  readonly label: string;
}

/** Why there is no patch. */
export interface PatchRefusal extends Message {
  readonly kind:
    | 'noStruct'
    | 'mismatch'
    | 'readOnly'
    | 'randomized'
    | 'oneOfSeveral'
    | 'madeByMacro'
    | 'braceLine'
    | 'directiveInside'
    | 'notUnderstood'
    | 'chain'
    | 'template'
    | 'wall'
    | 'conditions'
    | 'attribute'
    | 'words'
    | 'unknownWord'
    | 'format'
    | 'defineOrder'
    | 'nothingToDo'
    | 'selfCheck';
  readonly member: MemberPath | null;
  /** In the header; null where no line is to blame. */
  readonly line: number | null;
  readonly action: SplitDeclaration | ChangeFormat | null;
}

/** What a person should know before they send the patch. */
export interface PatchWarning extends Message {
  readonly kind:
    | 'version'
    | 'changedType'
    | 'renamed'
    | 'group'
    | 'demand'
    | 'boundary'
    | 'format'
    | 'leftBehind'
    | 'randomized'
    | 'unseen'
    | 'words'
    | 'order'
    | 'stated'
    | 'joins';
  readonly line: number | null;
  readonly action: RewriteBoundaries | null;
}

export interface Patch {
  /** The diff, as `git apply` takes it. */
  readonly diff: Uint8Array;
  readonly path: string;
  /** Whose words it is written in. */
  readonly dialect: 'kernel' | 'c';
  readonly added: number;
  readonly removed: number;
  /** The whole header as the patch leaves it. */
  readonly after: Uint8Array;
  readonly verdict: Exclude<TieVerdict, { kind: 'mismatch' }>;
  readonly warnings: readonly PatchWarning[];
  /** What was not checked, to be said beside the patch. */
  readonly unchecked: string;
}

export function refusal(
  kind: PatchRefusal['kind'],
  message: Message,
  at: {
    readonly member?: MemberPath;
    readonly line?: number | undefined;
    readonly action?: SplitDeclaration | ChangeFormat;
  } = {},
): PatchRefusal {
  return {
    ...message,
    kind,
    member: at.member ?? null,
    line: at.line ?? null,
    action: at.action ?? null,
  };
}
