import { expect, onTestFinished, test } from 'vitest';
import type { SummaryRequest } from '../condense/summarizer.ts';
import { aScriptedSummarizer, summaryOf } from '../testing/scripted-summarizer.ts';
import { estimateTokens } from '../tokens/estimate-tokens.ts';
import type { AgentMemory } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const WINDOW = 4_096;

/** A summariser that knows nothing of windows, and refuses what its model would: more than 4k. */
function aSmallSummarizer() {
  const scripted = aScriptedSummarizer(async (request) => {
    if (tokensOf(request) > WINDOW) throw new Error(`too long: ${tokensOf(request)} tokens`);
    return summaryOf(request, `Orders that left:\n${ordersIn(request).join('\n')}`);
  });
  const { name, summarize } = scripted;
  return { scripted, summarizer: { name, contextWindow: WINDOW, summarize } };
}

/** Tokens of a request as one message with its speakers, and of its answer. */
function tokensOf({ previous, sources, maxTokens }: SummaryRequest): number {
  const texts = sources.map(({ role, text }) => `${role}: ${text}`);
  return estimateTokens([previous?.text ?? '', ...texts].join('\n\n')) + maxTokens;
}

/** The newest orders that a request speaks of, as many as have room. */
function ordersIn({ previous, sources, maxTokens }: SummaryRequest): readonly string[] {
  const text = [previous?.text ?? '', ...sources.map(({ text }) => text)].join('\n');
  const orders = [...new Set(text.match(/ZF-\d+/g))];
  return orders.slice(-Math.floor(maxTokens / 12));
}

async function appendTurn(memory: AgentMemory, turn: number): Promise<void> {
  await memory.append([
    { role: 'user', content: `What of order ZF-${1_000 + turn}?` },
    {
      role: 'assistant',
      content: `It leaves on day ${turn}. ${'The harbour is far. '.repeat(60)}`,
    },
  ]);
}

test('[CMP-10] a summariser of 4k serves a session of 32k: never asked for more, and the breaker stays closed', async () => {
  const { scripted, summarizer } = aSmallSummarizer();
  const memory = createAgentMemory({ id: 'orders', contextWindow: 32_000, summarizer });
  onTestFinished(() => memory.dispose());
  for (let turn = 0; turn < 80; turn += 1) await appendTurn(memory, turn);
  await memory.append({ role: 'user', content: 'And now?' });
  await memory.compact();

  const { compactions, breaker, degraded } = memory.getState();
  expect(compactions).toMatchObject([{ summariser: 'scripted' }]);
  expect(scripted.calls).toBeGreaterThan(3);
  expect(Math.max(...scripted.requests.map(tokensOf))).toBeLessThanOrEqual(WINDOW);
  expect(breaker.status).toBe('closed');
  expect(degraded).toEqual([]);

  // Every order of what left stands in the context: the merged summary keeps the values of all parts.
  const { messages } = await memory.assemble();
  const sent = JSON.stringify(messages);
  for (let turn = 0; turn < 80; turn += 1) expect(sent).toContain(`ZF-${1_000 + turn}`);
});

test('[CMP-10] a second summary builds on the first, and cites the whole range', async () => {
  const { scripted, summarizer } = aSmallSummarizer();
  const memory = createAgentMemory({ id: 'orders', contextWindow: 32_000, summarizer });
  onTestFinished(() => memory.dispose());
  const lefts: (readonly { readonly fromSeq: number; readonly toSeq: number }[])[] = [];
  for (const round of [0, 1]) {
    for (let turn = 0; turn < 60; turn += 1) await appendTurn(memory, 60 * round + turn);
    await memory.append({ role: 'user', content: 'And now?' });
    await memory.compact();
    lefts.push(memory.getState().compactions.at(-1)?.left ?? []);
  }
  const [first, second] = lefts.map((left) => left[0]);
  // The newest merge got the first summary, with its range, ahead of the summaries of the newer stretches.
  const newest = scripted.requests.at(-1);
  expect(newest?.previous).toMatchObject({
    fromSeq: first?.fromSeq,
    toSeq: (first?.toSeq ?? 0) - 1,
  });
  expect(newest?.sources.at(-1)?.seq).toBe((second?.toSeq ?? 0) - 1);
  const { messages } = await memory.assemble();
  expect(JSON.stringify(messages)).toContain('ZF-1000');
  expect(memory.getState().breaker.status).toBe('closed');
});
