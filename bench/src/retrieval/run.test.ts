import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from './run.mjs';

let folder: string;
let printed: string[];
const terminal = { print: (text: string) => void printed.push(text), complain: () => undefined };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'retrieval-'));
  printed = [];
  vi.stubEnv('AGENT_MEMORY_DATA', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function rowsOf(dataset: unknown): Promise<readonly Record<string, unknown>[]> {
  const file = path.join(folder, 'dataset.json');
  const report = path.join(folder, 'made', 'report.json');
  await writeFile(file, JSON.stringify(dataset));
  await run(['--dataset', file, '--json', report], terminal);
  const { bench, rows } = JSON.parse(await readFile(report, 'utf8'));
  expect(bench).toBe('retrieval');
  return rows;
}

test('[RET-6] asks every system that needs no model, and writes the same rows', async () => {
  const turn = (id: string, text: string) => ({
    id,
    speaker: 'Ana',
    date: '2024-05-03T10:00',
    text,
  });
  const rows = await rowsOf([
    {
      id: 'one',
      turns: [turn('1:1', 'The parrot sings.'), turn('1:2', 'My boat sank.'), turn('2:1', 'Tea?')],
      questions: [
        { q: 'Whose boat sank?', category: 1, evidence: ['1:2'] },
        { q: 'Left out?', category: 5, evidence: ['1:1'] },
      ],
    },
  ]);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows[0]).toMatchObject({
    system: 'agent-memory lexical',
    recallAt5: 1,
    mrr: 1,
    ndcgAt10: 1,
  });
  for (const { system } of rows) expect(printed.join('\n')).toContain(system);
  expect(printed.join('\n')).toContain('No sentence model was found');
});

test('[RET-6] reads LongMemEval’s own file and looks for sessions', async () => {
  const instance = (id: string) => ({
    question_id: id,
    question: 'What is my boat called?',
    answer_session_ids: ['s2'],
    haystack_dates: ['2023/07/12 (Wed) 10:14', '2023/08/02 (Wed) 05:58'],
    haystack_session_ids: ['s1', 's2'],
    haystack_sessions: [
      [{ role: 'user', content: 'I like tea.' }],
      [{ role: 'user', content: 'My boat is called Albatross.' }],
    ],
  });
  const rows = await rowsOf([instance('q1'), instance('q2_abs')]);
  expect(rows[0]).toEqual({
    system: 'agent-memory lexical',
    sessionRecallAt1: 1,
    sessionRecallAt5: 1,
    sessionRecallAt10: 1,
    questions: 1,
  });
});

test('[BENCH] refuses a file that is no data set, and a folder without a model, in a sentence', async () => {
  await expect(run([], terminal)).rejects.toThrow('--dataset FILE is missing');
  await expect(rowsOf([])).rejects.toThrow('no list of conversations');
  await expect(rowsOf([{ turns: 4 }])).rejects.toThrow('no list of conversations');
  const file = path.join(folder, 'dataset.json');
  await writeFile(file, '[{ "turns": [], "questions": [] }]');
  const args = ['--dataset', file, '--weights', folder];
  await expect(run(args, terminal)).rejects.toThrow('There is no model');
});
