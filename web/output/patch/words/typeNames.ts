/** Whether a type has no name of its own. */
export function isUnnamed(typeName: string): boolean {
  return /^(?:struct|union|class)$/.test(typeName);
}

/** `struct a` is declared as `a`. */
export function bareName(typeName: string): string {
  return typeName.replace(/^(?:const |volatile )*(?:struct|union|class) /, '');
}
