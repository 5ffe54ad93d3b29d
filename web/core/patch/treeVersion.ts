/**
 * The version that a source tree states: `UTS_RELEASE` of a kernel that was built (`6.1.0-56-amd64`), else what
 * its top Makefile says (`6.1.176`); null for other trees. Null texts are files that are not there.
 */
export function treeVersionOf(utsrelease: string | null, makefile: string | null): string | null {
  const release = utsrelease === null ? null : /UTS_RELEASE "([^"]+)"/.exec(utsrelease)?.[1];
  return release ?? (makefile === null ? null : makefileVersion(makefile));
}

function makefileVersion(makefile: string): string | null {
  const part = (name: string) =>
    new RegExp(`^${name}[ \\t]*=[ \\t]*(\\S*)`, 'm').exec(makefile)?.[1] ?? '';
  const [version, level, sub, extra] = ['VERSION', 'PATCHLEVEL', 'SUBLEVEL', 'EXTRAVERSION'].map(
    part,
  );
  if (!version || !level) return null;
  return `${version}.${level}${sub === '' || sub === '0' ? '' : `.${sub}`}${extra}`;
}

/** Where a tree states its version. */
export const VERSION_FILES = {
  utsrelease: 'include/generated/utsrelease.h',
  makefile: 'Makefile',
} as const;
