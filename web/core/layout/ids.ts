import type { Brand } from '../base/brand';

/**
 * Names a member of a struct, the same in every configuration:
 *
 * - `f_path`: a member; members of anonymous aggregates are named as C names them, without the aggregate;
 * - `mmap_lock.owner`, `slots[2].seq`: inside a named nested type (shown, never moved);
 * - `anon(f_pos_lock)`: an anonymous struct or union, by its first named descendant;
 *   one that lies in another with the same first descendant is `anon(a).anon(a)`, from the outside in;
 *   one with no named descendant is `anon(#3)`, by its place among its siblings in the original, from 0;
 * - `bits(#3)`: an unnamed bit-field, by its place among its siblings in the original, from 0;
 *   in an anonymous aggregate the aggregate's path stands before it, `anon(a).bits(#3)`;
 * - `base(Shape)`, `vtable`: C++;
 * - `pad(x)`: padding that an edit put before `x`;
 * - `x~2`: the second member of that name, in the few languages and compilers that allow it.
 *
 * Paths are compared as whole strings; nothing takes them apart.
 */
export type MemberPath = Brand<string, 'MemberPath'>;

/** A loaded file of this page or process: `f1`, `f2`, … in the order of loading. */
export type FileId = Brand<string, 'FileId'>;

/** A struct of a loaded file: `f1/struct:file:184:0f3a…` (file, then the content key of `facts`). */
export type StructId = Brand<string, 'StructId'>;
