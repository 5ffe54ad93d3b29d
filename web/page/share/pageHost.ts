/** The address that a link is put behind. That of a file on disk would tell its path, and lead nobody else anywhere. */
export function pageAddress(): string {
  const { protocol, origin, pathname } = window.location;
  return protocol === 'file:' ? '' : `${origin}${pathname}`;
}

/** Saves a file as the browser does with every download. */
export function download(name: string, content: Blob): void {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(content);
  anchor.download = name;
  anchor.click();
  // The browser has taken it by then; sooner, some have not.
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
}
