import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './run.mjs';
import { SYSTEMS } from './systems/systems.mjs';
import { assistant, call, result, system, user } from './testing/builders.mjs';

let folder: string;
let printed: string[];
const terminal = { print: (text: string) => void printed.push(text), complain: () => undefined };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'replay-'));
  printed = [];
});
afterEach(() => rm(folder, { recursive: true }));

test('[BENCH] replays a folder through every system at every budget and writes the same rows', async () => {
  const messages = [
    system('Be kind.'),
    user('Find ORD-1'),
    call('c1', { id: 'ORD-1' }),
    result('c1', 'found'),
    assistant('Here it is.'),
  ];
  await writeFile(path.join(folder, 'one.json'), JSON.stringify({ messages }));
  const report = path.join(folder, 'made', 'report.json');
  await run(['--transcripts', folder, '--budget', '2000,4000', '--json', report], terminal);

  const { bench, rows } = JSON.parse(await readFile(report, 'utf8'));
  expect(bench).toBe('replay');
  expect(rows.map((row: { budget: number }) => row.budget)).toEqual([
    ...Array(SYSTEMS.length).fill(2000),
    ...Array(SYSTEMS.length).fill(4000),
  ]);
  const ours = rows.filter((row: { system: string }) => row.system === 'agent-memory');
  expect(ours).toMatchObject([
    { budget: 2000, contexts: 2, refused: 0, lostSystem: 0, lostAnchor: 0, danglingCalls: 0 },
    { budget: 4000, contexts: 2, refused: 0, lostSystem: 0, lostAnchor: 0, danglingCalls: 0 },
  ]);
  for (const { name } of SYSTEMS) expect(printed.join('\n')).toContain(name);
});

test.each([
  [[], '--transcripts DIR is missing'],
  [['--transcripts', '.'], '--budget N[,N…] is missing'],
  [['--transcripts', '.', '--budget', 'many'], 'whole numbers above zero'],
  [['--transcripts', '.', '--budget', '-5'], 'whole numbers above zero'],
  [['--transcripts', '.', '--budget', '8000', '--fast'], '--fast'],
])('[BENCH] refuses %j in a sentence', async (args, complaint) => {
  await expect(run(args, terminal)).rejects.toThrow(complaint);
});
