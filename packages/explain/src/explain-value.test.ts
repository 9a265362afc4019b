import { createAgentMemory, fixedBudget, textOf, toolCallsOf } from '@agent-memory/core';
import { openAi } from '@agent-memory/core/formats';
import { arbitraryConversation, aTextMessage, aToolCall } from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerValue } from './answer-value.ts';
import { messageHolds } from './explain-value.ts';

const includes = (text: string, value: string) => text.includes(value);

/** Every text of what goes out. */
function textsIn(sent: unknown): readonly string[] {
  if (typeof sent === 'string') return [sent];
  return sent === null || typeof sent !== 'object' ? [] : Object.values(sent).flatMap(textsIn);
}

test('[HIS-4] a value stands in an item exactly where its characters are sent, and a reason is given where not', async () => {
  const budgets = fc.integer({ min: 120, max: 1_200 });
  let absent = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryConversation, budgets, async (messages, inputTokens) => {
      const memory = createAgentMemory({
        id: 'generated',
        budget: fixedBudget(inputTokens),
        tokenCounter: {
          encoding: 'quarters',
          source: 'counted',
          count: (text) => Math.ceil(text.length / 4),
        },
      });
      for (const message of messages) {
        await memory.append(message);
        if (message.role === 'user') await memory.assemble().catch(() => undefined);
      }
      const context = await memory.assemble().catch(() => undefined);
      if (!context) return;
      const { plan } = context;
      const sent = textsIn(openAi.render(plan).messages);
      for (const entry of memory.entries()) {
        const said = [
          textOf(entry.message),
          ...toolCallsOf(entry.message).map((call) => call.arguments),
        ];
        for (const value of new Set(said.join('\n').match(/[\w-]{5,}/g))) {
          const isHeld = plan.items.some(({ message }) => messageHolds(message, value, includes));
          expect({ value, isHeld }).toEqual({
            value,
            isHeld: sent.some((text) => includes(text, value)),
          });
          if (isHeld) continue;
          absent += 1;
          const known = { value, plan, held: [], said: [entry], calls: [], records: [] };
          expect(answerValue(known).sentence).toMatch(/^(Lost|Cut|Replaced)[.:] /);
        }
      }
    }),
    { numRuns: 100, seed: 20261130 },
  );
  expect(absent).toBeGreaterThan(0);
});

test('[HIS-4] a value stands in arguments as JSON writes it', () => {
  const call = aToolCall({ arguments: JSON.stringify({ text: 'Say "Hi"' }) });
  expect(messageHolds(call, 'Say "Hi"', includes)).toBe(true);
  expect(messageHolds(aTextMessage('user', 'Say Hi'), 'Say "Hi"', includes)).toBe(false);
});
