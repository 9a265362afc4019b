import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { run } from './run.mjs';

test('[BENCH] begins with the time of a recall, and writes the row that it prints', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'runs-'));
  const report = path.join(folder, 'report.json');
  const printed: string[] = [];
  const terminal = { print: (text: string) => void printed.push(text), complain: () => undefined };
  await run(['--messages', '300', '--json', report], terminal);
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
  expect(printed.join('\n')).toContain('recallP95');
});
