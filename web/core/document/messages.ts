import { error, messagesOf } from '../base/messages';

/** Why a link is not opened, or not made. */
export const linkMessage = messagesOf('link', {
  newer: error((form = '2', known = 1) => ({
    text: `This link is of form ${form}; this build of Hitmap reads links up to form ${known}.`,
    fix: 'Open the link with a newer build.',
  })),
  'unknown-form': error((form = '0') => ({
    text: `This link is damaged: its version (${form}) does not exist.`,
    fix: 'Copy the whole link again.',
  })),
  cut: error(() => ({
    text: 'This link is cut off: only its beginning is here.',
    fix: 'Copy the whole link again.',
  })),
  none: error(() => 'There is no Hitmap link in this text.'),
  damaged: error(() => ({
    text: 'This link is damaged: its checksum does not match.',
    fix: 'It was cut or changed on its way; copy all of it again, every line to its end.',
  })),
  'not-unpacked': error(() => 'This link cannot be read: it cannot be unpacked, or is too large.'),
  'not-json': error(() => 'This link cannot be read: its content is not JSON of Hitmap.'),
  'no-layout': error(
    (why = 'It asks for too much.') => `No layout of this link can be shown. ${why}`,
  ),
  unopened: error((why = 'It asks for too much.') => ({
    text: why,
    fix: 'Share a picture or a patch of the layout instead.',
  })),
});
