import { expect, test } from 'vitest';
import { aRunSession } from '../testing/a-run-session.ts';

/** The numbers of the blocks that a catalog lists. */
const numbersInCatalog = (text: string) =>
  [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));

/** So many requests with their replies. */
async function aSessionOf(requests: number, options: Parameters<typeof aRunSession>[0]) {
  const session = aRunSession(options);
  for (let request = 1; request <= requests; request += 1) {
    await session.say(`Request ${request}: ${'please '.repeat(30)}`);
    await session.reply(`The answer to request ${request} is found.`);
  }
  await session.say('Go on.');
  return session;
}

const catalogOf = async ({ memory }: ReturnType<typeof aRunSession>) =>
  (await memory.assemble()).plan.items.find(({ kind }) => kind === 'block-catalog');

test('[BLK-1] without the option there is no catalog', async () => {
  expect(await catalogOf(await aSessionOf(3, {}))).toBeUndefined();
});

test('[BLK-1] the catalog lists closed blocks in the archive tier, with number, request, line and tokens', async () => {
  const session = await aSessionOf(3, { catalog: true });
  const item = await catalogOf(session);
  expect(item?.tier).toBe('archive');
  const text = JSON.stringify(item?.message);
  expect(text).toMatch(
    /1\. \\"Request 1: please .*…\\" → The answer to request 1 is found\. \(\d+ tokens\)/,
  );
  expect(text).toContain('3. ');
  expect(text).not.toContain('Go on.');
});

test.each([
  ['a word', 'Paris.', 'Paris.'],
  ['a number', '8080', '8080'],
  ['a path', '`src/a.ts`', '`src/a.ts`'],
  ['another script', '巴黎。', '巴黎。'],
  ['a list', '- one\n- two', '- one - two'],
])('[BLK-1] a block that ended in few words is listed with them: %s', async (_, said, line) => {
  const session = aRunSession({ catalog: true });
  await session.say('What is it?');
  await session.reply(said);
  await session.say('Go on.');
  const text = JSON.stringify((await catalogOf(session))?.message);
  expect(text).toContain(`1. \\"What is it?\\" → ${line} (`);
});

test('[TIER-2] the catalog stays as it is while the conversation goes on, and changes at a compaction', async () => {
  const session = await aSessionOf(60, { catalog: { share: 0.2 } });
  const first = await catalogOf(session);
  await session.handle.setTitle(60, 'Sixty');
  await session.reply('Done.');
  await session.say('More.');
  expect((await catalogOf(session))?.message).toEqual(first?.message);
  expect(await session.memory.compact()).toBeDefined();
  expect(JSON.stringify((await catalogOf(session))?.message)).toContain('Sixty');
});

test('[BLK-1] the catalog is bounded: the newest blocks are listed, and how many are not', async () => {
  const session = await aSessionOf(200, { catalog: { share: 0.05 } });
  const item = await catalogOf(session);
  expect(item?.decision.tokens.sent).toBeLessThanOrEqual(16_000 * 0.05);
  const text = JSON.stringify(item?.message);
  expect(text).toMatch(/Blocks 1 to \d+ are not listed; recall/);
  expect(text).toContain('200. ');
  const [part] = item?.message.parts ?? [];
  const listed = numbersInCatalog(part?.type === 'text' ? part.text : '');
  const [, missing] = /Blocks 1 to (\d+) are not listed/.exec(text) ?? [];
  expect(listed).toEqual(
    Array.from({ length: 200 - Number(missing) }, (_, at) => Number(missing) + 1 + at),
  );
});

test('[BLK-1] where the conversation goes on elsewhere, the catalog lists the blocks there', async () => {
  const session = await aSessionOf(3, { catalog: true });
  await catalogOf(session);
  await session.memory.moveHead(session.memory.entries()[1]?.id ?? null);
  await session.say('Another way.');
  const text = JSON.stringify((await catalogOf(session))?.message);
  expect(text).toContain('1. ');
  expect(text).not.toContain('2. ');
});
