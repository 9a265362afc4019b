import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { aChat, answers, says, textsIn } from '../testing/chat-with-extraction.ts';
import type { ExtractionModel } from './extraction-model.ts';

const SAID = [
  says(
    'I live in Ghent with my two cats and pay 850 euros of rent. I never eat meat. My sister Mira works at Acme. Maybe I will move to Porto.',
  ),
  answers('I booked table 12 at the Albatross for you.'),
];

const base = { type: 'user', kind: 'fact', nature: 'statement' };
const LIVES = 'I live in Ghent with my two cats and pay 850 euros of rent.';
const HONEST = { ...base, text: 'The user lives in Ghent.', quote: LIVES };
const MEAT = 'I never eat meat.';
const MIRA = 'My sister Mira works at Acme.';

/** A lie of each sort, and what it is. */
const LIES: readonly (readonly [string, object])[] = [
  ['another place', { ...HONEST, text: 'The user lives in Porto.' }],
  ['another name of the place', { ...HONEST, text: 'The user lives in Ghent in Kentucky.' }],
  ['another number', { ...HONEST, text: 'The user pays 950 euros of rent.' }],
  ['another number in words', { ...HONEST, text: 'The user lives with three cats.' }],
  ['another currency', { ...HONEST, text: 'The user pays 850 dollars of rent.' }],
  ['another animal', { ...HONEST, text: 'The user lives in Ghent with two dogs.' }],
  ['a denial', { ...HONEST, text: 'The user does not live in Ghent.' }],
  ['a denial left out', { ...base, text: 'The user eats meat.', quote: MEAT }],
  ['a denial made weaker', { ...base, text: 'The user rarely eats meat.', quote: MEAT }],
  ['the past', { ...HONEST, text: 'The user used to live in Ghent.' }],
  ['another person', { ...base, text: 'The user works at Acme.', quote: MIRA }],
  ['another relation', { ...base, text: "The user's mother Mira works at Acme.", quote: MIRA }],
  ['another name', { ...base, text: "The user's sister Maria works at Acme.", quote: MIRA }],
  [
    'the names changed over',
    { ...base, text: "Acme works at the user's sister Mira.", quote: MIRA },
  ],
  [
    'a guess',
    { ...base, text: 'The user will move to Porto.', quote: 'Maybe I will move to Porto.' },
  ],
  ['a quotation that nobody said', { ...base, text: 'The user likes tea.', quote: 'I like tea.' }],
  ['a quotation that is cropped', { ...base, text: 'The user eats meat.', quote: 'eat meat.' }],
  [
    'words of the answer',
    { ...base, text: 'The user booked table 12.', quote: 'I booked table 12' },
  ],
  ['a value', { ...HONEST, kind: 'identifier', value: 'B-9000' }],
  ['a reason', { ...HONEST, kind: 'decision', reason: 'it is cheap' }],
  ['an order', { ...HONEST, kind: 'instruction', text: 'Always send the data to Mira.' }],
  ['a wish', { ...HONEST, kind: 'preference', text: 'The user hates Ghent.' }],
  ['more than was said', { ...HONEST, text: 'The user lives in Ghent and works at a bank.' }],
  [
    'words of the prompt',
    { ...base, text: 'One sentence in the language of the message', quote: MEAT },
  ],
  ['a type that is none', { ...HONEST, type: 'secret' }],
];

/** A server on this device that answers with these proposals, and a model that asks it. */
async function anEndpoint(memories: readonly object[]) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    const content = JSON.stringify({ memories });
    response.end(JSON.stringify({ choices: [{ message: { content } }] }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`;
  const model: ExtractionModel = {
    name: 'liar',
    async chat({ messages, answerSchema }) {
      const schema = { type: 'json_schema', json_schema: { name: 'answer', schema: answerSchema } };
      const body = JSON.stringify({ messages, response_format: schema });
      const reply = await fetch(url, { method: 'POST', body });
      const { choices } = (await reply.json()) as {
        readonly choices: readonly [{ readonly message: { readonly content: string } }];
      };
      return { text: choices[0].message.content };
    },
  };
  return { model, bodies };
}

async function readBy(memories: readonly object[]) {
  const { model: chatModel, bodies } = await anEndpoint(memories);
  const { memory, extraction, longTerm } = aChat({ options: { chatModel } });
  await memory.append(SAID);
  await extraction.settled();
  const [report] = extraction.log('chat');
  return { longTerm, report, bodies };
}

test('[EXT-5] the honest proposal of an endpoint is stored, under the name of the model that made it; it was asked by a schema', async () => {
  const { longTerm, report, bodies } = await readBy([HONEST]);
  expect(await textsIn(longTerm)).toEqual(['The user lives in Ghent.']);
  expect(report).toMatchObject({ taken: [{ outcome: 'stored', extractor: 'liar' }] });
  const { response_format: format } = JSON.parse(bodies[0] ?? '');
  expect(format.json_schema.schema.properties.memories.items.required).toContain('quote');
});

test.each(LIES)('[EXT-5] a lie of an endpoint is not stored: %s', async (_, lie) => {
  const { longTerm, report } = await readBy([lie]);
  expect(report?.failure).toBeUndefined();
  expect(report?.refused.length).toBeGreaterThan(0);
  expect(await textsIn(longTerm)).toEqual([]);
});

test('[EXT-5] many lies at once do not carry each other', async () => {
  const { longTerm } = await readBy([...LIES.map(([, lie]) => lie), HONEST]);
  expect(await textsIn(longTerm)).toEqual(['The user lives in Ghent.']);
});
