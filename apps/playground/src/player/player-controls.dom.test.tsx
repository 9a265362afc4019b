import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createPlayer } from '../platform/player.ts';
import { PlayerControls, type PlayerPlace } from './player-controls.tsx';

afterEach(cleanup);

const PLACE: PlayerPlace = {
  status: 'paused',
  position: 2,
  length: 4,
  isOver: false,
  isAtRest: true,
};

function controls(change: Partial<PlayerPlace> = {}) {
  const onRestart = vi.fn();
  const player = createPlayer({ next: vi.fn(async () => false), pause: vi.fn() });
  const step = vi.spyOn(player, 'step');
  const place = { ...PLACE, ...change };
  render(<PlayerControls player={player} place={place} onRestart={onRestart} isReady />);
  return { onRestart, step, button: (name: string) => screen.getByRole('button', { name }) };
}

test('[DEV-10] Step can be focused while it works, and a press then does nothing', () => {
  const { button, step } = controls({ status: 'stepping', isAtRest: false });
  button('Step').focus();
  fireEvent.click(button('Step'));
  expect(document.activeElement).toBe(button('Step'));
  expect(button('Step').getAttribute('aria-disabled')).toBe('true');
  expect(step).not.toHaveBeenCalled();
});

test('[DEV-10] Start over keeps the focus at the start, where there is nothing to start over', () => {
  const { button, onRestart } = controls({ position: 0 });
  button('Start over').focus();
  fireEvent.click(button('Start over'));
  expect(document.activeElement).toBe(button('Start over'));
  expect(onRestart).not.toHaveBeenCalled();
});

test('a press on Step steps while the player is paused', () => {
  const { button, step } = controls();
  fireEvent.click(button('Step'));
  expect(step).toHaveBeenCalledOnce();
});
