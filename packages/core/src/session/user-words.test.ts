import { expect, test } from 'vitest';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { aScriptedSummarizer, says } from '../testing/scripted-summarizer.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const RULES = [
  'Always answer in French.',
  'Never push to main.',
  "Don't use lodash.",
  'No, the deadline is on Thursday.',
];

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  let made = 0;
  return createAgentMemory({
    id: 'trip',
    budget: fixedBudget(2_000, { high: 0.9, low: 0.4 }),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    createId: () => `made-${made++}`,
    ...options,
  });
}

const exchange = (said: string) => [
  { role: 'user' as const, content: said },
  { role: 'assistant' as const, content: `I see. ${'word '.repeat(60)}` },
];

/** Talks until compactions have taken the rules out of the view. */
async function ruled(memory: AgentMemory, compactions = 3): Promise<void> {
  await memory.append(exchange('Look after the house.'));
  for (const rule of RULES) await memory.append(exchange(`${rule} What is left to do?`));
  for (let at = 0; memory.getState().compactions.length < compactions; at += 1) {
    await memory.append(exchange(`Is room ${at} clean by now?`));
    await memory.assemble();
  }
}

async function contextOf(memory: AgentMemory): Promise<string> {
  const { messages } = await memory.assemble();
  return messages.map(({ content }) => content).join('\n');
}

const sectionOf = (context: string) =>
  /<user-words>\n[\s\S]*?\n<\/user-words>/.exec(context)?.[0] ?? '';

test('[CMP-16] rules survive compactions word for word, and no sentence stands twice', async () => {
  const memory = aMemory();
  await ruled(memory);
  const context = await contextOf(memory);
  for (const rule of RULES) expect(context.split(rule)).toHaveLength(2);
  expect(context.match(/<user-words>/g)).toHaveLength(1);
});

test('[CMP-16] the section stands beside the summary of a model, and outside what it quotes', async () => {
  const summarizer = aScriptedSummarizer(says('They spoke of the house.'));
  const memory = aMemory({ summarizer });
  await memory.append(exchange('Look after the house.'));
  for (const rule of RULES) await memory.append(exchange(rule));
  for (let at = 0; at < 20; at += 1) await memory.append(exchange(`Is room ${at} clean?`));
  await memory.compact();
  const context = await contextOf(memory);
  expect(context).toContain('They spoke of the house.');
  expect(context).toContain('</earlier-conversation>\n\n<user-words>');
  for (const rule of RULES) expect(sectionOf(context)).toContain(rule);
});

test('[CMP-16] [CMP-8] a new rule changes the section at the next compaction only', async () => {
  const memory = aMemory();
  await ruled(memory);
  const before = sectionOf(await contextOf(memory));
  await memory.append(exchange('Never use the lift.'));
  const context = await contextOf(memory);
  expect(sectionOf(context)).toBe(before);
  expect(context).toContain('Never use the lift.');
  await ruled(memory, memory.getState().compactions.length + 2);
  expect(sectionOf(await contextOf(memory))).toContain('Never use the lift.');
});

test('[CMP-16] [CMP-12] what comes back by an undo leaves the section', async () => {
  const memory = aMemory();
  await ruled(memory, 1);
  const [compaction] = memory.getState().compactions;
  const left = sectionOf(await contextOf(memory));
  expect(left).toContain(RULES[0]);
  await memory.undoCompaction(compaction?.id);
  const shown = JSON.stringify(memory.plan());
  expect(shown).not.toContain('<user-words>');
  expect(shown).toContain(RULES[0]);
});

test('[CMP-16] a page that loads the session again sends the same section', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  await ruled(memory);
  const before = sectionOf(await contextOf(memory));
  await memory.dispose();
  const again = aMemory({ store });
  expect(sectionOf(await contextOf(again))).toBe(before);
  expect(before).toContain(RULES[3]);
});

test('[CMP-16] where not all rules have room beside the frame, some stand and the others are counted', async () => {
  const memory = aMemory({ budget: fixedBudget(900, { high: 0.9, low: 0.4 }) });
  for (let at = 0; at < 20; at += 1) {
    await memory.append(exchange(`Never open the door of room number ${at} before noon.`));
    await memory.assemble();
  }
  const section = sectionOf(await contextOf(memory));
  expect(section).toMatch(/ others had no room\):\n- #/);
});
