import { expect, test } from 'vitest';
import { isPressed, type PressedKeys, readHotkey } from './hotkey.ts';

function keys(pressed: Partial<PressedKeys> = {}): PressedKeys {
  return {
    ...{ ctrlKey: true, altKey: true, shiftKey: false, metaKey: false, code: 'KeyM' },
    ...{ isComposing: false, getModifierState: () => false },
    ...pressed,
  };
}

test('[DEV-8] a hotkey is pressed by exactly its keys, wherever their letters are', () => {
  const hotkey = readHotkey('Ctrl+Alt+M');
  expect(isPressed(hotkey, keys())).toBe(true);
  for (const other of [
    { shiftKey: true },
    { ctrlKey: false },
    { code: 'KeyN' },
    { metaKey: true },
  ]) {
    expect(isPressed(hotkey, keys(other))).toBe(false);
  }
});

test('[DEV-8] what types a character is no hotkey: AltGr, and the input of other scripts', () => {
  const hotkey = readHotkey('Ctrl+Alt+M');
  expect(isPressed(hotkey, keys({ getModifierState: (name) => name === 'AltGraph' }))).toBe(false);
  expect(isPressed(hotkey, keys({ isComposing: true }))).toBe(false);
});

test.each(['M', 'Shift+M', 'Ctrl+', 'Ctrl+Enter', 'Strg+M', ''])(
  '[OBS-3] %j is refused as a hotkey',
  (text) => {
    expect(() => readHotkey(text)).toThrow(/a key alone would be typed into fields/);
  },
);
