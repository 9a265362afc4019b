import { expect, test } from 'vitest';
import { firstSendRows } from './first-send-figures.mjs';
import { firstSendTable } from './first-send-table.mjs';

const system = { name: 'ours', kind: 'transport', known: 'stored', isAtOnce: true } as const;
const run = (sentMs: number, taskMs = 10) => ({ sentMs, workMs: sentMs / 2, taskMs, taskCpuMs: 5 });

test('[BENCH] a first message takes as long as the median run, and its longest task is that of all runs', () => {
  const rows = firstSendRows(system, { messages: 2_000 }, [run(60), run(900, 70), run(80)]);
  expect(rows.map(({ figure, value }) => [figure, value])).toEqual([
    ['firstSend', 80],
    ['firstSendWork', 40],
    ['firstSendTask', 70],
    ['firstSendTaskWork', 5],
  ]);
  expect(rows.every(({ system: name, n }) => name === 'ours' && n === 2_000)).toBe(true);
  expect(firstSendTable(rows)).toMatch(/ours\s.*80 ms.*40 ms.*70 ms.*5 ms/);
});
