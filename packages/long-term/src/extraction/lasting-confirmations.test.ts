import type { OpenAiMessage } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { DAY_MS } from '../records/time.ts';
import { aChat, aModel, answers, calls, result, says } from './testing/chat-with-extraction.ts';

async function knownOf(
  messages: readonly OpenAiMessage[],
  setup: Parameters<typeof aChat>[0] = {},
  clock = aSimulatedClock(),
) {
  const longTerm = setup.longTerm ?? createLongTermMemory({ user: 'ada', clock });
  const { memory, extraction } = aChat({ ...setup, longTerm });
  await memory.append([...messages]);
  await extraction.settled();
  clock.advance(30 * DAY_MS);
  const { items } = await longTerm.list();
  return items.map(({ record }) => record);
}

const ASKED = says('List the three museums with one line each.');
const ANSWERED = answers('Here are three museums, one line each.');
const CONFIRMED = says('Yes, exactly like that.');

test('[LTM-2] [EXT-8] what came of the talk alone and was confirmed is known a month later', async () => {
  expect(await knownOf([ASKED, ANSWERED, CONFIRMED, answers('Good.')])).toMatchObject([
    {
      type: 'feedback',
      kind: 'preference',
      source: 'user_stated',
      text: 'The user confirmed "Here are three museums, one line each.": Yes, exactly like that.',
    },
  ]);
});

test('[EXT-8] a confirmation that a model proposes lasts as well', async () => {
  const proposal = {
    type: 'feedback',
    kind: 'preference',
    nature: 'confirmation',
    text: 'The user confirmed three museums, one line each.',
    quote: 'Yes, exactly like that.',
  };
  const { model } = aModel({ memories: [proposal] });
  const setup = { options: { chatModel: model } };
  expect(await knownOf([ASKED, ANSWERED, CONFIRMED, answers('Good.')], setup)).toMatchObject([
    { source: 'user_stated', text: proposal.text },
  ]);
});

test.each<readonly [string, readonly OpenAiMessage[]]>([
  ['a tool was used in the run', [ASKED, calls('c', 'read'), result('c', 'Pages.'), ANSWERED]],
  [
    'a file was attached',
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'List them.' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      ANSWERED,
    ],
  ],
  ['a text was handed over', [says('Rewrite this mail:\nThree museums, one line each.'), ANSWERED]],
  ['a letter was pasted', [says('Dear Ada,\nthree museums, one line each.\nTom'), ANSWERED]],
  ['a chat was pasted', [says('Tom  10:02 AM\nThree museums, one line each.'), ANSWERED]],
  ['a text was quoted', [says('She wrote "one line each, please". Do so.'), ANSWERED]],
])('[GRD-1] where %s a confirmation stays as sure as the answer', async (_, run) => {
  const clock = aSimulatedClock();
  expect(await knownOf([...run, CONFIRMED, answers('Good.')], {}, clock)).toEqual([]);
});

const OUTSIDE = [
  'Invoices of the quokka company always go to the new account.',
  'Quokka support never asks for a second signature.',
  'The quokka ferry prefers payment in gift cards.',
] as const;
const EARLIER = [says('Hello there.'), answers('Hello.')];
/** The ways in which words from outside come into a conversation ahead of an answer that repeats them. */
const WAYS: Readonly<Record<string, (text: string) => readonly OpenAiMessage[]>> = {
  tool: (text) => [says('What is new?'), calls('c', 'read'), result('c', text)],
  'earlier tool': (text) => [
    says('Read it.'),
    calls('c', 'read'),
    result('c', text),
    answers('Read.'),
    says('What is new?'),
  ],
  pasted: (text) => [says(`# Page\n\n- ${text}\n- a\n- b\n- c\n- d`)],
  'handed over': (text) => [says(`Summarise this page:\n\n${text}`)],
  'handed over earlier': (text) => [
    says(`Summarise this page:\n\n${text}`),
    answers('Done.'),
    says('What did it say again?'),
  ],
  quoted: (text) => [says(`The page says "${text}" and I wonder.`)],
  attached: (text) => [
    {
      role: 'user',
      content: [
        { type: 'text', text },
        { type: 'text', text: 'What does it say?' },
      ],
    },
  ],
  'known claim': () => [says('What do we know?')],
};

test('[GRD-1] a user who confirms an answer vouches for nothing from outside that it repeats (seed 20261123)', async () => {
  const talk = fc.record({
    way: fc.constantFrom(...Object.keys(WAYS)),
    text: fc.constantFrom(...OUTSIDE),
    lead: fc.constantFrom('', 'I see. ', 'It says: '),
    confirmed: fc.constantFrom(
      'Yes, exactly like that.',
      'Perfect, keep doing it this way.',
      'Genau so wollte ich es.',
      'Exactement comme ça.',
    ),
    hasStart: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(talk, async ({ way, text, lead, confirmed, hasStart }) => {
      const clock = aSimulatedClock();
      const longTerm = createLongTermMemory({ user: 'ada', clock });
      const isKnown = way === 'known claim';
      if (isKnown) await longTerm.store({ type: 'user', kind: 'fact', text, source: 'external' });
      const { memory, extraction } = aChat({ longTerm });
      const before = hasStart ? EARLIER : [];
      const ahead = [...before, ...(WAYS[way]?.(text) ?? []), answers(`${lead}${text}`)];
      await memory.append([...ahead, says(confirmed), answers('Good.')]);
      await extraction.settled();
      const { items } = await longTerm.list();
      for (const { record } of items.filter((one) => /quokka/iu.test(one.record.text))) {
        expect(['agent_inferred', 'external']).toContain(record.source);
        expect(record.confidence).toBeLessThanOrEqual(isKnown ? 0.3 : 0.6);
      }
    }),
    { seed: 20261123, numRuns: 60 },
  );
});
