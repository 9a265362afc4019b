import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FirstSendRow } from './first-send-figures.mjs';
import { run } from './run.mjs';
import type { StreamingRow } from './streaming-figures.mjs';
import { FIRST_SENDS } from './system.mjs';

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
  const extent = ['--messages', '30', '--tokens', '12', '--runs', '1'];
  await run([...extent, '--only', 'stream', '--json', report], terminal);
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

test('[RCT-5] the first message of a page leaves, whatever its memory knew of the list', async () => {
  const report = path.join(folder, 'report.json');
  const extent = ['--messages', '30', '--runs', '1', '--rest', '1'];
  await run([...extent, '--only', 'first', '--json', report], terminal);
  const { rows }: { rows: FirstSendRow[] } = JSON.parse(await readFile(report, 'utf8'));
  const systems = new Set(rows.map(({ system }) => system));
  expect([...systems]).toEqual(FIRST_SENDS.map(({ name }) => name));
  for (const { value } of rows) expect(value).toBeGreaterThan(0);
  expect(printed.join('\n')).toContain('firstSendWork');
});

test.each([
  [['--only', 'half'], 'first or stream'],
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
