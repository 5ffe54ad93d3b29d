import { SITE } from './site';

/**
 * The page that a link is put behind: the page itself, and in place of one of this machine alone, whose address leads
 * nobody else anywhere, the site that the build names. Empty where there is none: a link opens when it is pasted on any
 * Hitmap.
 */
export function linkPage(own: string, site: string = SITE): string {
  return isOfThisMachine(own) ? site : own;
}

/** Loopback addresses (RFC 6761 6.3, RFC 1122 3.2.1.3), or none at all: a page from a disk. */
function isOfThisMachine(address: string): boolean {
  if (address === '') return true;
  const { hostname } = new URL(address);
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
