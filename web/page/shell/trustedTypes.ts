/** Trusted Types (W3C draft) as far as the page uses them; TypeScript's own library does not know them yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

/**
 * What the page's policy lets texts become (`base/policy`): a worker's address is a blob of this page or a script
 * of its own server, markup is empty (d3 and react-aria clear elements by it), code is nothing at all. Anything
 * else throws in the browser, wherever in the page or its libraries it is tried.
 */
export function trustOwnWorkers(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => {
      const { protocol, origin } = new URL(address, document.baseURI);
      if (protocol === 'blob:' || origin === window.location.origin) return address;
      throw new TypeError(`No worker is started from ${address}.`);
    },
    createHTML: (markup) => {
      if (markup === '') return markup;
      throw new TypeError('No text becomes markup here.');
    },
  });
}
