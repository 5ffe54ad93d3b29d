/** The patch panel comes when it is looked at, or in idle time. */
export async function loadPatchTab() {
  return (await import('./PatchTab')).PatchTab;
}
