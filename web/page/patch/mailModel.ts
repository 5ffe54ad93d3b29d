import { gapsIn, mailOf, type MailRequest } from '../../core/patch/mail';

/** A mail for `git am`, and what its author has left to fill in. */
export interface MailModel {
  readonly text: string;
  /** The same in pieces, so that what is left can be marked. */
  readonly parts: readonly { readonly text: string; readonly isGap: boolean }[];
  readonly gaps: number;
}

export function mailModel(request: MailRequest): MailModel {
  const text = mailOf(request);
  return {
    text,
    parts: text.split(/(FILL IN[^\n]*)/).map((part, place) => ({
      text: part,
      isGap: place % 2 === 1,
    })),
    gaps: gapsIn(request),
  };
}
