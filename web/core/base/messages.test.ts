import { expect, test } from 'vitest';
import { about, error, messagesOf, note, sentence } from './messages';
import { everyMessage } from './testing/everyMessage';

test('a message has its id, how bad it is, what happened and what to do', () => {
  const message = messagesOf('edit', {
    'not-pinned': error((member = 'MEMBER') => `\`${member}\` is not pinned.`),
    cut: note((what = 'FILE') => ({ text: `${what} is cut.`, fix: 'Copy the whole link again.' })),
  });
  expect(message('not-pinned', 'f_ref')).toEqual({
    id: 'edit/not-pinned',
    severity: 'error',
    text: '`f_ref` is not pinned.',
    fix: null,
  });
  expect(sentence(message('cut', 'a.txt'))).toBe('a.txt is cut. Copy the whole link again.');
  expect(about('line 3', message('cut', 'a.txt'))).toMatchObject({
    id: 'edit/cut',
    text: 'line 3: a.txt is cut.',
  });
  expect(message.samples().map(({ text }) => text)).toEqual([
    '`MEMBER` is not pinned.',
    'FILE is cut.',
  ]);
});

test('ids are unique, `subject/what` in kebab case', () => {
  const ids = everyMessage().map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(200);
  expect(ids.filter((id) => !/^[a-z]+(?:-[a-z]+)*\/[a-z\d]+(?:-[a-z\d]+)*$/.test(id))).toEqual([]);
  expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([]);
});

test('each says something of its arguments, and none is left out', () => {
  const lacking = everyMessage().filter(
    (each) => each.text.trim() === '' || /undefined|\[object|NaN/.test(sentence(each)),
  );
  expect(lacking).toEqual([]);
});
