import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { sourcesOf } from '../compaction/sources.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { runToEnd } from '../platform/steps.ts';
import type { AgentMemory, AgentMemoryOptions } from '../session/agent-memory.ts';
import { createAgentMemory } from '../session/create-agent-memory.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import type { Entry } from '../transcript/entry.ts';
import { noOverlays } from '../view/overlay.ts';

const { PROPERTY_RUNS = 10, PROPERTY_SEED = 20261127 } = process.env;
const RUNS = { numRuns: Number(PROPERTY_RUNS), seed: Number(PROPERTY_SEED) };

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  let made = 0;
  return createAgentMemory({
    id: 'chat',
    system: 'Answer briefly.',
    budget: fixedBudget(600),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    createId: () => {
      made += 1;
      return `id-${String(made).padStart(6, '0')}`;
    },
    ...options,
  });
}

/** So many that they are read ahead. */
const talk: readonly OpenAiMessage[] = Array.from({ length: 240 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${index} is about order ORD-${1_000 + index}. It costs ${index} euros.`,
}));

/** Whether the texts of an entry are kept: whoever asks for them is given the same object again. */
function isReadAhead(entry: Entry | undefined): boolean {
  const sources = () => runToEnd(sourcesOf(entry ? [entry] : [], noOverlays()));
  const [source] = sources();
  return source !== undefined && sources()[0] === source;
}

async function outcomeOf(memory: AgentMemory) {
  const sent = await memory.assemble().then(
    ({ messages }) => messages,
    ({ code }) => code,
  );
  const { compactions } = memory.getState();
  return { sent, records: compactions.map(({ startedAtMs: _, ...record }) => record) };
}

test(`[CMP-1] a compaction whose messages were read ahead is the one that is made without (seed ${RUNS.seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryConversation, async (conversation) => {
      const messages = [...conversation, ...talk];
      const [ahead, atOnce] = [aMemory(), aMemory()];
      await atOnce.append(messages);
      const expected = await outcomeOf(atOnce);
      await ahead.append(messages);
      await expect.poll(() => isReadAhead(ahead.entries().at(-1))).toBe(true);
      expect(await outcomeOf(ahead)).toEqual(expected);
    }),
    RUNS,
  );
});

test('[CMP-1] what was read ahead is let go once it has left, and when the session ends', async () => {
  const memory = aMemory();
  await memory.append(talk);
  await expect.poll(() => isReadAhead(memory.entries().at(-1))).toBe(true);
  await memory.assemble();
  expect(memory.entries().filter(isReadAhead)).toEqual([]);
  const ended = aMemory();
  await ended.append(talk);
  await expect.poll(() => isReadAhead(ended.entries().at(-1))).toBe(true);
  const entries = ended.entries();
  await ended.dispose();
  expect(entries.filter(isReadAhead)).toEqual([]);
});

test('[CMP-1] nothing is read ahead of a conversation that fits', async () => {
  const memory = aMemory({ budget: fixedBudget(1_000_000) });
  await memory.append(talk);
  await memory.assemble();
  await memory.append(talk);
  const short = aMemory();
  await short.append(talk);
  await expect.poll(() => isReadAhead(short.entries().at(-1))).toBe(true);
  expect(memory.entries().filter(isReadAhead)).toEqual([]);
});
