import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './run.mjs';
import type { ScaleRow } from './scale-rows.mjs';

let folder: string;
let printed: string[];
const terminal = { print: (text: string) => void printed.push(text), complain: () => undefined };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scale-'));
  printed = [];
});
afterEach(() => rm(folder, { recursive: true }));

test('[BENCH] measures every system at every length and writes the same rows', async () => {
  const report = path.join(folder, 'made', 'report.json');
  await run(
    ['--messages', '10,20', '--calls', '3', '--parts', 'calls', '--json', report],
    terminal,
  );
  const { bench, rows }: { bench: string; rows: ScaleRow[] } = JSON.parse(
    await readFile(report, 'utf8'),
  );
  expect(bench).toBe('scale');
  const figures = ['append', 'assemble', 'firstAssemble'];
  const expected = [10, 20].flatMap((n) =>
    ['agent-memory', 'LangChain', 'AI SDK', 'sliding window'].flatMap((system) =>
      figures.map((figure) => ({ n, system, figure })),
    ),
  );
  expect(rows).toHaveLength(expected.length);
  for (const [index, { n, system, figure }] of expected.entries()) {
    expect(rows[index]).toMatchObject({ n, figure, unit: 'ms', value: expect.any(Number) });
    expect(rows[index]?.system).toContain(system);
  }
  expect(printed.join('\n')).toContain('firstAssemble');
});

test('[BENCH] measures the browser’s store on a session of each length', async () => {
  const report = path.join(folder, 'report.json');
  await run(
    ['--parts', 'store', '--stored', '20,1010', '--calls', '5', '--json', report],
    terminal,
  );
  const { rows }: { rows: ScaleRow[] } = JSON.parse(await readFile(report, 'utf8'));
  expect(rows.map(({ system, figure, n }) => [system, figure, n])).toEqual([
    ...[20, 1010].flatMap((n) =>
      ['write', 'load', 'logRotation', 'canary'].map((figure) => ['agent-memory', figure, n]),
    ),
  ]);
  for (const { value, p99 } of rows) expect(p99).toBeGreaterThanOrEqual(value);
});

test('[BENCH] measures the same with encryption and without, and the ratio', async () => {
  const report = path.join(folder, 'report.json');
  await run(
    ['--parts', 'encryption', '--stored', '300', '--calls', '3', '--json', report],
    terminal,
  );
  const { rows }: { rows: ScaleRow[] } = JSON.parse(await readFile(report, 'utf8'));
  for (const figure of ['appendToDisk', 'openNewest']) {
    const [plain, encrypted, ratio] = rows.filter((row) => row.figure === figure);
    expect(ratio).toMatchObject({ system: 'encrypted ÷ plain', unit: 'times' });
    expect(ratio?.value).toBe((encrypted?.value ?? 0) / (plain?.value ?? 1));
  }
  expect(rows).toHaveLength(6);
});

test('[BENCH] [EXT-1] measures a turn with extraction early in a session and late, and the ratio', async () => {
  const report = path.join(folder, 'report.json');
  await run(['--parts', 'turns', '--calls', '60', '--json', report], terminal);
  const { rows }: { rows: ScaleRow[] } = JSON.parse(await readFile(report, 'utf8'));
  expect(rows.map(({ figure, n, unit }) => [figure, n, unit])).toEqual([
    ['turn', 30, 'ms'],
    ['turn', 60, 'ms'],
    ['turn', 60, 'times'],
  ]);
});

test('[BENCH] measures how long the main thread is kept by each long piece of work', async () => {
  const report = path.join(folder, 'report.json');
  await run(['--parts', 'tasks', '--long', '300', '--calls', '1', '--json', report], terminal);
  const { rows }: { rows: ScaleRow[] } = JSON.parse(await readFile(report, 'utf8'));
  expect(rows.map(({ figure, n }) => [figure, n])).toEqual([
    ['firstContext', 300],
    ['settingsChange', 300],
    ['bulkAppend', 300],
    ['idRich', 1],
    ['longProse', 1],
    ['hugeArgument', 8],
    ['replay', 300],
    ['documentMarkdown', 1],
    ['documentHtml', 1],
    ['documentPdf', 300],
    ['documentSearch', 1],
  ]);
  for (const { value, wholeMs } of rows) {
    expect(value).toBeGreaterThan(0);
    // A task may reach beyond the work on either side, so neither figure bounds the other.
    expect(wholeMs).toBeGreaterThan(0);
  }
});

test('[BENCH] measures how long the main thread is kept by a large message in a stored session', async () => {
  const report = path.join(folder, 'report.json');
  await run(['--parts', 'limits', '--calls', '1', '--json', report], terminal);
  const { rows }: { rows: ScaleRow[] } = JSON.parse(await readFile(report, 'utf8'));
  expect(rows.map(({ figure, n }) => [figure, n])).toEqual([
    ['rowsOpenAi', 8],
    ['rowsAnthropic', 8],
    ['rowsAiSdk', 8],
    ['rowsAiSdkUi', 8],
    ['stringAnthropic', 8],
    ['wordsAiSdk', 8],
    ['deepOpenAi', 100_000],
    ['tooMuch', 100_001],
  ]);
  for (const { value } of rows) expect(value).toBeGreaterThan(0);
});

test('[BENCH] weighs what a call adds to the stored history', async () => {
  const report = path.join(folder, 'report.json');
  await run(['--parts', 'history', '--calls', '30', '--json', report], terminal);
  const { rows }: { rows: ScaleRow[] } = JSON.parse(await readFile(report, 'utf8'));
  const [perCall, kept] = rows;
  expect(perCall).toMatchObject({ figure: 'history', n: 30, unit: 'bytes' });
  expect(perCall?.value).toBeGreaterThan(100);
  expect(kept?.value).toBeGreaterThan(20 * (perCall?.value ?? 0));
});

test('[BENCH] weighs the imports of the size budget and those of the peers', async () => {
  const report = path.join(folder, 'report.json');
  await run(['--parts', 'bundles', '--json', report], terminal);
  const { rows }: { rows: ScaleRow[] } = JSON.parse(await readFile(report, 'utf8'));
  expect(rows.every((row) => row.figure === 'bundle' && row.unit === 'bytes')).toBe(true);
  const bytesOf = (entry: string) => rows.find((row) => row.entry === entry)?.value ?? 0;
  expect(bytesOf('trimMessages')).toBeGreaterThan(bytesOf('createAgentMemory (core)'));
  expect(bytesOf('createAgentMemory (core)')).toBeGreaterThan(1_000);
});

test.each([
  [['--messages', 'many'], 'whole numbers above zero'],
  [['--stored', '0'], 'whole numbers above zero'],
  [['--parts', 'calls,all'], 'calls, store, open, encryption, turns, tasks, limits, history, '],
  [['--fast'], '--fast'],
])('[BENCH] refuses %j in a sentence', async (args, complaint) => {
  await expect(run(args, terminal)).rejects.toThrow(complaint);
});
