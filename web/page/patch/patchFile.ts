/** A patch as a file to save: what is bytes stays as it is. */
export function patchFile(content: Uint8Array | string): Blob {
  const part = typeof content === 'string' ? content : new Uint8Array(content);
  return new Blob([part], { type: 'text/x-patch' });
}
