import { expect, test } from 'vitest';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import type { LivePlacement } from '../live/live-placement.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const user = (content: string): OpenAiMessage => ({ role: 'user', content });

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'trip',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    ...options,
  });
}

/** A system text that is another one at every call. */
function aVolatileText() {
  let calls = 0;
  return {
    system: () => `Today is day ${++calls}.`,
    get calls() {
      return calls;
    },
  };
}

async function systemOf(memory: AgentMemory): Promise<unknown> {
  return (await memory.assemble()).messages[0];
}

test('[TIER-1] a system function is called once, when the session begins, and not before', async () => {
  const text = aVolatileText();
  const memory = aMemory({ system: text.system });
  expect(text.calls).toBe(0);
  for (let turns = 0; turns < 3; turns += 1) {
    await memory.append(user('Hi'));
    expect(await systemOf(memory)).toEqual({ role: 'system', content: 'Today is day 1.' });
  }
  await memory.configure({ budget: fixedBudget(900) });
  expect(await systemOf(memory)).toEqual({ role: 'system', content: 'Today is day 1.' });
  expect(text.calls).toBe(1);
});

test('[TIER-1] what it gave is stored with the session and is the same after a reload', async () => {
  const store = inMemoryStore();
  const text = aVolatileText();
  const memory = aMemory({ system: text.system, store });
  await memory.append(user('Hi'));
  await memory.dispose();
  expect((await store.load('trip'))?.system).toBe('Today is day 1.');
  const again = aMemory({ system: text.system, store });
  expect(await systemOf(again)).toEqual({ role: 'system', content: 'Today is day 1.' });
  expect(text.calls).toBe(1);
  await again.append(user('Hi again'));
  expect((await store.load('trip'))?.system).toBe('Today is day 1.');
});

test('[TIER-1] it is stored once, and a first commit that fails takes it to the next', async () => {
  const disk = inMemoryStore();
  const store = { ...aScriptedStore(disk), name: 'disk' };
  const memory = aMemory({ system: aVolatileText().system, store });
  store.failNext('commit', new Error('the disk coughed'));
  await expect(memory.append(user('Hi'))).rejects.toThrow('coughed');
  await memory.append(user('Hi?'));
  const stored = await disk.load('trip');
  expect([stored?.system, stored?.entries.length]).toEqual(['Today is day 1.', 2]);
});

test('[TIER-1] one that gives nothing to say is kept to as well', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ system: () => '', store });
  await memory.append(user('Hi'));
  expect(await systemOf(memory)).toEqual(user('Hi'));
  await memory.dispose();
  const again = aMemory({ system: () => 'Be rude.', store });
  expect(await systemOf(again)).toEqual(user('Hi'));
});

test('[TIER-1] a plain text is as it is given today, whatever was stored', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ system: aVolatileText().system, store });
  await memory.append(user('Hi'));
  await memory.dispose();
  const again = aMemory({ system: 'Answer briefly.', store });
  expect(await systemOf(again)).toEqual({ role: 'system', content: 'Answer briefly.' });
});

test.each<[string, () => unknown, RegExp]>([
  [
    'throws',
    () => {
      throw new Error('no clock');
    },
    /no clock/,
  ],
  ['gives a promise', () => Promise.resolve('Be brief.'), /type object/],
  ['gives nothing', () => undefined, /type undefined/],
  ['gives a number', () => 5, /type number/],
])(
  '[TIER-1] a system function that %s sends nothing without its rules, and every call says why',
  async (_, system, why) => {
    const memory = aMemory({ system: system as never });
    await memory.ready;
    expect(memory.getState()).toMatchObject({ status: 'error', error: { option: 'system' } });
    for (const act of [() => memory.append(user('Hi')), () => memory.assemble(), memory.compact]) {
      await expect(act()).rejects.toMatchObject({ code: 'INVALID_OPTION', option: 'system' });
      await expect(act()).rejects.toThrow(why);
    }
    await memory.dispose();
  },
);

test.each<LivePlacement>(['auto', 'system'])(
  '[TIER-4] live state placed by %s is counted, sent once, and breaks no grammar',
  async (livePlacement) => {
    const memory = aMemory({ livePlacement, system: 'Answer briefly.' });
    await memory.patchScratchpad({ objective: 'Book ZFA04Y' });
    const call = {
      id: 'c',
      type: 'function',
      function: { name: 'find', arguments: '{}' },
    } as const;
    const steps: readonly OpenAiMessage[] = [
      user('Book it.'),
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: '3 trains' },
      { role: 'assistant', content: 'Done.' },
    ];
    for (const step of steps) {
      await memory.append(step);
      const { messages, plan } = await memory.assemble();
      expect(grammarFaults(messages)).toEqual([]);
      expect(JSON.stringify(messages).split('Book ZFA04Y')).toHaveLength(2);
      expect(plan.tiers.live.tokens).toBeGreaterThan(0);
    }
  },
);

test('[TIER-4] an unknown placement is refused by name', () => {
  const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option: 'livePlacement' });
  expect(() => aMemory({ livePlacement: 'somewhere' as never })).toThrow(refusal);
});
