import { createLongTermMemory, type LongTermMemory } from '@agent-memory/long-term';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownRecords } from '../testing/known-records.ts';
import { importFile, type LineFate } from './import-facts.ts';
import { longTermSource } from './long-term-source.ts';

/** The records of a traveller as a file. */
async function aFile(): Promise<string> {
  const { longTerm } = await knownRecords();
  return (await longTermSource(longTerm).exported()).text();
}

function another(): LongTermMemory {
  return createLongTermMemory({ user: 'ada', namespace: 'project:apollo', sweepEveryMs: 0 });
}

test('[DEV-6] each line of a file says that it was taken in, and as which record', async () => {
  const memory = another();
  const facts = await importFile(memory, await aFile());
  if (facts.kind !== 'read') throw new Error(facts.sentence);
  expect(facts).toMatchObject({ imported: 5, unchanged: 0, refused: 0 });
  expect(facts.lines.map(({ line, fate }) => [line, fate])).toEqual(
    [2, 3, 4, 5, 6].map((line) => [line, 'taken']),
  );
  for (const { recordId = '', start } of facts.lines) {
    expect((await memory.record(recordId))?.record.text).toBe(start);
  }
});

test('[DEV-6] a file that comes again is known already, line by line', async () => {
  const memory = another();
  const file = await aFile();
  await importFile(memory, file);
  const facts = await importFile(memory, file);
  expect(facts).toMatchObject({ imported: 0, unchanged: 5 });
  expect(facts.kind === 'read' && facts.lines.every(({ fate }) => fate === 'known')).toBe(true);
});

test('[DEV-6] lines that are new, known and refused are told apart, the refused with their reason', async () => {
  const memory = another();
  const file = await aFile();
  const lines = file.trimEnd().split('\n');
  await importFile(memory, lines.filter((line) => !line.includes('train')).join('\n'));
  const [tea] = (await memory.list({ subject: 'drink' })).items;
  await memory.erase({ id: tea?.record.id ?? '' });
  const facts = await importFile(memory, file);
  if (facts.kind !== 'read') throw new Error(facts.sentence);
  expect(facts).toMatchObject({ imported: 1, unchanged: 3, refused: 1 });
  const fates = Object.fromEntries(facts.lines.map(({ start, fate }) => [start, fate]));
  expect(fates).toMatchObject({
    'Ada travels by train.': 'taken',
    'Ada prefers green tea.': 'refused',
    'Ada prefers an aisle seat.': 'known',
  });
  const refused = facts.lines.find(({ fate }) => fate === 'refused');
  expect(refused?.reason).toBe('This was erased here, and is not taken in again.');
});

test('[DEV-6] whatever was known or erased before, the fates of all lines add up to the totals', async () => {
  const file = await aFile();
  const [header = '', ...records] = file.trimEnd().split('\n');
  const some = fc.subarray(records);
  await fc.assert(
    fc.asyncProperty(some, some, async (known, erased) => {
      const memory = another();
      await importFile(memory, [header, ...known].join('\n'));
      for (const { record } of (await memory.list()).items) {
        if (erased.some((line) => line.includes(record.text)))
          await memory.erase({ id: record.id });
      }
      const facts = await importFile(memory, file);
      if (facts.kind !== 'read') throw new Error(facts.sentence);
      const count = (fate: LineFate) => facts.lines.filter((line) => line.fate === fate).length;
      expect([count('taken'), count('known'), count('refused')]).toEqual([
        facts.imported,
        facts.unchanged,
        facts.refused,
      ]);
      expect(facts.imported + facts.unchanged + facts.refused).toBe(records.length);
    }),
    { seed: 41, numRuns: 25 },
  );
});

test('[DEV-6] a line that stands twice in a file is taken in once', async () => {
  const memory = another();
  const [header, first] = (await aFile()).split('\n');
  const facts = await importFile(memory, [header, first, first].join('\n'));
  if (facts.kind !== 'read') throw new Error(facts.sentence);
  expect(facts.imported + facts.unchanged).toBe(2);
  const taken = facts.lines.filter(({ fate }) => fate === 'taken').length;
  expect(taken).toBe(facts.imported);
});

for (const [name, text] of [
  ['prose', 'Dear Ada,\nthe ferry leaves at nine.'],
  ['an empty file', ''],
  ['JSON of another kind', '{"messages":[]}'],
] as const) {
  test(`[DEV-6] ${name} is refused in a sentence, and nothing is imported`, async () => {
    const memory = another();
    const facts = await importFile(memory, text);
    expect(facts).toEqual({
      kind: 'unreadable',
      sentence: expect.stringMatching(/nothing was imported: line 1 .*\.$/),
    });
    expect((await memory.list()).items).toEqual([]);
  });
}

test('[DEV-6] a damaged line is named, and the lines around it are not imported', async () => {
  const memory = another();
  const lines = (await aFile()).split('\n');
  const damaged = lines.with(2, lines[2]?.slice(0, 40) ?? '').join('\n');
  expect(await importFile(memory, damaged)).toMatchObject({
    kind: 'unreadable',
    sentence: expect.stringContaining('line 3 is no JSON'),
  });
  expect((await memory.list()).items).toEqual([]);
});

test('[DEV-6] a store that fails is no fault of the file', async () => {
  const memory = another();
  await memory.dispose();
  await expect(importFile(memory, await aFile())).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
});
