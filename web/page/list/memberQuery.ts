import type { NameQuery } from '../state/nameSearch';

/** `file.f_ref`, `.f_ref`, `f_*`: a search for members. */
export interface MemberQuery {
  /** The name of the struct, or what it is like; null for all structs. */
  readonly struct: string | null;
  /** A part of a name, or with stars a whole one. */
  readonly member: string;
  /** What stands after the member: `dentry` of `file.f_path.dentry`; empty for nothing. */
  readonly inside: string;
}

/** Reads what is typed into the list's box; null where it asks for structs. */
export function parseMemberQuery(typed: string): MemberQuery | null {
  const text = typed
    .trim()
    .replaceAll('->', '.')
    .replace(/^(?:struct|union|class)\s+/, '');
  const dot = text.indexOf('.');
  if (dot < 0) {
    return /^[\w*]*\*[\w*]*$/.test(text) && /\w/.test(text)
      ? { struct: null, member: text, inside: '' }
      : null;
  }
  const struct = text.slice(0, dot).trim();
  const [member = '', ...inside] = text
    .slice(dot + 1)
    .trim()
    .split('.');
  if (member === '' && struct === '') return null;
  return { struct: struct === '' ? null : struct, member, inside: inside.join('.') };
}

/**
 * The members that a bare name asks for, `f_ref` or `refcount`: null where what is typed is no name, or a keyword, a
 * layout's number or a mark says that a struct is meant.
 */
export function bareMemberQuery({ text, kind, variant }: NameQuery): MemberQuery | null {
  if (kind !== null || variant !== null || !/^[A-Za-z_]\w+$/.test(text)) return null;
  return { struct: null, member: text, inside: '' };
}
