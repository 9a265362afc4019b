import { expect, test } from 'vitest';
import { createLongTermMemory } from '../../memory/create-long-term-memory.ts';
import { aChat, answers, says, textsIn } from '../testing/chat-with-extraction.ts';

test('[EXT-5] what the user wants nothing kept about is shown, goes when they confirm, and is not kept again', async () => {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const { memory, extraction } = aChat({ longTerm });
  const turn = async (text: string) => {
    await memory.append([says(text), answers('Understood.')]);
    await extraction.settled();
    return extraction.log('chat').at(-1);
  };
  await turn('I am allergic to peanuts.');
  await turn('I prefer window seats.');
  const { items } = await longTerm.list({});
  const allergy = items.find(({ record }) => record.text.includes('allergic'))?.record;
  const asked = await turn('Never store anything about my health.');
  expect(asked?.unwanted).toEqual([allergy?.id]);
  expect(await textsIn(longTerm)).toContain('I am allergic to peanuts.');
  const refused = await turn('I am diabetic.');
  expect(refused).toMatchObject({ taken: [], refused: [{ rule: 'UNWANTED' }] });
  await turn('Yes, delete them.');
  expect(await textsIn(longTerm)).toEqual([
    'I prefer window seats.',
    'Never store anything about my health.',
  ]);
});

test.each([
  ['Do not save any information about my family.', 'My daughter Mira starts school in May.'],
  ["Don't remember anything about my salary.", 'My salary was raised to 4,100 euros.'],
  ['Speichere nichts über meine Gesundheit.', 'Ich bin allergisch gegen Nüsse.'],
  ['No guardes nada sobre mi salud.', 'Soy alérgica al polen.'],
  ['Ne retiens rien sur ma santé.', 'Je suis allergique au pollen.'],
])('[EXT-5] %j is obeyed in later sessions', async (ban, statement) => {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const first = aChat({ longTerm });
  await first.memory.append([says(ban), answers('Understood.')]);
  await first.extraction.settled();
  await first.memory.dispose();
  const later = aChat({ longTerm });
  await later.memory.append([says(statement), answers('I see.')]);
  await later.extraction.settled();
  expect(await textsIn(longTerm)).toEqual([ban]);
});
