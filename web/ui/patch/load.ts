/** The patch panel comes when it is looked at, or in idle time. */
export async function loadPatchTab() {
  return { default: (await import('./PatchTab')).PatchTab };
}

/** The same for what a struct of C source has above its grid. */
export async function loadSourceStrip() {
  return { default: (await import('../source/SourceStrip')).SourceStrip };
}
