import { expect, test } from 'vitest';
import { type StreamingRow, streamingRows, type TurnTimes } from './streaming-figures.mjs';

const pair = {
  plain: { name: 'plain', kind: 'list', hasMemory: false },
  withMemory: { name: 'ours', kind: 'list', hasMemory: true },
} as const;
const extent = { messages: 2_000, tokens: 400 };

test('[BENCH] time per token is the median run by the tokens of its answer', () => {
  const rows = streamingRows(pair, extent, [
    { plain: turn({ streamScriptS: 0.4 }), withMemory: turn({ streamScriptS: 0.6 }) },
    { plain: turn({ streamScriptS: 0.8 }), withMemory: turn({ streamScriptS: 0.8 }) },
    { plain: turn({ streamScriptS: 9 }), withMemory: turn({ streamScriptS: 9 }) },
  ]);
  expect(figure(rows, 'plain', 'scriptPerToken')).toBeCloseTo(2, 10);
  expect(figure(rows, 'ours', 'scriptPerToken')).toBeCloseTo(2, 10);
  expect(rows.every(({ n }) => n === 2_000)).toBe(true);
});

test('[BENCH] the ratio holds each run with memory against each without, and its spread is that of the middle half', () => {
  const rows = streamingRows(
    pair,
    extent,
    [
      [1, 1.1],
      [4, 4],
      [2, 2.6],
    ].map(([plain, ours]) => ({
      plain: turn({ streamScriptS: plain ?? 0 }),
      withMemory: turn({ streamScriptS: ours ?? 0 }),
    })),
  );
  // 0.275 0.55 0.65 1 1.1 1.3 2 2.6 4
  expect(figure(rows, 'ours', 'ratio')).toBeCloseTo(1.1, 10);
  expect(figure(rows, 'ours', 'ratioLow')).toBeCloseTo(0.65, 10);
  expect(figure(rows, 'ours', 'ratioHigh')).toBeCloseTo(2, 10);
  expect(figure(rows, 'plain', 'ratio')).toBeUndefined();
});

test('[BENCH] a component that rendered in one run only is in the figures with the most it did', () => {
  const rows = streamingRows(pair, extent, [
    { plain: turn({}), withMemory: turn({ renders: { Chat: 400 } }) },
    { plain: turn({}), withMemory: turn({ renders: { Chat: 400, ContextMeter: 2 } }) },
  ]);
  expect(
    rows
      .filter((row) => row.figure === 'renders')
      .map(({ component, value }) => [component, value]),
  ).toEqual([
    ['Chat', 400],
    ['ContextMeter', 2],
  ]);
});

test('[BENCH] a run in which nothing was measured is no ratio of anything', () => {
  expect(() =>
    streamingRows(pair, extent, [{ plain: turn({ streamScriptS: 0 }), withMemory: turn({}) }]),
  ).toThrow('no scripting');
});

function turn(times: Partial<TurnTimes>): TurnTimes {
  return { streamScriptS: 1, streamTaskS: 2, turnScriptS: 3, renders: {}, ...times };
}

function figure(rows: readonly StreamingRow[], system: string, name: StreamingRow['figure']) {
  return rows.find((row) => row.system === system && row.figure === name)?.value;
}
