import { messagesOf, warning } from '../base/messages';

/** What the offsets and figures of an edited struct rest on where its file does not state it. */
export const layoutMessage = messagesOf('layout', {
  'btf-alignments': warning((rest = 'on the natural alignments of its types', packing = '') => ({
    text: `BTF states no alignments: the offsets and figures after this change rest ${rest}. An attribute that no offset shows would move fields elsewhere.`,
    fix: `To be sure, open a vmlinux with DWARF (the debug package of this kernel) or the struct’s header.${packing}`,
  })),
  'perhaps-packed': warning((struct = 'STRUCT', natural = 64, packed = 60) => ({
    text: `Whether it is packed is unknown: the members of \`${struct}\` have the same offsets either way. What is shown holds if it is not packed (${natural} bytes); packed it would be ${packed} bytes after this change.`,
    fix: 'Open its header to be sure.',
  })),
  'own-alignment': warning((struct = 'STRUCT', bytes = 64) => ({
    text: `Whether \`${struct}\` itself is aligned to ${bytes} is unknown: gcc also states there what its members require. What is shown keeps it.`,
    fix: 'Open its header to be sure.',
  })),
});
