import { checkOption } from '@agent-memory/core/internal';

/** A combination of keys: `Ctrl+Alt+M`. */
export interface Hotkey {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly meta: boolean;
  /** By its place on the keyboard: with Alt, a key says another letter. */
  readonly code: string;
}

/** The part of a `KeyboardEvent` that decides. */
export interface PressedKeys {
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  readonly code: string;
  readonly isComposing: boolean;
  readonly getModifierState: (name: string) => boolean;
}

const MODIFIERS = new Set(['Ctrl', 'Alt', 'Shift', 'Meta']);

/**
 * Reads a hotkey.
 * @throws InvalidOptionError if it has no Ctrl, Alt or Meta, and so would type a letter, or is not a letter
 * or a digit with such.
 */
export function readHotkey(text: string): Hotkey {
  const parts = text.split('+');
  const key = parts.at(-1) ?? '';
  const held = new Set(parts.slice(0, -1));
  const isKnown =
    /^[A-Z0-9]$/.test(key) &&
    [...held].every((name) => MODIFIERS.has(name)) &&
    (held.has('Ctrl') || held.has('Alt') || held.has('Meta'));
  checkOption(
    isKnown,
    'hotkey',
    'must be a letter or a digit with Ctrl, Alt or Meta, such as "Ctrl+Alt+M": a key alone would be typed into fields.',
  );
  return {
    ctrl: held.has('Ctrl'),
    alt: held.has('Alt'),
    shift: held.has('Shift'),
    meta: held.has('Meta'),
    code: /[0-9]/.test(key) ? `Digit${key}` : `Key${key}`,
  };
}

/** Whether exactly these keys are pressed. AltGr types a character, though it says that it is Ctrl and Alt. */
export function isPressed(hotkey: Hotkey, event: PressedKeys): boolean {
  return (
    !event.isComposing &&
    !event.getModifierState('AltGraph') &&
    event.code === hotkey.code &&
    event.ctrlKey === hotkey.ctrl &&
    event.altKey === hotkey.alt &&
    event.shiftKey === hotkey.shift &&
    event.metaKey === hotkey.meta
  );
}
