import type { AccessRow } from '../facts/generated';

/**
 * Words that compilers put behind a function's name: clones for constant arguments, parts split off,
 * promoted statics of LTO (gcc/ipa-*.cc, llvm's `-fsplit-machine-functions` and ThinLTO).
 */
const SUFFIX =
  /\.(?:isra|constprop|part|cold|llvm|lto_priv|clone|localalias|warm|hot|unlikely|__uniq|specialized|resolved)(?:\.|$)/;

/** The name that the source has: `foo.isra.0.cold` is `foo`. */
export function sourceName(symbol: string): string {
  const at = symbol.search(SUFFIX);
  const name = at > 0 ? symbol.slice(0, at) : symbol;
  // The kernel's own prefix for a function's copy under another instrumentation.
  return name.replace(/^__cfi_/, '');
}

/** How to ask a binary for it: a name that perf cut is asked for as a beginning (`name*`). */
export function askedName(symbol: string, mayBeCut: boolean): string {
  const name = sourceName(symbol);
  return mayBeCut && name === symbol ? `${name}*` : name;
}

/** `ns::Counter` for `ns::Counter::add(int)`: a C++ method is handed its own class. Null for no method. */
export function methodClass(symbol: string): string | null {
  const [, scope] = /^(?:[\w ]+ )?((?:[A-Za-z_]\w*(?:<[^()]*>)?::)+)[~\w]/.exec(symbol) ?? [];
  return scope === undefined ? null : scope.slice(0, -2);
}

/** The words of a name: `rwsem_spin_on_owner` has `rwsem`, `spin`, `owner`. Short ones say nothing. */
export function wordsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= 4);
}

/** The place of an instruction in its function, where perf prints it instead of the source line ("down_write+28"). */
export function inFunction({ symbol, sourceLine }: AccessRow): number | null {
  const [, name, offset] = /^(.*)\+(0x[0-9a-f]+|\d+)$/.exec(sourceLine ?? '') ?? [];
  return name === symbol && offset !== undefined ? Number(offset) : null;
}
