import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkReportFile, writeReport } from './json-report.mjs';
import { UsageError } from './usage-error.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'report-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('[BENCH] writes the name of the benchmark and its rows into a folder it makes', async () => {
  const file = path.join(folder, 'deep', 'report.json');
  await checkReportFile(file);
  await writeReport(file, 'replay', [{ system: 'a', retention: null }]);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    bench: 'replay',
    rows: [{ system: 'a', retention: null }],
  });
});

test('[BENCH] refuses a folder as a report, and a folder that cannot be made', async () => {
  await mkdir(path.join(folder, 'taken'));
  await writeFile(path.join(folder, 'file'), '');
  await expect(checkReportFile(path.join(folder, 'taken'))).rejects.toThrow(UsageError);
  await expect(checkReportFile(path.join(folder, 'file', 'report.json'))).rejects.toThrow(
    UsageError,
  );
});
