import { expect, test } from 'vitest';
import { liveTokensWanted } from './live-text.ts';

const entry = { tier: 'working', decision: { tokens: { raw: 900 }, numbers: {} } };

function live(raw: number, shareTokens?: number) {
  const numbers: Record<string, number> = shareTokens === undefined ? {} : { shareTokens };
  return { tier: 'live', decision: { tokens: { raw }, numbers } };
}

test('[BUD-3] a section asks for no more than its share, sent or withheld', () => {
  const withheld = [live(40, 100).decision, live(800, 100).decision];
  expect(liveTokensWanted([entry, live(30, 100), live(500, 100)], withheld)).toBe(270);
});

test('[BUD-3] in a plan that knows no shares a section asks for all of it', () => {
  expect(liveTokensWanted([entry, live(500)], [])).toBe(500);
});

test('[BUD-3] without live state nothing is asked for', () => {
  expect(liveTokensWanted([entry], [])).toBe(0);
});
