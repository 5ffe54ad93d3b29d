import { messagesOf, warning } from '../base/messages';

/** What the offsets and figures of an edited struct rest on where its file does not state it. */
export const layoutMessage = messagesOf('layout', {
  'btf-alignments': warning((rest = 'on the natural alignments of its types', packing = '') => ({
    text: `BTF states no alignments: the offsets and figures after this change rest ${rest}. An attribute that no offset shows would move fields elsewhere.`,
    fix: `To be sure, open a vmlinux with DWARF (the debug package of this kernel) or the struct’s header.${packing}`,
  })),
  'perhaps-packed': warning((struct = 'STRUCT', natural = 64, packed = 60) => ({
    text: `Whether \`${struct}\` is packed is unknown: its members have the same offsets either way. The layout shown is the one without packing (${natural} bytes); packed, \`${struct}\` would be ${packed} bytes after this change.`,
    fix: 'Open the struct’s header to be sure.',
  })),
  'own-alignment': warning((struct = 'STRUCT', bytes = 64) => ({
    text: `Whether \`${struct}\` itself is aligned to ${bytes} is unknown: gcc also states there what its members require. The layout shown keeps this alignment.`,
    fix: 'Open the struct’s header to be sure.',
  })),
});
