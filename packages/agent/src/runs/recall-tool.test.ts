import { estimateTokens, inMemoryStore, textOf } from '@agent-memory/core';
import { sessionCatalog } from '@agent-memory/sessions';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aRunSession } from '../testing/a-run-session.ts';
import { quotesIn } from '../testing/quotes-in.ts';
import { piecesOf } from './pieces.ts';
import { isRecalled } from './quotation.ts';

async function aTravelSession() {
  const session = aRunSession();
  await session.say('Where is order ZFA04Y?');
  await session.use('get_order', { number: 'ZFA04Y' }, 'town: Ghent\nbooking: Q4L9HS');
  await session.reply('In Ghent.');
  await session.say('Thanks.');
  await session.reply('Gladly.');
  return session;
}

const BLOCK_ONE = [
  ['message="0" from="user"', 'Where is order ZFA04Y?'],
  ['message="1" from="assistant calls get_order"', '{"number":"ZFA04Y"}'],
  ['message="2" from="result of get_order"', 'town: Ghent\nbooking: Q4L9HS'],
  ['message="3" from="assistant"', 'In Ghent.'],
];

test.each<[object, readonly (readonly string[])[]]>([
  [{ block: 1 }, BLOCK_ONE],
  [{ message: 2 }, BLOCK_ONE.slice(2, 3)],
  [{ from: 1, to: 2 }, BLOCK_ONE.slice(1, 3)],
  [
    { from: 2, to: 900 },
    [
      ...BLOCK_ONE.slice(2),
      ['message="4" from="user"', 'Thanks.'],
      ['message="5" from="assistant"', 'Gladly.'],
    ],
  ],
  [{ text: 'q4l9hs' }, BLOCK_ONE.slice(2, 3)],
])(
  '[BLK-1] recall(%j) brings back the originals, quoted with their places',
  async (args, quotes) => {
    const { recall } = await aTravelSession();
    const { text, isError } = await recall(args);
    expect(isError).toBe(false);
    expect(quotesIn(text).map((quote) => [quote.source, quote.text])).toEqual(quotes);
  },
);

test('[BLK-1] an entry is brought back by its id, of another branch too, and says so', async () => {
  const { memory, recall } = await aTravelSession();
  const [, , result] = memory.entries();
  const { text } = await recall({ entry: result?.id });
  expect(quotesIn(text)[0]?.text).toBe('town: Ghent\nbooking: Q4L9HS');
  await memory.moveHead(memory.entries()[0]?.id ?? null);
  await memory.append({ role: 'assistant', content: 'It is in Porto.' });
  const elsewhere = await recall({ entry: result?.id });
  expect(quotesIn(elsewhere.text)).toEqual([
    {
      source: 'message="2" from="tool result, on another branch of this conversation"',
      text: 'town: Ghent\nbooking: Q4L9HS',
    },
  ]);
  expect((await recall({ text: 'Q4L9HS' })).text).toContain('No message of this session holds');
});

test.each<[object, string]>([
  [{ block: 9 }, 'There is no block 9. This session has blocks 1 to 2; 2 is the newest.'],
  [{ block: 0 }, 'There is no block 0.'],
  [{ message: 900 }, 'There is no message 900. This session has messages 0 to 5.'],
  [{ from: -4, to: -2 }, 'There is no message from -4 to -2.'],
  [{ from: 5, to: 2 }, 'The range ends before it begins'],
  [{ entry: 'nobody' }, 'There is no entry "nobody"'],
  [{ text: 'Lisbon' }, 'No message of this session holds "Lisbon" to the letter'],
  [{ text: ' ' }, 'Say in `text`'],
  [{}, 'Call recall with exactly one of'],
  [{ block: 1, message: 2 }, 'Call recall with exactly one of'],
  [{ block: 1, cursor: 'the next one' }, '"the next one" is no cursor'],
  [{ block: 1, cursor: '900.0.0.0000000' }, 'This cursor is of other pages'],
])('[BLK-1] recall(%j) is answered in words', async (args, words) => {
  const { recall } = await aTravelSession();
  const { text, isError } = await recall(args);
  expect(text).toContain(words);
  expect(isError).toBe(false);
});

test('[BLK-1] a range that reaches far beyond the session ends with the session', async () => {
  const { recall } = await aTravelSession();
  const whole = await recall({ from: 0, to: 5 });
  const beyond = await recall({ from: -9e15, to: 9e15 });
  expect(quotesIn(beyond.text)).toEqual(quotesIn(whole.text));
});

test('[BLK-1] arguments that do not fit are answered with what to correct', async () => {
  const { recall, search } = await aTravelSession();
  expect(await recall({ block: 'one' })).toMatchObject({ isError: true });
  expect((await recall({ blok: 1 })).text).toContain('did you mean');
  expect((await search({})).text).toContain('`query` is missing');
});

test('[BLK-1] in a session without messages every question has an answer', async () => {
  const { recall, search } = aRunSession();
  expect((await recall({ block: 1 })).text).toContain('nothing has been said');
  expect((await recall({ message: 0 })).text).toContain('no messages');
  expect((await search({ query: 'order' })).text).toContain('No message of this session');
});

test('[BLK-1] a cursor of other pages is answered in words: of an answer that was given again, or of another message', async () => {
  const { memory, recall, say, reply } = aRunSession({ maxTokens: 300 });
  await say('Tell me all.');
  await reply('Old '.repeat(2_000));
  const { text } = await recall({ message: 1 });
  const next = /recall\((\{.*\})\)$/m.exec(text)?.[1] ?? '{}';
  const goesOn = JSON.parse(next);
  expect((await recall(goesOn)).text).toContain('Old Old');
  expect((await recall({ ...goesOn, message: 0 })).text).toContain('is of other pages');
  await memory.moveHead(memory.entries()[0]?.id ?? null);
  await reply('New '.repeat(2_000));
  expect((await recall(goesOn)).text).toContain('is of other pages');
});

test('[BLK-1] a block comes in pages that a model can follow, each under the cap (seed 20261123)', async () => {
  const texts = fc.array(fc.string({ minLength: 1, maxLength: 1_500 }), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(texts, async (replies) => {
      const { memory, recall, say, reply } = aRunSession({ maxTokens: 300 });
      await say('Tell me all.');
      for (const text of replies) await reply(text);
      const quoted: string[] = [];
      let args: object | undefined = { block: 1 };
      while (args) {
        const { text } = await recall(args);
        expect(estimateTokens(text)).toBeLessThanOrEqual(300);
        quoted.push(...quotesIn(text).map((quote) => quote.text));
        const next = /^There is more: recall\((\{.*\})\)$/m.exec(
          text.slice(text.lastIndexOf('\n') + 1),
        );
        args = next?.[1] === undefined ? undefined : JSON.parse(next[1]);
      }
      expect(quoted.join('')).toBe(
        memory
          .entries()
          .map(({ message }) => textOf(message))
          .join(''),
      );
    }),
    { seed: 20261123, numRuns: 40 },
  );
});

test('[BLK-1] what was recalled is marked as such, and is neither found nor recalled again', async () => {
  const { memory, recall, search, use } = await aTravelSession();
  const { text } = await recall({ block: 1 });
  await use('recall', { block: 1 }, text);
  const entries = memory.entries();
  expect(entries.map(({ message }) => isRecalled(message))).toEqual([
    ...Array(7).fill(false),
    true,
  ]);
  const found = await recall({ text: 'Q4L9HS' });
  expect(quotesIn(found.text).map(({ source }) => source)).toEqual([
    'message="2" from="result of get_order"',
  ]);
  expect((await search({ query: 'booking Ghent' })).text).not.toContain('message="7"');
  expect(quotesIn((await recall({ message: 7 })).text)[0]?.text).toBe(text);
});

test('[BLK-1] system text, reasoning and pictures are no text that is brought back', async () => {
  const { memory, recall } = aRunSession();
  await memory.append({ role: 'system', content: 'Secret rules.' });
  const url = 'data:image/png;base64,AAAA';
  await memory.append({ role: 'user', content: [{ type: 'image_url', image_url: { url } }] });
  expect((await recall({ message: 0 })).text).toContain('There is no text in it');
  expect(quotesIn((await recall({ message: 1 })).text)[0]?.text).toBe('[image]');
  const [, picture] = memory.entries();
  expect(picture && piecesOf(picture, () => undefined)).toEqual([
    { label: 'user', text: '[image]' },
  ]);
});

test('[LTM-8] what was erased is not brought back', async () => {
  const store = inMemoryStore();
  const session = aRunSession({}, store);
  const [entry] = await session.say('My order is ZFA04Y.');
  await session.reply('I see.');
  await session.memory.dispose();
  await sessionCatalog(store).eraseEntries('travel', { entryIds: [entry?.id ?? ''] });
  const again = aRunSession({}, store);
  const { text } = await again.recall({ from: 0, to: 5 });
  expect(text).not.toContain('ZFA04Y');
  expect(quotesIn(text)[0]?.text).toBe('[erased]');
});
