import { expect, test } from 'vitest';
import { countingRows } from './counting-rows.mjs';

/** Counters that take so many milliseconds a text, on a clock of their own. */
function simulated() {
  let nowMs = 0;
  const counter = (system: string, msPerText: number, tokens = 2) => ({
    system,
    count: (text: string) => {
      nowMs += msPerText;
      return text === 'odd' ? tokens : 2;
    },
  });
  return { counter, nowMs: () => nowMs };
}

test('[BENCH] sets every system against js-tiktoken in the same rounds', () => {
  const { counter, nowMs } = simulated();
  const rows = countingRows(
    ['one', 'odd', 'two'],
    [counter('agent-memory', 5), counter('js-tiktoken', 50), counter('other', 100, 3)],
    nowMs,
  );
  expect(rows).toMatchObject([
    { system: 'agent-memory', ratioToJsTiktoken: 10, tokensPerSecond: 400, mismatches: 0 },
    { system: 'js-tiktoken', ratioToJsTiktoken: 1, tokensPerSecond: 40, mismatches: 0 },
    { system: 'other', ratioToJsTiktoken: 0.5, tokensPerSecond: 20, mismatches: 1 },
  ]);
  expect(rows[0]).toMatchObject({ texts: 3, tokens: 6, firstRoundRatio: 10 });
});

test('[BENCH] lets a system forget ahead of each round', () => {
  const { counter, nowMs } = simulated();
  const log: string[] = [];
  const forgetful = {
    system: 'js-tiktoken',
    count: (text: string) => log.push(text),
    forget: () => void log.push('forget'),
  };
  countingRows(['a', 'b'], [forgetful, counter('other', 1)], nowMs);
  const rounds = log.join(' ').split('forget').slice(1);
  expect(rounds.length).toBe(6);
  for (const round of rounds) expect(round.trim().startsWith('a b')).toBe(true);
});
