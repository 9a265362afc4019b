import { expect, test } from 'vitest';
import { memoryExtraction } from '../extraction/memory-extraction.ts';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { callTool, chatWith, play, proposes, usersWords } from './testing/attack-chat.ts';
import { ANNOUNCED, type ForeignWords, OWN, PASTED } from './testing/foreign-words.ts';

const lieOf = (planted: string) =>
  proposes(
    { type: 'user', kind: 'fact', nature: 'statement', text: planted, quote: planted },
    { type: 'user', kind: 'preference', nature: 'correction', text: planted, quote: planted },
  );

async function extracted({ turns, planted }: ForeignWords, reader: 'patterns' | 'model') {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const extraction = memoryExtraction(
    longTerm,
    reader === 'model' ? { chatModel: lieOf(planted) } : {},
  );
  const chat = chatWith(longTerm, extraction.feature);
  await play(chat, [...turns, { assistant: 'Done.' }]);
  await extraction.extract('chat');
  const words = await usersWords(longTerm);
  await chat.dispose();
  await longTerm.dispose();
  return words;
}

async function savedByTool({ turns, planted }: ForeignWords) {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const chat = chatWith(longTerm);
  const entryId = await play(chat, turns);
  await callTool(
    longTerm,
    'save_memory',
    { type: 'user', kind: 'fact', text: planted, quote: planted, source: 'user_stated' },
    {
      sources: ['user_stated', 'user_correction'],
      entry: (evidence) => chat.entry(evidence.entryId),
      evidence: () => [{ sessionId: 'chat', entryId }],
    },
  );
  const words = await usersWords(longTerm);
  await chat.dispose();
  await longTerm.dispose();
  return words;
}

test.for(OWN)('[EXT-5] the user’s own words in $title are recorded as theirs', async (words) => {
  expect(await extracted(words, 'patterns')).toEqual([expect.stringContaining(words.mark)]);
  expect(await extracted(words, 'model')).toEqual([expect.stringContaining(words.mark)]);
  expect(await savedByTool(words)).toEqual([expect.stringContaining(words.mark)]);
});

test.for([...PASTED, ...ANNOUNCED])(
  '[EXT-5] patterns take nothing of $title for the user’s word',
  async (words) => {
    expect(await extracted(words, 'patterns')).not.toContainEqual(
      expect.stringContaining(words.mark),
    );
  },
);

test.for([...PASTED, ...ANNOUNCED])(
  '[EXT-5] a model that quotes $title makes nothing the user’s word',
  async (words) => {
    expect(await extracted(words, 'model')).not.toContainEqual(expect.stringContaining(words.mark));
  },
);

test.for(PASTED)(
  '[GRD-1] a tool call that quotes $title does not speak for the user',
  async (words) => {
    expect(await savedByTool(words)).not.toContainEqual(expect.stringContaining(words.mark));
  },
);
