/** Where a page gets its parts from; each is a list of sources as a content security policy writes them. */
export interface PolicySources {
  readonly script: string;
  readonly style: string;
  /** Where workers are started from. */
  readonly worker: string;
}

/**
 * The content security policy of the page: it fetches nothing. A worker that is started from a blob inherits it; one
 * that is started from a network address has that address's own policy (CSP 3, "Policy applicability"), so a page
 * whose policy stands in a `<meta>` starts its workers from blobs.
 *
 * Styles need no 'unsafe-inline': React and D3 set styles through the CSSOM, which a policy does not
 * restrict, and the one `<style>` that react-aria would add is in `page/kit/base.css` instead (see there).
 */
export function pagePolicy({ script, style, worker }: PolicySources): string {
  return [
    "default-src 'none'",
    `script-src ${script} 'wasm-unsafe-eval'`,
    `worker-src ${worker}`,
    `style-src ${style}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    // A text becomes a script, an address of one, or markup by the page's one policy for it (`ui/trustedTypes`).
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** The policy of a reader that `hitmap serve` hands to a page: it fetches below one address and nothing else. */
export function readerPolicy(files: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `connect-src ${files}`,
    "base-uri 'none'",
  ].join('; ');
}
