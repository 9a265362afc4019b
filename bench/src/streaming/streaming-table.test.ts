import { expect, test } from 'vitest';
import { streamingRows, type TurnTimes } from './streaming-figures.mjs';
import { streamingTable } from './streaming-table.mjs';

test('[BENCH] an app is a line, with the ratio and what it is worth beside the figures', () => {
  const times: TurnTimes = { streamScriptS: 0.2, streamTaskS: 2, turnScriptS: 0.5, renders: {} };
  const rows = streamingRows(
    {
      plain: { name: 'plain', kind: 'list', hasMemory: false },
      withMemory: { name: 'ours', kind: 'list', hasMemory: true },
    },
    { messages: 10, tokens: 400 },
    [
      {
        plain: times,
        withMemory: { ...times, streamScriptS: 0.23, renders: { Chat: 400, Answer: 1 } },
      },
    ],
  );
  const lines = streamingTable(rows).split('\n').slice(2);
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['plain', '500.0 µs', '5.00 ms', '500.00 ms', '–'],
    ['ours', '575.0 µs', '5.00 ms', '500.00 ms', '1.150 (1.150–1.150) over', 'Chat 400, Answer 1'],
  ]);
});
