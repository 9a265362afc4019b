import type { KeyboardEvent } from 'react';

/**
 * Moves the focus in a row of controls by arrows, Home and End, and presses the control it comes to.
 * Each control has a `role` of its own; the one that is chosen has `tabIndex` 0, the others -1.
 *
 * Controls are compared with the target of the event, never with `document.activeElement`: inside a
 * shadow root that is the host, and primitives that ask for it lose their place.
 */
export function stepInRow(event: KeyboardEvent<HTMLElement>, role: string): void {
  moveInRow(event, `[role="${role}"]`)?.click();
}

/** Moves the focus as `stepInRow` does, and presses nothing. Gives the control that the focus came to. */
function moveInRow(event: KeyboardEvent<HTMLElement>, selector: string): HTMLElement | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  const row = event.currentTarget;
  const controls = [...row.querySelectorAll<HTMLElement>(selector)];
  const targets: readonly EventTarget[] = controls;
  const place = targets.indexOf(event.target);
  if (place < 0) return undefined;
  const isRightToLeft = getComputedStyle(row).direction === 'rtl';
  const next = rovingPlace(event.key, { place, count: controls.length, isRightToLeft });
  const control = next === undefined ? undefined : controls[next];
  if (!control) return undefined;
  event.preventDefault();
  control.focus();
  return control;
}

/** Where the focus stands in a row of controls that share one tab stop. */
interface RovingStand {
  /** Place of the control with the focus, from 0. */
  readonly place: number;
  /** The number of controls. */
  readonly count: number;
  /** The row runs from right to left. Default `false`. */
  readonly isRightToLeft?: boolean;
}

/** The place that a key leads to, around the ends; `undefined` for a key that means nothing here. */
export function rovingPlace(
  key: string,
  { place, count, isRightToLeft = false }: RovingStand,
): number | undefined {
  const step = isRightToLeft ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return (place + step + count) % count;
    case 'ArrowLeft':
      return (place - step + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
