import { error, messagesOf } from '../base/messages';

/** Why a list of slab caches is not read. */
export const slabsMessage = messagesOf('slabs', {
  version: error(
    (version = '1.0') => `This is /proc/slabinfo of version ${version}; Hitmap reads version 2.`,
  ),
  none: error(() => ({
    text: 'This /proc/slabinfo lists no slab caches.',
    fix: 'Read the file as root: sudo cat /proc/slabinfo',
  })),
});
