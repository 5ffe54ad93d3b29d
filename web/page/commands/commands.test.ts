import { describe, expect, test } from 'vitest';
import { rankCommands } from './paletteEntries';
import { commandForKey, COMMANDS, commandById } from './commands';
import { ariaKey, keyCaps, type KeyPress } from '../state/keys';
import { initialState } from '../state/state';
import { selectInView } from '../state/documentReducers';
import type { MemberPath } from '../../core/layout/ids';
import { opened } from '../state/testing/opened';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

const onPc = { mac: false, inText: false, singleKeys: true };
const pressed = (key: KeyPress, options: Partial<typeof onPc> = {}) =>
  commandForKey(key, { ...onPc, ...options })?.id;

describe('the list of commands', () => {
  test('every command has a title of its own', () => {
    const titles = COMMANDS.map((command) => command.title);
    expect(titles.filter((title) => title.trim() === '')).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('no key means two things, and no id stands twice', () => {
    const keys = COMMANDS.flatMap((command) => command.keys);
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
    const ids = COMMANDS.map((command) => command.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a command that cannot run says why in a sentence', () => {
    for (const command of COMMANDS) {
      const why = command.disabled(initialState);
      if (why !== null) expect(why).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('field commands want a field, and an editable struct', () => {
    const align = commandById('field.alignCacheline');
    const state = opened('struct s { char a; long b; };');
    expect(align.disabled(initialState)).toBe('Open a struct first.');
    expect(align.disabled(state)).toBe('Select a field first.');
    expect(align.disabled(selectInView(state, ['b' as MemberPath]))).toBeNull();
  });

  test('what a plain field has not is not offered for it', () => {
    const state = opened('struct t { int a; }; struct s { long plain; struct t nested; };');
    const on = (path: string) => selectInView(state, [path as MemberPath]);
    expect(commandById('field.expand').disabled(on('nested'))).toBeNull();
    expect(commandById('field.expand').disabled(on('plain'))).toBe(
      'The type of the field has no members.',
    );
    expect(commandById('field.open').disabled(on('nested'))).toBeNull();
    expect(commandById('field.open').disabled(on('plain'))).toBe(
      'The field is no pointer and no struct of a loaded file.',
    );
  });
});

describe('keys', () => {
  test('Ctrl on a PC, Command on a Mac', () => {
    expect(pressed(press('k', { ctrlKey: true }))).toBe('help.palette');
    expect(pressed(press('k', { metaKey: true }))).toBeUndefined();
    expect(pressed(press('k', { metaKey: true }), { mac: true })).toBe('help.palette');
    expect(pressed(press('k', { ctrlKey: true }), { mac: true })).toBeUndefined();
  });

  test('Shift tells letters apart, whichever case they come in', () => {
    expect(pressed(press('z', { ctrlKey: true }))).toBe('edit.undo');
    expect(pressed(press('Z', { ctrlKey: true, shiftKey: true }))).toBe('edit.redo');
    // Caps lock.
    expect(pressed(press('Z', { ctrlKey: true }))).toBe('edit.undo');
  });

  test('a sign is the same sign however the keyboard makes it', () => {
    expect(pressed(press('?', { shiftKey: true }))).toBe('help.keys');
    expect(pressed(press('?'))).toBe('help.keys');
    expect(pressed(press('+', { shiftKey: true }))).toBe('view.baseMore');
  });

  test('single keys are text in a text field, and can be switched off', () => {
    expect(pressed(press('/'))).toBe('find.search');
    expect(pressed(press('/'), { inText: true })).toBeUndefined();
    expect(pressed(press('a'), { singleKeys: false })).toBeUndefined();
    expect(pressed(press('k', { ctrlKey: true }), { inText: true, singleKeys: false })).toBe(
      'help.palette',
    );
  });

  test('keys are written as each system names them', () => {
    expect(keyCaps('Mod+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(keyCaps('Mod+Shift+Z', true)).toEqual(['⌘', '⇧', 'Z']);
    expect(keyCaps('+', false)).toEqual(['+']);
    expect(ariaKey('Mod+K', false)).toBe('Control+K');
  });
});

test('the palette finds a command by a few letters of its title', () => {
  expect(rankCommands(COMMANDS, 'undo')[0]?.id).toBe('edit.undo');
  expect(rankCommands(COMMANDS, 'cache line')[0]?.id).toBe('field.alignCacheline');
  expect(rankCommands(COMMANDS, '')).toEqual(COMMANDS);
  expect(rankCommands(COMMANDS, 'qqqq')).toEqual([]);
  // By what people call it, where the title has another word.
  for (const [typed, id] of [
    ['dark mode', 'view.theme.dark'],
    ['shortcuts', 'help.keys'],
    ['screenshot', 'share.png.light'],
    ['optimize', 'view.suggest'],
    ['pdf', 'view.print'],
    ['git apply', 'view.patch'],
    ['revert', 'edit.reset'],
  ]) {
    expect([typed, rankCommands(COMMANDS, typed ?? '')[0]?.id]).toEqual([typed, id]);
  }
});
