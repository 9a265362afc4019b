import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { run } from './run.mjs';

test('[BENCH] [CKP-1] begins with the time of a recall, and writes the rows that it prints', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'runs-'));
  const report = path.join(folder, 'report.json');
  const printed: string[] = [];
  const terminal = { print: (text: string) => void printed.push(text), complain: () => undefined };
  await run(['--messages', '300', '--steps', '14', '--kills', '3', '--json', report], terminal);
  const { bench, rows } = JSON.parse(await readFile(report, 'utf8'));
  await rm(folder, { recursive: true });
  expect(bench).toBe('runs');
  expect(rows[0]).toMatchObject({
    system: 'agent-memory',
    figure: 'recallP95',
    n: 300,
    unit: 'ms',
  });
  expect(rows[0].value).toBeGreaterThan(0);
  expect(rows.slice(1)).toMatchObject([
    { figure: 'checkpointRatio', n: 14, unit: 'ratio' },
    { figure: 'resumeLost', n: 3, value: 0 },
    { figure: 'resumeRepeated', n: 3, value: 0 },
  ]);
  // A checkpoint costs something.
  expect(rows[1].value).toBeGreaterThan(1);
  expect(printed.join('\n')).toContain('recallP95');
});
