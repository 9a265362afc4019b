import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './run.mjs';
import type { StreamingRow } from './streaming-figures.mjs';

let folder: string;
let printed: string[];
const terminal = { print: (text: string) => void printed.push(text), complain: () => undefined };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'streaming-'));
  printed = [];
});
afterEach(() => rm(folder, { recursive: true }));

test('[RCT-3] no component but the one that shows the answer renders while it streams', async () => {
  const report = path.join(folder, 'report.json');
  await run(['--messages', '30', '--tokens', '12', '--runs', '1', '--json', report], terminal);
  const { bench, rows }: { bench: string; rows: StreamingRow[] } = JSON.parse(
    await readFile(report, 'utf8'),
  );
  expect(bench).toBe('streaming');
  const inList = ['Chat', 'MessageList', 'MessageRow'];
  expect(renderedIn(rows, 'list, no memory')).toEqual(inList);
  expect(renderedIn(rows, 'list, useAgentMemory')).toEqual(inList);
  expect(renderedIn(rows, 'answer apart, no memory')).toEqual(['Answer']);
  expect(renderedIn(rows, 'answer apart, useAgentMemory')).toEqual(['Answer']);
  expect(renderedIn(rows, 'useChat, no memory')).toEqual(inList);
  expect(renderedIn(rows, 'useChat, memory.transport')).toEqual(inList);
  for (const row of rows) expect(row).toMatchObject({ n: 30, value: expect.any(Number) });
  expect(printed.join('\n')).toContain('scriptPerToken');
});

test.each([
  [['--messages', 'many'], 'whole numbers above zero'],
  [['--tokens', '10,20'], 'one whole number'],
  [['--fast'], '--fast'],
])('[BENCH] refuses %j in a sentence', async (args, complaint) => {
  await expect(run(args, terminal)).rejects.toThrow(complaint);
});

/** Gives the components that rendered at all; how often depends on how many tokens share a frame. */
function renderedIn(rows: readonly StreamingRow[], system: string): readonly string[] {
  const own = rows.filter((row) => row.system === system && row.figure === 'renders');
  return own.map(({ component = '' }) => component).toSorted();
}
