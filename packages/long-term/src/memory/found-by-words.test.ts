import { expect, test } from 'vitest';
import { createLongTermMemory } from './create-long-term-memory.ts';

const OTHERS = [
  'Bob plays chess.',
  'The door is blue.',
  'Carl owns a garden.',
  'It rained in Rome.',
];

/** The table "Finding" of the README. */
test.each([
  ['en', 'buying a shoe', 'Ada buys shoes.', true],
  ['en', 'INV-2041', 'The invoice is INV-2041.', true],
  ['en', 'What is the name of the ship?', 'My boat is called Albatross.', true],
  ['en', 'Which food is dangerous for her?', 'Ada is allergic to peanuts.', false],
  ['en', 'Why did the rollout break?', 'The deployment failed.', false],
  ['en', 'Albatros', 'My boat is called Albatross.', true],
  ['de', 'Welche Farbe hat das Schiff?', 'Das Boot ist rot.', false],
] as const)(
  '[RET-1] without an embedder (%s): %s finds %s: %s',
  async (language, question, text, isFound) => {
    const memory = createLongTermMemory({ user: 'ada', retrieval: { language } });
    for (const one of [text, ...OTHERS]) {
      await memory.store({ type: 'user', kind: 'fact', source: 'user_stated', text: one });
    }
    const { hits } = await memory.retrieve({ text: question });
    expect(hits.map(({ record }) => record.text).includes(text)).toBe(isFound);
    await memory.dispose();
  },
);
