import { estimateTokens } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { aRunSession } from '../testing/a-run-session.ts';
import { quotesIn } from '../testing/quotes-in.ts';

/** A long session in which one result holds a booking, and most of it has left the context. */
async function aLongSession(rounds = 60) {
  const session = aRunSession();
  await session.say('Plan my trips.');
  for (let round = 0; round < rounds; round += 1) {
    const rows = Array.from(
      { length: 12 },
      (_, row) => `train ${round * 100 + row} to Graz at ${row}:05`,
    );
    const booking =
      round === 3 ? ['hotel Almeida in Porto', 'booking code: Q4L9HS', 'two nights'] : [];
    await session.use(
      'look_up',
      { round },
      [...rows, ...booking, ...rows.map((row) => `${row} back`)].join('\n'),
    );
    await session.reply(`Round ${round} is planned.`);
    await session.say(`Go on with ${round + 1}.`);
  }
  await session.memory.assemble();
  return session;
}

test('[RET-6] a search finds what left the context, with its neighbours and the number of its message', async () => {
  const { memory, search, recall } = await aLongSession();
  const inContext = JSON.stringify(memory.getState().plan?.items);
  expect(inContext).not.toContain('Almeida in Porto');
  const { text } = await search({ query: 'hotel Almeida Porto' });
  const quote = quotesIn(text.slice(0, text.lastIndexOf('\n'))).find(({ text: found }) =>
    found.includes('hotel Almeida in Porto'),
  );
  expect(quote?.text).toContain('booking code: Q4L9HS');
  expect(quote?.text).toContain('[…]');
  const number = /message="(\d+)"/.exec(quote?.source ?? '')?.[1];
  expect((await recall({ message: Number(number) })).text).toContain('booking code: Q4L9HS');
});

test('[RET-6] every page is under the cap, and none repeats a line of another', async () => {
  const { search } = await aLongSession();
  const lines = new Set<string>();
  for (let page = 1; page <= 4; page += 1) {
    const { text } = await search({ query: 'train Graz', page });
    expect(estimateTokens(text)).toBeLessThanOrEqual(2_000);
    const excerpts = quotesIn(text.slice(0, text.lastIndexOf('\n')))
      .filter(({ source }) => source.startsWith('message='))
      .flatMap((quote) => quote.text.split('\n'))
      .filter((line) => line.startsWith('train'));
    expect(excerpts.length).toBeGreaterThan(5);
    for (const line of excerpts) expect(lines.has(line)).toBe(false);
    for (const line of excerpts) lines.add(line);
  }
});

test('[RET-6] what is in the context to the letter is no result, and the answer says so', async () => {
  const { memory, say, search } = aRunSession();
  await say('The code of the gate is Q4L9HS today.');
  expect((await search({ query: 'gate code' })).text).toContain('Q4L9HS');
  await memory.assemble();
  expect((await search({ query: 'gate code' })).text).toContain('in your context already');
});

test.each<[object, string]>([
  [{ query: '  ' }, 'Say in `query`'],
  [{ query: 'train', page: 0 }, 'There is no page 0'],
  [{ query: 'train', page: 11 }, 'There is no page 11'],
  [{ query: 'gate', page: 2 }, 'Page 1 is the last one'],
  [{ query: 'zeppelin' }, 'No message of this session has any of these words'],
])('[RET-6] search_session(%j) is answered in words', async (args, words) => {
  const { say, search } = aRunSession();
  await say('The code of the gate is Q4L9HS today.');
  expect(await search(args)).toMatchObject({
    text: expect.stringContaining(words),
    isError: false,
  });
});

test('[RET-6] a search follows the conversation: new messages are found, those of another branch are not', async () => {
  const { memory, say, reply, search } = aRunSession();
  const [first] = await say('Look for trains.');
  await reply('The zeppelin is faster.');
  expect((await search({ query: 'zeppelin' })).text).toContain('zeppelin is faster');
  await memory.moveHead(first?.id ?? null);
  await reply('The balloon is faster.');
  expect((await search({ query: 'zeppelin' })).text).toContain('No message');
  expect((await search({ query: 'balloon' })).text).toContain('balloon is faster');
});

test.each([
  ['getColorMode', 'color mode'],
  ['Überführung', 'uberfuhrung'],
  ['東京駅の予約', '東京の予約'],
  ['src/theme/dark.json', 'src/theme/dark.json'],
])('[RET-6] %j is found by %j', async (said, query) => {
  const { say, search } = aRunSession();
  await say(`It says ${said} there.`);
  expect((await search({ query })).text).toContain(said);
});

test('[RET-6] however much of what fits is in the context, what left it is found', async () => {
  const { memory, say, reply, search } = aRunSession();
  for (let round = 0; round < 300; round += 1) {
    await say(`Keep offer number ${round}.`);
    await reply(`The offer is kept as BK-${round} until tonight.`);
  }
  await memory.assemble();
  await memory.compact();
  const shown = JSON.stringify(memory.plan().items.map(({ message }) => message));
  const { text } = await search({ query: 'offer is kept until tonight' });
  const found = [...text.matchAll(/kept as (BK-\d+) until/g)].map(([, id]) => id);
  expect(found.length).toBeGreaterThan(20);
  for (const id of found) expect(shown).not.toContain(`kept as ${id} until`);
});
