import { expect, test } from 'vitest';
import { onFrames } from './use-changes.ts';

/** Frames that come when they are told to, and something that changes. */
function byHand() {
  const listeners = new Set<() => void>();
  const waiting = new Map<number, () => void>();
  let asked = 0;
  return {
    frames: {
      requestAnimationFrame: (callback: () => void) => {
        asked += 1;
        waiting.set(asked, callback);
        return asked;
      },
      cancelAnimationFrame: (frame: number) => {
        waiting.delete(frame);
      },
    },
    changing: {
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    change: () => {
      for (const listener of listeners) listener();
    },
    drawFrame: () => {
      const due = [...waiting.values()];
      waiting.clear();
      for (const callback of due) callback();
    },
  };
}

test('[DEV-8] however many changes there are between two frames, it is told once', () => {
  const { frames, changing, change, drawFrame } = byHand();
  let told = 0;
  onFrames(frames, changing, () => {
    told += 1;
  });
  for (const _ of [1, 2, 3]) change();
  expect(told).toBe(0);
  drawFrame();
  expect(told).toBe(1);
  drawFrame();
  expect(told).toBe(1);
  change();
  drawFrame();
  expect(told).toBe(2);
});

test('[DEV-9] once it is ended nothing is told, of a change before it neither', () => {
  const { frames, changing, change, drawFrame } = byHand();
  let told = 0;
  const end = onFrames(frames, changing, () => {
    told += 1;
  });
  change();
  end();
  change();
  drawFrame();
  expect(told).toBe(0);
});
