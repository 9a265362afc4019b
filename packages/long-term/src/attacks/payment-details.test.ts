import { expect, test } from 'vitest';
import { memoryExtraction } from '../extraction/memory-extraction.ts';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { callTool, chatWith, play, proposes, usersWords } from './testing/attack-chat.ts';
import { PAYMENT_DETAILS, type PaymentDetail } from './testing/payment-details.ts';

async function afterChat({ turns, planted, mark }: PaymentDetail, reader: 'patterns' | 'model') {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const proposal = { nature: 'statement', text: planted, quote: planted };
  const chatModel = proposes(
    { type: 'user', kind: 'fact', ...proposal },
    { type: 'feedback', kind: 'identifier', ...proposal, value: mark, nature: 'confirmation' },
  );
  const extraction = memoryExtraction(longTerm, reader === 'model' ? { chatModel } : {});
  const chat = chatWith(longTerm, extraction.feature);
  const entryId = await play(chat, turns);
  await chat.append({ role: 'assistant', content: 'Done.' });
  await extraction.extract('chat');
  for (const source of ['user_stated', 'user_correction'] as const) {
    const draft = { type: 'user', kind: 'identifier', text: planted, value: mark, quote: planted };
    await callTool(
      longTerm,
      'save_memory',
      { ...draft, source },
      {
        sources: [source],
        entry: (evidence) => chat.entry(evidence.entryId),
        evidence: () => [{ sessionId: 'chat', entryId }],
      },
    );
  }
  const words = await usersWords(longTerm);
  await chat.dispose();
  await longTerm.dispose();
  return words;
}

for (const reader of ['patterns', 'model'] as const) {
  test.for(PAYMENT_DETAILS)(
    `[EXT-5] where ${reader} read, “$planted” by somebody else is not where the user wants money sent`,
    async (detail) => {
      const words = await afterChat(detail, reader);
      expect(words).not.toContainEqual(expect.stringContaining(detail.mark));
    },
  );
}
