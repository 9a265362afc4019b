import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTemplate, isUnsupported } from './junk.mjs';
import { run } from './run.mjs';

let folder: string;
let printed: string[];
const terminal = { print: (text: string) => void printed.push(text), complain: () => undefined };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'extraction-'));
  printed = [];
});
afterEach(() => rm(folder, { recursive: true }));

async function rowsOf(transcripts: string): Promise<readonly Record<string, number | string>[]> {
  const report = path.join(folder, 'report.json');
  await run(['--transcripts', transcripts, '--json', report], terminal);
  const { bench, rows } = JSON.parse(await readFile(report, 'utf8'));
  expect(bench).toBe('extraction');
  return rows;
}

test('[EXT-5] plays sessions run by run and counts what was taken', async () => {
  const sessions = path.join(folder, 'sessions');
  await mkdir(sessions);
  const messages = [
    { role: 'system', content: 'You help.' },
    { role: 'user', content: 'I prefer window seats. My colleague prefers the aisle.' },
    { role: 'assistant', content: 'Noted.' },
    { role: 'user', content: 'I prefer window seats.' },
    { role: 'assistant', content: 'Yes.' },
  ];
  await writeFile(path.join(sessions, 'talk-1.json'), JSON.stringify({ messages }));
  const rows = await rowsOf(sessions);
  const counted = { runs: 2, records: 1, duplicates: 0, templates: 0, unsupported: 0, refused: 1 };
  expect(rows).toMatchObject([
    { sessions: 'talk', ...counted },
    { sessions: 'all', ...counted },
  ]);
  expect(printed.join('\n')).toContain('unsupported');
});

test('[EXT-5] the judge finds what no message says, and what a form says', () => {
  expect(isUnsupported('I prefer tea.', ['Well, I prefer tea.'])).toBe(false);
  expect(isUnsupported('I prefer coffee.', ['Well, I prefer tea.'])).toBe(true);
  const confirmed = 'The user confirmed "Three bullets.": Yes, exactly like that.';
  expect(isUnsupported(confirmed, ['Yes, exactly like that.', 'Three bullets.'])).toBe(false);
  expect(isUnsupported(confirmed, ['Yes, exactly like that.', 'Four bullets.'])).toBe(true);
  const form = 'Always answer with one command.';
  expect(isTemplate(form, [form], [form, `${form} Now.`, `Again: ${form}`])).toBe(true);
  expect(isTemplate(form, [form], [form])).toBe(false);
  expect(isTemplate(form, [`${form} ${'words '.repeat(400)}`], [form])).toBe(true);
});

const { AGENT_MEMORY_DATA = '../shared/data' } = process.env;
const transcripts = path.resolve(AGENT_MEMORY_DATA, 'transcripts');
const hasData = existsSync(transcripts);
if (!hasData) {
  console.info(
    `The test on recorded sessions is skipped: there are none in ${transcripts}. ` +
      'Name a folder that holds "transcripts/" in AGENT_MEMORY_DATA to run it.',
  );
}

describe.skipIf(!hasData)('recorded sessions in AGENT_MEMORY_DATA', () => {
  test('[EXT-5] at most two records a run, none of them a duplicate, of a form or unsupported', async () => {
    const rows = await rowsOf(transcripts);
    const all = rows.at(-1);
    expect(Number(all?.records) / Number(all?.runs)).toBeLessThanOrEqual(2);
    expect(Number(all?.records)).toBeGreaterThan(0);
    expect(all).toMatchObject({ duplicates: 0, templates: 0, unsupported: 0 });
  });
});
