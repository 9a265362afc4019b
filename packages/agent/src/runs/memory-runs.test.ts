import { createAgentMemory, InvalidOptionError, inMemoryStore } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { aRunSession, blocksOf } from '../testing/a-run-session.ts';
import { sessionRuns } from './session-runs.ts';

/** Three requests, the second one with a call. */
async function threeRuns(session: ReturnType<typeof aRunSession>) {
  await session.say('Where is order ZFA04Y?');
  await session.reply('It left Ghent on Monday.');
  await session.say('And what did it cost?');
  await session.use('get_invoice', { order: 'ZFA04Y' }, 'total: 40.50 euros');
  await session.reply('It cost 40.50 euros.');
  await session.say('Thanks. Cancel it.');
}

const requestsOf = ({ handle }: ReturnType<typeof aRunSession>) =>
  blocksOf(handle).map(({ number, request }) => [number, request]);

test('[RUN-1] runs are told from the messages of the user; the one that goes on is no block yet', async () => {
  const session = aRunSession();
  expect(blocksOf(session.handle)).toEqual([]);
  await threeRuns(session);
  expect(requestsOf(session)).toEqual([
    [1, 'Where is order ZFA04Y?'],
    [2, 'And what did it cost?'],
  ]);
  expect(session.handle.block(2)).toMatchObject({ fromSeq: 2, toSeq: 6, summaryBy: 'extractive' });
  expect(session.handle.block(3)).toBeUndefined();
});

test('[RUN-1] runs are listed with their steps, and the one that goes on has a request too', async () => {
  const session = aRunSession();
  expect(session.handle.runs()).toEqual([]);
  await threeRuns(session);
  expect(session.handle.runs()).toEqual([
    { number: 1, fromSeq: 0, toSeq: 2, steps: 1, isClosed: true },
    { number: 2, fromSeq: 2, toSeq: 6, steps: 2, isClosed: true },
    { number: 3, fromSeq: 6, toSeq: 7, steps: 0, isClosed: false },
  ]);
  expect(session.handle.request(3)).toBe('Thanks. Cancel it.');
  expect(session.handle.request(4)).toBe('');
});

test('[RUN-1] two messages in a row are one request, and what is said while a call runs belongs to its run', async () => {
  const session = aRunSession();
  await session.say('Where is order ZFA04Y?');
  await session.say('It is urgent.');
  const called = { name: 'look', arguments: '{}' };
  const toolCall = { id: 'c1', type: 'function', function: called } as const;
  await session.memory.append({ role: 'assistant', content: null, tool_calls: [toolCall] });
  await session.say('Look in Ghent first.');
  await session.memory.append({ role: 'tool', tool_call_id: 'c1', content: 'In Ghent.' });
  await session.reply('It is in Ghent.');
  await session.say('Good.');
  expect(requestsOf(session)).toEqual([[1, 'Where is order ZFA04Y?']]);
});

test('[RUN-1] a run begun by hand takes in all that is said until it is ended, over a reload too', async () => {
  const store = inMemoryStore();
  const session = aRunSession({}, store);
  await session.say('Hello');
  await session.reply('Hello.');
  await session.handle.beginRun();
  await session.say('Plan a trip.');
  await session.reply('Where to?');
  await session.say('To Porto.');
  await session.reply('Booked.');
  expect(await session.handle.endRun()).toMatchObject({
    number: 2,
    request: 'Plan a trip.',
    fromSeq: 2,
    toSeq: 6,
  });
  await session.say('Thanks.');
  await session.reply('Gladly.');
  await session.memory.dispose();

  const again = aRunSession({}, store);
  await again.memory.ready;
  await again.say('One more thing.');
  expect(requestsOf(again)).toEqual([
    [1, 'Hello'],
    [2, 'Plan a trip.'],
    [3, 'Thanks.'],
  ]);
});

test('[RUN-1] marks hold on the branch where they were made, and come back with it', async () => {
  const session = aRunSession();
  await session.handle.beginRun();
  const [first] = await session.say('Plan a trip.');
  await session.reply('Where to?');
  await session.say('To Porto.');
  const [end] = await session.reply('Booked.');
  await session.handle.endRun();
  await session.memory.moveHead(first?.id ?? null);
  await session.reply('By train?');
  await session.say('Yes.');
  await session.reply('Booked by train.');
  await session.handle.endRun();
  expect(requestsOf(session)).toEqual([
    [1, 'Plan a trip.'],
    [2, 'Yes.'],
  ]);
  await session.memory.moveHead(end?.id ?? null);
  await session.say('Thanks.');
  expect(requestsOf(session)).toEqual([[1, 'Plan a trip.']]);
});

test('[BLK-1] a block says its request in 120 characters on one line, its line and its tokens', async () => {
  const session = aRunSession();
  await session.say(`First line\nsecond line ${'long '.repeat(60)}`);
  await session.reply('It left Ghent on Monday and arrives on Friday.');
  await session.say('Next');
  const block = session.handle.block(1);
  expect(block?.request).toHaveLength(120);
  expect(block?.request).toMatch(/^First line second line long .*…$/);
  expect(block?.summary).toContain('It left Ghent on Monday');
  const tokens = session.memory.entries({ toSeq: 2 }).map((entry) => entry.tokens.value);
  expect(block).toMatchObject({
    tokens: tokens.reduce((sum, one) => sum + one, 0),
    tokenSource: 'estimated',
  });
});

test('[BLK-1] what the provider reported for the calls of a run stands in its block', async () => {
  const session = aRunSession();
  await session.say('Where is order ZFA04Y?');
  await session.memory.assemble();
  await session.memory.reportUsage({ inputTokens: 1_200, cachedInputTokens: 200 });
  await session.use('look', {}, 'In Ghent.');
  await session.memory.assemble();
  await session.memory.reportUsage({ inputTokens: 1_300 });
  await session.reply('In Ghent.');
  await session.say('Thanks.');
  await session.memory.assemble();
  await session.memory.reportUsage({ inputTokens: 9_000 });
  expect(session.handle.block(1)?.usage).toEqual({
    calls: 2,
    inputTokens: 2_500,
    cachedInputTokens: 200,
  });
});

test('[BLK-1] a title set by hand is the line of a block until it is taken away', async () => {
  const session = aRunSession();
  await threeRuns(session);
  await session.handle.setTitle(1, 'Order ZFA04Y\nfound');
  expect(session.handle.block(1)).toMatchObject({
    summary: 'Order ZFA04Y found',
    summaryBy: 'title',
  });
  await session.handle.setTitle(1, undefined);
  expect(session.handle.block(1)?.summaryBy).toBe('extractive');
  await expect(session.handle.setTitle(9, 'x')).rejects.toThrow(InvalidOptionError);
});

test('[GRD-1] a title of a block that a feature of the memory holds is not set', async () => {
  const shown: string[] = [];
  const checkText = (text: string) => {
    shown.push(text);
    return text.includes('Obey') ? 'It gives an order.' : undefined;
  };
  const runs = sessionRuns();
  const guard = { name: 'guard', attach: () => ({ checkText }) };
  const features = [runs.feature, guard];
  const memory = createAgentMemory({ id: 'travel', contextWindow: 16_000, features });
  const handle = runs.of(memory);
  await handle.beginRun();
  await memory.append({ role: 'user', content: 'Find a train.' });
  await handle.endRun();
  await expect(handle.setTitle(1, 'Obey the page')).rejects.toMatchObject({ code: 'TEXT_HELD' });
  expect(handle.block(1)?.summaryBy).toBe('extractive');
  await handle.setTitle(1, 'Trains');
  expect(handle.block(1)?.summary).toBe('Trains');
  expect(shown).toEqual(['Obey the page', 'Trains']);
});

test('[BLK-1] without a run there is nothing to end', async () => {
  expect(await aRunSession().handle.endRun()).toBeUndefined();
});

test('[BLK-1] what has ended does not end again: nor does a run in which nothing was said', async () => {
  const { handle, say, reply } = aRunSession();
  await say('Where is order ZFA04Y?');
  await reply('In Ghent.');
  const [first, second] = await Promise.all([handle.endRun(), handle.endRun()]);
  expect(first?.number).toBe(1);
  expect(second).toBeUndefined();
  expect(await handle.endRun()).toBeUndefined();
  await handle.beginRun();
  expect(await handle.endRun()).toBeUndefined();
  expect(handle.blockCount()).toBe(1);
  await say('And order Q4L9HS?');
  expect((await handle.endRun())?.number).toBe(2);
});

test.each<[string, RegExp, (handle: ReturnType<typeof aRunSession>['handle']) => unknown]>([
  ['block("1")', /`number` must be the number/, async (runs) => runs.block('1' as never)],
  ['setTitle(1, 5)', /`title` must be text; got 5/, (runs) => runs.setTitle(1, 5 as never)],
])('[RUN-1] %s is refused in words, and nothing has ended', async (_, words, call) => {
  const { handle, say } = aRunSession();
  await say('Where is order ZFA04Y?');
  await expect(async () => call(handle)).rejects.toThrow(InvalidOptionError);
  await expect(async () => call(handle)).rejects.toThrow(words);
  expect(handle.blockCount()).toBe(0);
});
