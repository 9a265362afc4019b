import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { SessionClosedError } from '../ground/errors/errors.ts';
import { nextTask } from '../ground/platform/clock.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { estimatingCounter } from '../tokens/estimate-tokens.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

/** Time passes whenever somebody looks at it: each step of long work is a slice of its own. */
function aSlowClock() {
  const clock = aSimulatedClock();
  return {
    ...clock,
    nowMs() {
      clock.advance(20);
      return clock.nowMs();
    },
  };
}

let ids = 0;

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  let made = 0;
  ids += 1;
  return createAgentMemory({
    id: `slices-${ids}`,
    system: 'Answer briefly.',
    budget: fixedBudget(600),
    tokenCounter: simpleCounter,
    clock: aSlowClock(),
    createId: () => {
      made += 1;
      return `id-${String(made).padStart(6, '0')}`;
    },
    ...options,
  });
}

const talk = (count: number): readonly OpenAiMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${index} is about order ORD-${1_000 + index}. It says ${'word '.repeat(30)}.`,
  }));

/** The part of a session that is compared: no ids and no times. */
async function outcomeOf(memory: AgentMemory, messages: readonly OpenAiMessage[]) {
  const contexts: unknown[] = [];
  for (let start = 0; start < messages.length; start += 7) {
    await memory.append(messages.slice(start, start + 7));
    contexts.push(
      await memory.assemble().then(
        ({ messages: sent }) => sent,
        ({ code }) => code,
      ),
    );
  }
  const records = memory
    .getState()
    .compactions.map(({ stages, left, lost, tokensBefore, tokensAfter, cacheLostTokens }) => {
      return { stages, left, lost, tokensBefore, tokensAfter, cacheLostTokens };
    });
  return { contexts, records };
}

test('[STO-4] a long list that is emptied right behind the call is appended whole', async () => {
  const memory = aMemory();
  const queue = [...talk(1_200)];
  const appended = memory.append(queue);
  queue.length = 0;
  expect(await appended).toHaveLength(1_200);
  await memory.dispose();
});

test('[CMP-1] a compaction in slices is the one that is made at once', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryConversation, async (messages) => {
      const sliced = await outcomeOf(aMemory(), messages);
      const whole = await outcomeOf(aMemory({ clock: aSimulatedClock() }), messages);
      expect(sliced).toEqual(whole);
    }),
    { seed: 20261122, numRuns: 25 },
  );
});

test('[CMP-1] what is appended between two slices is in the context, and the compaction holds', async () => {
  const memory = aMemory();
  await memory.append(talk(60));
  const assembled = memory.assemble();
  await nextTask();
  await memory.append({ role: 'user', content: 'And now the last word.' });
  const { messages, plan } = await assembled;
  expect(messages.at(-1)).toEqual({ role: 'user', content: 'And now the last word.' });
  expect(plan.totalTokens).toBeLessThanOrEqual(600);
  expect(memory.getState().compactions.length).toBeGreaterThan(0);
});

test('[CMP-8] settings that change between two slices win, and the context keeps to them', async () => {
  const memory = aMemory();
  await memory.append(talk(60));
  const assembled = memory.assemble();
  await nextTask();
  await memory.configure({ budget: fixedBudget(400) });
  const { plan } = await assembled;
  expect(plan.budget.inputTokens).toBe(400);
  expect(plan.totalTokens).toBeLessThanOrEqual(400);
  const { compactions } = memory.getState();
  expect(compactions.every(({ epoch }) => epoch === plan.epoch)).toBe(true);
});

test('[CMP-7] two assemblies share the compaction that is under way', async () => {
  const memory = aMemory();
  await memory.append(talk(60));
  const first = memory.assemble();
  await nextTask();
  const second = memory.assemble();
  expect((await first).messages).toEqual((await second).messages);
  expect(memory.getState().compactions).toHaveLength(1);
});

test('[CMP-7] a session that is disposed between two slices leaves no compaction', async () => {
  const memory = aMemory();
  await memory.append(talk(60));
  const assembled = memory.assemble();
  await nextTask();
  await memory.dispose();
  await expect(assembled).rejects.toBeInstanceOf(SessionClosedError);
  expect(memory.getState().compactions).toEqual([]);
});

test('[CMP-7] a call that is aborted between two slices leaves no compaction, and the next one makes it', async () => {
  const memory = aMemory();
  await memory.append(talk(60));
  const controller = new AbortController();
  const assembled = memory.assemble({ signal: controller.signal });
  await nextTask();
  controller.abort(new Error('the user stopped'));
  await expect(assembled).rejects.toThrow('the user stopped');
  expect(memory.getState().compactions).toEqual([]);
  expect((await memory.assemble()).plan.totalTokens).toBeLessThanOrEqual(600);
});

test('[CMP-12] an undo is refused where the settings change between two slices', async () => {
  const memory = aMemory();
  for (const start of [0, 60]) {
    await memory.append(talk(120).slice(start, start + 60));
    await memory.assemble();
  }
  const undone = memory.undoCompaction();
  const refused = expect(undone).rejects.toThrow('changed meanwhile');
  await nextTask();
  await memory.configure({ budget: fixedBudget(500) });
  await refused;
});

test.each([
  ['read', 600],
  ['counted', 400],
])(
  '[STO-4] a long list that is still %s when the session ends is refused, and adds nothing later',
  async (_step, length) => {
    const store = inMemoryStore();
    const memory = aMemory({ id: 'trip', store });
    await memory.append({ id: 'first', role: 'user', content: 'Hello' });
    const appended = memory.append(talk(length));
    const refused = expect(appended).rejects.toBeInstanceOf(SessionClosedError);
    await nextTask();
    await memory.dispose();
    await refused;
    expect((await store.load('trip'))?.entries).toHaveLength(1);
    const again = aMemory({ id: 'trip', store });
    await again.append({ id: 'second', role: 'user', content: 'And on' });
    expect(again.entries().map(({ id }) => id)).toEqual(['first', 'second']);
  },
);

test.each([
  ['read', 600],
  ['counted', 400],
])(
  '[MSG-5] a long list whose call is aborted while it is %s adds nothing',
  async (_step, length) => {
    const memory = aMemory();
    const controller = new AbortController();
    const appended = memory.append(talk(length), { signal: controller.signal });
    await nextTask();
    controller.abort(new Error('the user stopped'));
    await expect(appended).rejects.toThrow('the user stopped');
    await memory.append({ role: 'user', content: 'Only this.' });
    expect(memory.getState().entries).toBe(1);
  },
);

test.each([1, 500, 501, 700])(
  '[MSG-5] %i messages that nobody waited for are in what is asked for behind them',
  async (length) => {
    const memory = aMemory({ budget: fixedBudget(100_000) });
    const appended = memory.append(talk(length));
    const [{ plan }, shown] = await Promise.all([memory.assemble(), memory.messages()]);
    expect(plan.transcriptLength).toBe(length);
    expect(shown).toHaveLength(length);
    expect(await appended).toHaveLength(length);
  },
);

test('[MSG-5] a list that cannot be read keeps nothing from being assembled behind it', async () => {
  const memory = aMemory();
  await memory.append({ role: 'user', content: 'Hello' });
  const broken = { role: 'nobody', content: 'x' } as unknown as OpenAiMessage;
  const refused = expect(memory.append([...talk(650), broken])).rejects.toThrow('role');
  expect((await memory.assemble()).plan.transcriptLength).toBe(1);
  await refused;
});

test('[MSG-5] long lists come in the order of the calls, each whole, and stand in the conversation at once', async () => {
  const memory = aMemory({ budget: fixedBudget(100_000) });
  const lengths: number[] = [];
  memory.subscribe(() => lengths.push(memory.getState().entries));
  const list = talk(700);
  const [first, second] = await Promise.all([
    memory.append(list),
    memory.append({ role: 'user', content: 'Behind them.' }),
  ]);
  expect(first).toHaveLength(700);
  expect(first.map(({ seq }) => seq)).toEqual(list.map((_, index) => index));
  expect(second[0]?.seq).toBe(700);
  expect(lengths.filter((length) => length > 0 && length < 700)).toEqual([]);
});

test('[MSG-3] a message far down a long list that cannot be read keeps all of them out', async () => {
  const memory = aMemory();
  const broken = { role: 'nobody', content: 'x' } as unknown as OpenAiMessage;
  await expect(memory.append([...talk(650), broken])).rejects.toThrow('role');
  expect(memory.getState().entries).toBe(0);
});

test('[TOK-1] a text of megabytes has the figure that it has when it is counted at once', async () => {
  const content = talk(4_000)
    .map((message) => message.content)
    .join('\n');
  const sliced = aMemory({ tokenCounter: estimatingCounter });
  const [entry] = await sliced.append({ role: 'user', content });
  const whole = aMemory({ clock: aSimulatedClock(), tokenCounter: estimatingCounter });
  const [same] = await whole.append({ role: 'user', content });
  expect(entry?.tokens).toEqual(same?.tokens);
  await Promise.all([sliced.dispose(), whole.dispose()]);
});
