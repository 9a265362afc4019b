import { createAgentMemory, InvalidOptionError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { aRunSession } from '../testing/a-run-session.ts';
import { isRecalled } from './quotation.ts';
import { RUN_MARKS } from './run-marks.ts';
import { type SessionRunsOptions, sessionRuns } from './session-runs.ts';

test.each<[object, string]>([
  [{ maxTokens: 100 }, 'maxTokens'],
  [{ maxTokens: 300.5 }, 'maxTokens'],
  [{ count: 4 }, 'count'],
  [{ catalog: { share: 2 } }, 'catalog.share'],
  [{ catalog: { part: 0.1 } }, '`part` in `sessionRuns.catalog`'],
  [{ maxToken: 300 }, 'maxToken'],
])('[RUN-1] the options %j are refused by name', (options, name) => {
  const make = () => sessionRuns(options as SessionRunsOptions);
  expect(make).toThrow(InvalidOptionError);
  expect(make).toThrow(name);
});

test('[RUN-1] one value serves several memories, and each keeps its own runs', async () => {
  const runs = sessionRuns();
  const [ghent, porto] = ['Ghent', 'Porto'].map((id) =>
    createAgentMemory({ id, contextWindow: 16_000, features: [runs.feature] }),
  );
  if (!ghent || !porto) throw new Error('Two memories were made.');
  await ghent.append({ role: 'user', content: 'A train to Ghent' });
  await runs.of(ghent).endRun();
  expect(runs.of(ghent)).toBe(runs.of(ghent));
  expect(runs.of(ghent).blockCount()).toBe(1);
  expect(runs.of(porto).blockCount()).toBe(0);
});

test('[BLK-1] the definitions are those of the tools that run', () => {
  const { runs, handle } = aRunSession();
  const shown = handle.tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parameters,
  }));
  expect(shown).toEqual(runs.definitions);
});

test.each([
  null,
  [],
  { starts: ['a'], joined: [] },
  { starts: [1], joined: [], titles: {} },
  { starts: [], joined: [], titles: { a: 4 } },
  { starts: [], joined: [], titles: {}, open: { afterId: 4 } },
])('[RUN-1] stored marks that cannot be meant are refused: %j', (stored) => {
  expect(() => RUN_MARKS.read(stored)).toThrow(TypeError);
});

test('[RUN-1] marks are read back as they were stored', () => {
  const titles = { a: 'x' };
  const marks = { starts: ['a'], joined: ['b'], titles, open: { afterId: null }, endedAt: 'c' };
  expect(RUN_MARKS.read(JSON.parse(JSON.stringify(marks)))).toEqual(marks);
});

test.each([
  ['NaN', Number.NaN],
  ['text', '12'],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-1', -1],
  ['undefined', undefined],
])('[BLK-1] a count that gives %s is refused in words by each tool', async (_, tokens) => {
  const session = aRunSession({ count: () => tokens as number });
  await session.say(`Where is order ZFA04Y? ${'words '.repeat(900)}`);
  await session.reply('In Ghent.');
  const words = `\`count\` must give a finite number of 0 or more; it gave ${String(tokens)}.`;
  expect(await session.recall({ message: 0 })).toMatchObject({
    isError: true,
    text: expect.stringContaining(words),
  });
  expect((await session.search({ query: 'order' })).text).toContain(words);
});

test('[RUN-1] what is no memory has no runs, and what is no message is not told recalled', () => {
  for (const given of [undefined, null, {}]) {
    expect(() => sessionRuns().of(given as never)).toThrow(
      /`memory` must be what `createAgentMemory`/,
    );
    expect(() => isRecalled(given as never)).toThrow(/`message` must be a message/);
  }
});
