import {
  type AgentMemory,
  type CondenseSource,
  createAgentMemory,
  estimateTokens,
} from '@agent-memory/core';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openAiCompatible } from '../endpoint/open-ai-compatible.ts';
import { aStrictChatServer, linesInBrief, type SeenChat } from '../testing/a-strict-chat-server.ts';
import { modelSummarizer } from './model-summarizer.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

const arbitrarySource = fc.record({
  role: fc.constantFrom('user', 'assistant', 'tool'),
  text: fc
    .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { maxLength: 30 })
    .chain((list) => fc.nat({ max: 60 }).map((times) => `${list.join(' ')}. `.repeat(times))),
  toolName: fc.constantFrom('search', 'x'.repeat(400)),
  toolArguments: fc.array(fc.json(), { maxLength: 2 }),
});

test('[MOD-4] no request is over the window, whatever it is, whatever is said and asked (seed 20261122)', async () => {
  let requests = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitrarySource, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 2_048, max: 12_000 }),
      fc.integer({ min: 20, max: 4_000 }),
      fc.option(fc.nat({ max: 300 }), { nil: undefined }),
      fc.boolean(),
      async (given, contextWindow, maxTokens, before, makesUp) => {
        const sources = given.map(
          (source, index): CondenseSource => ({ ...source, seq: index + 1 }),
        );
        const previous = before && {
          previous: { madeBy: 'x', fromSeq: 0, toSeq: 0, text: 'It was said. '.repeat(before) },
        };
        const summarizer = modelSummarizer({
          name: 'strict',
          contextWindow,
          chat: async ({ messages, maxTokens: answer = 0 }) => {
            requests += 1;
            const input = messages.reduce((sum, { content }) => sum + count(`${content}`), 0);
            expect(answer).toBeGreaterThan(0);
            expect(input + answer).toBeLessThanOrEqual(contextWindow * 0.8);
            const chat = { messages, max_tokens: answer } as unknown as SeenChat;
            const text = makesUp ? 'They spoke of order ZFA04Y-77.' : `Said: ${linesInBrief(chat)}`;
            return { text, thinking: '', toolCalls: [], unreadable: 0 };
          },
        });
        const request = { ...previous, sources, maxTokens, count };
        const outcome = await summarizer.summarize(request, {}).catch((error: Error) => error);
        // Odd texts make odd summaries, which may be refused; an assertion that failed may not.
        if (outcome instanceof Error) expect(outcome.name).toBe('SummaryRejectedError');
        else expect(count(outcome.text)).toBeLessThanOrEqual(maxTokens);
      },
    ),
    { seed: 20261122, numRuns: 150 },
  );
  expect(requests).toBeGreaterThan(0);
});

test('[MOD-4] a summariser with a window of 4k serves a session of 32k for 500 turns without one refusal', async () => {
  const server = await aStrictChatServer({
    window: 4_096,
    count: estimateTokens,
    answer: linesInBrief,
  });
  const model = openAiCompatible({ baseUrl: server.baseUrl, model: 'small' });
  const memory = createAgentMemory({
    id: 'long',
    contextWindow: 32_000,
    summarizer: modelSummarizer(model),
  });
  onTestFinished(() => memory.dispose());
  for (let turn = 0; turn < 500; turn += 1) {
    await memory.append({
      role: 'user',
      content: `Turn ${turn}: what of order ${orderOf(turn)}? ${someWords(turn, 40)}`,
    });
    await memory.assemble();
    await memory.append({
      role: 'assistant',
      content: `Order ${orderOf(turn)} leaves on day ${turn}. ${someWords(turn + 7, 240)}`,
    });
    await summaryIsWritten(memory);
  }
  const records = memory.getState().compactions;
  expect(server.chats.length).toBeGreaterThan(20);
  expect(server.refusals()).toBe(0);
  expect(Math.max(...server.asked)).toBeLessThanOrEqual(4_096);
  expect(records.length).toBeGreaterThan(10);
  expect([...new Set(records.map(({ summariser }) => summariser))]).toEqual(['small']);
});

/** Resolves when no summary is on its way: a person takes longer to answer than a model to summarise. */
function summaryIsWritten(memory: AgentMemory): Promise<void> {
  return new Promise((resolve) => {
    let stop = (): void => undefined;
    const look = (): void => {
      const { summary, status } = memory.getState();
      if (summary.status === 'working' || status === 'compacting') return;
      stop();
      resolve();
    };
    stop = memory.subscribe(look);
    look();
  });
}

function orderOf(turn: number): string {
  return `ZF${(turn * 7_919 + 1_000).toString(36).toUpperCase()}-${turn}`;
}

/** Words that differ from turn to turn. */
function someWords(from: number, length: number): string {
  const words = [
    'harbour',
    'train',
    'paper',
    'garden',
    'early',
    'letter',
    'north',
    'copper',
    'bread',
  ];
  return Array.from({ length }, (_, index) => {
    const word = words[(from * 5 + index * index + index) % words.length] ?? '';
    return index % 12 === 11 ? `${word}.` : word;
  }).join(' ');
}
