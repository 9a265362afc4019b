import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assistant, call, result, system, user } from '../replay/testing/builders.mjs';
import { run } from './run.mjs';

let folder: string;
let printed: string[];
const terminal = { print: (text: string) => void printed.push(text), complain: () => undefined };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tokens-'));
  printed = [];
});
afterEach(() => rm(folder, { recursive: true }));

test('[BENCH] counts with every system, tries the estimator, writes the same rows', async () => {
  const messages = [
    system('Be kind. '.repeat(200)),
    user('Find ORD-1 <|endoftext|>'),
    call('c1', { ids: Array.from({ length: 400 }, (_, index) => `ORD-${index}`) }),
    result('c1', 'found'),
    assistant('Here it is.'),
  ];
  await writeFile(path.join(folder, 'one.json'), JSON.stringify({ messages }));
  const report = path.join(folder, 'made', 'report.json');
  await run(['--transcripts', folder, '--json', report], terminal);

  const { bench, rows } = JSON.parse(await readFile(report, 'utf8'));
  expect(bench).toBe('tokens');
  const systems = ['agent-memory', 'js-tiktoken', 'gpt-tokenizer'];
  for (const name of systems) {
    expect(rows.find((row: { system: string }) => row.system === name)).toMatchObject({
      mismatches: 0,
      texts: 5,
      tokensPerSecond: expect.any(Number),
      ratioToJsTiktoken: expect.any(Number),
    });
  }
  const estimates = rows.filter(
    (row: { system: string }) => row.system === 'agent-memory estimator',
  );
  expect(estimates.slice(0, 5).map((row: { kind: string }) => row.kind)).toEqual([
    'prose',
    'code',
    'json',
    'cyrillic',
    'cjk',
  ]);
  for (const row of estimates.slice(3, 5)) {
    expect(row.meanError).toBeLessThanOrEqual(0.06);
    expect(row.worstUndercount).toBeLessThanOrEqual(0.05);
  }
  expect(printed.join('\n')).toContain('emoji');
});

test.each([
  [[], '--transcripts DIR is missing'],
  [['--transcripts', '.', '--fast'], '--fast'],
  [['--transcripts', 'bench/src/tokens'], 'no recorded sessions'],
])('[BENCH] refuses %j in a sentence', async (args, complaint) => {
  await expect(run(args, terminal)).rejects.toThrow(complaint);
});
