import type { HeaderDoc } from '../../../facts/generated';

/** Names that a header gives a struct by `typedef`, and that stand for it without its keyword. */
export function memberAliases(
  header: HeaderDoc | null,
  keyword: string,
  name: string,
): ReadonlySet<string> {
  const found = new Set<string>();
  if (header === null) return found;
  for (const { tag, typedefName } of header.records) {
    if (typedefName !== null && (tag === name || typedefName === name)) found.add(typedefName);
  }
  for (const { name: alias, declaredType } of header.typedefs) {
    const { base, pointer, counts } = declaredType;
    if (pointer || counts.length > 0) continue;
    const itself = base.kind === 'tagged' && base.keyword === keyword && base.name === name;
    const again = base.kind === 'named' && (found.has(base.name) || base.name === name);
    if (itself || again) found.add(alias);
  }
  return found;
}
