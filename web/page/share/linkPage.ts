import { SITE } from './site';

/** Whether a text is the address of a page: `https://example.org/hitmap/`. */
export function isPage(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/**
 * The page that a link is put behind: the one that the user has named, else the page itself, and in place of one of this
 * machine alone, whose address leads nobody else anywhere, the site that the build names. Empty where there is none: a
 * link opens when it is pasted on any Hitmap.
 */
export function linkPage(own: string, named: string, site: string = SITE): string {
  if (named !== '') return withoutFragment(named);
  return isOfThisMachine(own) ? site : own;
}

/** Loopback addresses (RFC 6761 6.3, RFC 1122 3.2.1.3), or none at all: a page from a disk. */
export function isOfThisMachine(address: string): boolean {
  if (address === '') return true;
  const { hostname } = new URL(address);
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function withoutFragment(address: string): string {
  const [page = ''] = address.split('#');
  return page;
}
