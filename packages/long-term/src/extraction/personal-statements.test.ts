import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { aChat, aModel, answers, says, textsIn } from './testing/chat-with-extraction.ts';

function aTeam() {
  const options = { store: inMemoryRecordStore(), namespace: 'project:apollo', sweepEveryMs: 0 };
  const [ada, bob] = ['ada', 'bob'].map((user) => createLongTermMemory({ ...options, user }));
  if (!ada || !bob) throw new Error('Both are there.');
  return { ada, bob };
}

test.each([
  'I chose the clinic in Ghent because I am pregnant.',
  'I decided on the evening shift because my wife is ill.',
  "I'll use the ground floor because my knee is broken.",
  "Let's stick with Ghent because I get my treatment there.",
  'Ich habe mich für die Klinik in Gent entschieden, weil ich schwanger bin.',
  'Ich nehme den Abendtermin, weil ich morgens Insulin spritze.',
  "J'ai choisi la clinique de Gand parce que je suis enceinte.",
  "J'ai décidé de rester à Gand parce que mon père est malade.",
  'He decidido parar porque tomo antidepresivos.',
  'Elegí la clínica de Gante porque estoy embarazada.',
])('[NS-3] [EXT-5] what somebody says of themselves is not shared: %j', async (said) => {
  const { ada, bob } = aTeam();
  const { memory, extraction } = aChat({ longTerm: ada });
  await memory.append([says(said), answers('Noted.')]);
  await extraction.settled();
  expect(await textsIn(ada)).toHaveLength(1);
  expect(await textsIn(bob)).toEqual([]);
});

test('[NS-3] [EXT-5] what somebody says for the team is shared', async () => {
  const { ada, bob } = aTeam();
  const { memory, extraction } = aChat({ longTerm: ada });
  await memory.append([says('We chose Postgres because the team knows it.'), answers('Noted.')]);
  await extraction.settled();
  expect(await textsIn(bob)).toEqual(['We chose Postgres because the team knows it.']);
});

test.each(['I chose the clinic in Ghent because I am pregnant', 'chose the clinic in Ghent'])(
  '[NS-3] [EXT-5] a model that tells it in other words shares it as little: %j',
  async (quote) => {
    const { ada, bob } = aTeam();
    const { model } = aModel({
      memories: [
        {
          type: 'project',
          kind: 'decision',
          text: 'Clinic in Ghent chosen because of being pregnant.',
          quote,
          reason: 'because I am pregnant',
        },
      ],
    });
    const { memory, extraction } = aChat({ longTerm: ada, options: { chatModel: model } });
    await memory.append([
      says('I chose the clinic in Ghent because I am pregnant.'),
      answers('Noted.'),
    ]);
    await extraction.settled();
    expect(await textsIn(ada)).toHaveLength(1);
    expect(await textsIn(bob)).toEqual([]);
  },
);
