import { expect, test } from 'vitest';
import { PAUSED, type PlayerEvent, playerTransition } from './player-state.ts';

function after(...types: PlayerEvent['type'][]): string {
  return types.reduce((state, type) => playerTransition(state, { type }), PAUSED).status;
}

test('plays until it is paused', () => {
  expect(after('play', 'step-end', 'step-end')).toBe('playing');
  expect(after('play', 'step-end', 'pause')).toBe('paused');
});

test('pauses after a single step', () => {
  expect(after('step')).toBe('stepping');
  expect(after('step', 'step-end')).toBe('paused');
});

test('goes on playing when play is pressed during a single step', () => {
  expect(after('step', 'play', 'step-end')).toBe('playing');
});

test('takes no second step at once', () => {
  expect(after('play', 'step')).toBe('playing');
  expect(after('step', 'step', 'step-end')).toBe('paused');
});

test('jumps from wherever it is, until it is there or is stopped', () => {
  expect(after('jump', 'step-end')).toBe('jumping');
  expect(after('play', 'jump', 'step')).toBe('jumping');
  expect(after('jump', 'stop')).toBe('paused');
  expect(after('jump', 'pause')).toBe('paused');
});

test('stands still at the end', () => {
  expect(after('play', 'stop')).toBe('paused');
});
