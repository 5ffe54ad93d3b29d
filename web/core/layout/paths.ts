import type { MemberFact, StructDesc } from '../facts/generated';
import { expansionIn } from '../facts/expansion';
import type { MemberPath } from './ids';

/**
 * Gives the members of one struct their paths, as `ids.ts` defines them. `prefix` is the path of the
 * member that holds the struct (`mmap_lock.`), empty for the outermost.
 */
export class PathNamer {
  private readonly taken = new Map<string, number>();

  constructor(
    private readonly desc: StructDesc,
    private readonly prefix: string,
  ) {}

  /** `holder` is the path of the anonymous aggregate that holds the member, null at the top. */
  name(fact: MemberFact, index: number, holder: MemberPath | null): MemberPath {
    return this.unique(this.plain(fact, index, holder));
  }

  private plain(fact: MemberFact, index: number, holder: MemberPath | null): string {
    if (fact.role === 'base' && fact.name !== null) return `${this.prefix}base(${fact.name})`;
    if (fact.role === 'vtable') return `${this.prefix}vtable`;
    if (fact.name !== null) return `${this.prefix}${fact.name}`;
    const scope = holder === null ? this.prefix : `${holder}.`;
    if (fact.bitField !== null) return `${scope}bits(#${index})`;
    const first = expansionIn(this.desc.types)(fact.typeIndex).firstName;
    if (first === null) return `${scope}anon(#${index})`;
    const own = `anon(${first})`;
    // Nested aggregates with the same first descendant are told apart from the outside in.
    return holder !== null && holder.endsWith(own) ? `${holder}.${own}` : `${this.prefix}${own}`;
  }

  private unique(path: string): MemberPath {
    const count = (this.taken.get(path) ?? 0) + 1;
    this.taken.set(path, count);
    return (count === 1 ? path : `${path}~${count}`) as MemberPath;
  }
}
