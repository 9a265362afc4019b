import { describe, expect, test } from 'vitest';
import { ContextOverflowError } from '../ground/errors/context-overflow-error.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const INPUT_TOKENS = 1_000;

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'chat',
    budget: fixedBudget(INPUT_TOKENS),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    system: 'You read contracts.',
    ...options,
  });
}

/** A contract of so many tokens, with the clause that is asked for in the middle. */
function aContract(tokens: number): string {
  const lines = Array.from({ length: Math.floor((tokens * 4) / 40) }, (_, line) =>
    `Clause ${line}: the usual words stand here.`.padEnd(39, '.'),
  );
  lines.splice(Math.floor(lines.length / 2), 1, 'Clause X: the deposit is 4711 euros.   ');
  return lines.join('\n');
}

const user = (content: string, id?: string) => ({
  role: 'user' as const,
  content,
  ...(id && { id }),
});
const reply = (content: string) => ({ role: 'assistant' as const, content });

/** A call and its result of so many tokens. */
const step = (id: string, tokens: number) => [
  {
    role: 'assistant' as const,
    content: null,
    tool_calls: [{ id, type: 'function' as const, function: { name: 'read', arguments: '{}' } }],
  },
  { role: 'tool' as const, tool_call_id: id, content: 'word '.repeat((tokens * 4) / 5) },
];

const excerptsOf = (plan: { readonly degraded: readonly { readonly code: string }[] }) =>
  plan.degraded.filter(({ code }) => code === 'EXCERPT_SENT');

describe('the message being answered', () => {
  test('[CMP-15] is sent whole as long as the budget holds it, also where it is the first one', async () => {
    const memory = aMemory();
    const contract = aContract(900);
    await memory.append(user(contract));
    const { messages, plan } = await memory.assemble();
    expect(messages.at(-1)).toEqual({ role: 'user', content: contract });
    expect(plan.degraded).toEqual([]);
    expect(plan.items.at(-1)?.decision.rule).toBe('ANCHOR_PROTECTED');
  });

  test('[CMP-15] stays whole while tools answer: the rest gives way', async () => {
    const memory = aMemory();
    const contract = aContract(600);
    await memory.append([user(contract), ...step('a', 250), ...step('b', 250), ...step('c', 250)]);
    const { messages, plan } = await memory.assemble();
    expect(messages[1]).toEqual({ role: 'user', content: contract });
    expect(plan.totalTokens).toBeLessThanOrEqual(INPUT_TOKENS);
    expect(excerptsOf(plan)).toEqual([]);
  });

  test.each([
    ['the first one', []],
    ['a later one', [user('Hello'), reply('Hi')]],
  ])('[CMP-15] is refused where it does not fit, as %s', async (_, before) => {
    const memory = aMemory();
    await memory.append([...before, user(aContract(1_100), 'contract')]);
    const refusal = await memory.assemble().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(ContextOverflowError);
    const name = `message #${before.length} (user)`;
    expect(refusal).toMatchObject({
      largest: expect.arrayContaining([{ itemId: name, tokens: 1_104 }]),
    });
    expect(memory.entries()).toHaveLength(before.length + 1);
  });
});

describe('the first message, once it was answered', () => {
  test('[CMP-15] is an excerpt where it is over its share, and the plan says so', async () => {
    const memory = aMemory();
    await memory.append([
      user(aContract(800), 'contract'),
      reply('Noted.'),
      user('word '.repeat(200)),
    ]);
    const { plan } = await memory.assemble();
    expect(memory.explain('contract')).toMatchObject({
      fate: 'trimmed',
      rule: 'ANCHOR_OVER_SHARE',
    });
    expect(excerptsOf(plan)).toHaveLength(1);
  });
});
