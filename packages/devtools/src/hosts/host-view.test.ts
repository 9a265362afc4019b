import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dockIn,
  dockLimits,
  dockPixels,
  FIRST_HOST_VIEW,
  readHostView,
  resized,
  sizeAfterKey,
} from './host-view.ts';

const PAGE = { widthPixels: 1_280, heightPixels: 800 };
const PHONE = { widthPixels: 360, heightPixels: 640 };

test('[DEV-8] a phone has no side to dock at', () => {
  const view = { ...FIRST_HOST_VIEW, dock: 'side' as const };
  expect(dockIn(view, PAGE)).toBe('side');
  expect(dockIn(view, PHONE)).toBe('below');
});

test('[DEV-8] whatever size is wanted, panel and page both keep some room', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -500, max: 5_000 }),
      fc.integer({ min: 100, max: 3_000 }),
      fc.constantFrom('below' as const, 'side' as const),
      (wanted, whole, dock) => {
        const page = { widthPixels: whole, heightPixels: whole };
        const pixels = dockPixels(resized(FIRST_HOST_VIEW, dock, wanted), dock, page);
        const { least, most } = dockLimits(dock, page);
        expect(pixels).toBeGreaterThanOrEqual(least);
        expect(pixels).toBeLessThanOrEqual(Math.max(least, most));
        expect(whole - pixels).toBeGreaterThanOrEqual(96);
      },
    ),
    { seed: 8 },
  );
});

test('[DEV-8] a stored view comes back, and whatever is damaged in it is as at first', () => {
  const view = { ...FIRST_HOST_VIEW, isOpen: true, dock: 'side' as const, memory: 'Support' };
  expect(readHostView(JSON.stringify(view))).toEqual(view);
  for (const stored of [
    null,
    '',
    '{',
    '[]',
    '7',
    '{"dock":"top","sidePixels":"wide","isOpen":1}',
  ]) {
    expect(readHostView(stored)).toEqual(FIRST_HOST_VIEW);
  }
});

test('[DEV-10] the edge moves by keys towards the page and back, as far as there is room', () => {
  expect(sizeAfterKey('ArrowUp', false, 400, 'below', PAGE)).toBe(416);
  expect(sizeAfterKey('ArrowDown', true, 400, 'below', PAGE)).toBe(304);
  expect(sizeAfterKey('ArrowLeft', true, 1_180, 'side', PAGE)).toBe(1_184);
  expect(sizeAfterKey('Home', false, 400, 'side', PAGE)).toBe(320);
  expect(sizeAfterKey('End', false, 400, 'below', PAGE)).toBe(704);
  expect(sizeAfterKey('m', false, 400, 'below', PAGE)).toBeUndefined();
});
