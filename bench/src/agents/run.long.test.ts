import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { AgentsRow } from './run.mjs';
import { run } from './run.mjs';

test('[BENCH] [BUD-4] [CMP-4] [CMP-11] [CMP-16] an agent’s context holds its bars: refusals, summaries, values, the user’s words', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'agents-'));
  const report = path.join(folder, 'report.json');
  await run(['--json', report], { print: () => undefined, complain: () => undefined });
  const { bench, rows }: { bench: string; rows: AgentsRow[] } = JSON.parse(
    await readFile(report, 'utf8'),
  );
  await rm(folder, { recursive: true });
  expect(bench).toBe('agents');
  expect(rows.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  const least = (figure: string, word = '') => {
    const found = rows.filter((row) => row.figure === figure && row.case.includes(word));
    expect(found.length, figure).toBeGreaterThan(0);
    return Math.min(...found.map(({ value }) => value));
  };
  expect(least('fitsTrueLimit')).toBe(1);
  expect(least('afterRefusal')).toBeGreaterThanOrEqual(0.8);
  expect(least('summariesUsed', 'fast model')).toBeGreaterThanOrEqual(0.9);
  expect(least('runsWithSummary')).toBeGreaterThanOrEqual(0.8);
  expect(least('staleValues')).toBe(0);
  expect(least('instructionsKept')).toBe(1);
  expect(least('importantKept')).toBeGreaterThanOrEqual(0.8);
});
