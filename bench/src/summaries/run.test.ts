import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureSession } from '../replay/sessions.mjs';
import { assistant, call, result, system, user } from '../replay/testing/builders.mjs';
import { matterOf } from './matter.mjs';
import { sentencesWithin, shuffled } from './picked-sentences.mjs';
import { run } from './run.mjs';

const MESSAGES = [
  system('Be kind to ORD-9999.'),
  user('Find ORD-1234, please. It is urgent.'),
  call('c1', { id: 'ORD-1234' }),
  result('c1', 'It stands in rack/7-B.\nNobody moved it.'),
  call('c2', { rack: 'rack/7-B', other: 'rack/8-B' }),
  result('c2', 'moved'),
  assistant('Done.'),
  user('Thanks.'),
];

let folder: string;
let printed: string[];
const terminal = { print: (text: string) => void printed.push(text), complain: () => undefined };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'summaries-'));
  printed = [];
});
afterEach(() => rm(folder, { recursive: true }));

test('[BENCH] the matter is the first half, without the system text; needed is what later calls use of it', () => {
  const { sources, sentences, values, needed } = matterOf(measureSession('one', MESSAGES));
  expect(sources).toMatchObject([
    { seq: 1, role: 'user' },
    { seq: 2, role: 'assistant', toolArguments: ['{"id":"ORD-1234"}'] },
    { seq: 3, role: 'tool', text: 'It stands in rack/7-B.\nNobody moved it.' },
  ]);
  expect(sentences).toContain('It is urgent.');
  expect(values).toContain('ORD-1234');
  expect(values).not.toContain('ORD-9999');
  expect(needed).toEqual(['rack/7-B']);
});

test('[BENCH] sentences are picked within the room, and drawn the same for the same seed', () => {
  expect(sentencesWithin(['one two', 'three four five six', 'seven'], 5)).toBe('one two\nseven');
  const list = Array.from({ length: 50 }, (_, index) => index);
  expect(shuffled(list, 1)).toEqual(shuffled(list, 1));
  expect(shuffled(list, 1)).not.toEqual(shuffled(list, 2));
  expect(shuffled(list, 1).toSorted((a, b) => a - b)).toEqual(list);
});

test('[CMP-10] writes a row for each way and room, all of the same size', async () => {
  const turns = Array.from({ length: 60 }, (_, turn) => [
    user(`What of ORD-${2_000 + turn}? I would like to know, for the day is long.`),
    call(`c${turn}`, { id: `ORD-${2_000 + turn}` }),
    result(`c${turn}`, `The parcel waits in rack/${turn}-B. Nothing else is to be said of it.`),
  ]);
  await writeFile(
    path.join(folder, 'one.json'),
    JSON.stringify([...turns.flat(), ...turns.flat()]),
  );
  const report = path.join(folder, 'report.json');
  await run(['--transcripts', folder, '--room', '100,200', '--json', report], terminal);
  const { bench, rows } = JSON.parse(await readFile(report, 'utf8'));
  expect(bench).toBe('summaries');
  expect(rows.map((row: { room: number }) => row.room)).toEqual([
    ...Array(4).fill(100),
    ...Array(4).fill(200),
  ]);
  for (const row of rows) {
    expect(row.sessions).toBe(1);
    expect(row.tokens).toBeLessThanOrEqual(row.room);
    expect(row.tokens).toBeGreaterThan(row.room / 2);
    expect(row.values).toBeGreaterThan(0);
    expect(printed.join('\n')).toContain(row.system);
  }
});

test('[BENCH] a session without so much to say is left out', async () => {
  await writeFile(path.join(folder, 'one.json'), JSON.stringify(MESSAGES));
  await run(['--transcripts', folder, '--room', '500'], terminal);
  expect(printed.join('\n')).toMatch(/500\s+extractive\s+0\s+0/);
});

test.each([
  [[], '--transcripts DIR is missing'],
  [['--transcripts', '.', '--room', '0'], 'whole numbers above zero'],
])('[BENCH] refuses %j in a sentence', async (args, complaint) => {
  await expect(run(args, terminal)).rejects.toThrow(complaint);
});
