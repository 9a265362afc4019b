import { ContextOverflowError, createAgentMemory, fixedBudget } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { notSentWords } from './refusal-words.ts';

test('[BUD-3] a refused turn says that it was not sent, with a sum that adds up', async () => {
  const memory = createAgentMemory({
    id: 'refused',
    system: 'Answer in one word.',
    budget: fixedBudget(200),
  });
  await memory.append({ role: 'user', content: 'many words '.repeat(400) });
  const refusal: unknown = await memory.assemble().catch((error: unknown) => error);
  if (!(refusal instanceof ContextOverflowError)) throw new Error('It was not refused.');
  const words = notSentWords(refusal, memory.getState().plan);
  expect(words).toMatch(
    /^Not sent: system [\d,]+ \+ your message [\d,]+.* = [\d,]+ tokens; the budget is 200\.$/,
  );
  const [parts = '', total = ''] = words.split(';')[0]?.split('=') ?? [];
  const figures = (text: string) =>
    (text.match(/\d[\d,]*/g) ?? []).map((one) => Number(one.replaceAll(',', '')));
  expect(figures(parts).reduce((all, one) => all + one, 0)).toBe(figures(total)[0]);
  await memory.dispose();
});

test('[BUD-3] without the plan of the refusal its sum stands alone', () => {
  expect(notSentWords({ neededTokens: 9_200, inputTokens: 8_000 }, undefined)).toBe(
    'Not sent: it needs 9,200 tokens; the budget is 8,000.',
  );
});
