import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PlayerControls } from './player-controls.tsx';
import type { Player } from './use-player.ts';

afterEach(cleanup);

function aPlayer(change: Partial<Player>): Player {
  return {
    status: 'paused',
    position: 2,
    length: 4,
    isOver: false,
    isAtRest: true,
    problem: undefined,
    play: vi.fn(),
    pause: vi.fn(),
    step: vi.fn(),
    toEnd: vi.fn(),
    ...change,
  };
}

function controls(player: Player) {
  const onRestart = vi.fn();
  render(
    <PlayerControls player={player} speed="1" onSpeed={vi.fn()} onRestart={onRestart} isReady />,
  );
  return { onRestart, button: (name: string) => screen.getByRole('button', { name }) };
}

test('[DEV-10] Step can be focused while it works, and a press then does nothing', () => {
  const player = aPlayer({ status: 'stepping', isAtRest: false });
  const step = controls(player).button('Step');
  step.focus();
  fireEvent.click(step);
  expect(document.activeElement).toBe(step);
  expect(step.getAttribute('aria-disabled')).toBe('true');
  expect(player.step).not.toHaveBeenCalled();
});

test('[DEV-10] Start over keeps the focus at the start, where there is nothing to start over', () => {
  const { button, onRestart } = controls(aPlayer({ position: 0 }));
  button('Start over').focus();
  fireEvent.click(button('Start over'));
  expect(document.activeElement).toBe(button('Start over'));
  expect(onRestart).not.toHaveBeenCalled();
});

test('a press on Step steps while the player is paused', () => {
  const player = aPlayer({});
  fireEvent.click(controls(player).button('Step'));
  expect(player.step).toHaveBeenCalledOnce();
});
