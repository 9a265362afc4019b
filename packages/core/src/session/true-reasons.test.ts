import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import type { CompactionStage } from '../compaction/stage.ts';
import { AgentMemoryError } from '../errors/errors.ts';
import type { OpenAiMessage } from '../formats/openai/openai-chat.ts';
import type { Decision, Remedy } from '../plan/decision.ts';
import { allOf, anyOf, inOrder, keeping } from '../policies/combine.ts';
import { type EvictionPolicy, tokenBudget } from '../policies/eviction-policy.ts';
import { headTail } from '../policies/head-tail.ts';
import { latestPerTool } from '../policies/latest-per-tool.ts';
import { salience } from '../policies/salience.ts';
import { slidingWindow } from '../policies/sliding-window.ts';
import { summarizeAndReplace } from '../policies/summarize-and-replace.ts';
import type { ToolHints } from '../policies/tool-hints.ts';
import { fromTool } from '../policies/unit-predicate.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import type { AgentMemory } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const RUNS = { seed: 20261123, numRuns: 25 };

/** Gives a window its size: the one given here, or what a remedy asks for. */
type Sized = (messages: number) => number;

/** Settings under which something leaves, and the same with windows of other sizes. */
interface Setup {
  readonly name: string;
  readonly policy: (sized: Sized) => EvictionPolicy;
  readonly toolHints?: ToolHints;
  readonly stages?: readonly CompactionStage[];
}

const window = (sized: Sized, messages: number) =>
  slidingWindow({ messages: sized(messages), slack: 2 });
const ends = (sized: Sized, messages: number) =>
  headTail({ messages: sized(messages), headMessages: 3, slack: 2 });
const newestLast = () => salience({ name: 'newest-last', score: (entry) => -entry.seq });

const SETUPS: readonly Setup[] = [
  { name: 'token budget', policy: tokenBudget },
  { name: 'sliding window', policy: (sized) => window(sized, 4) },
  { name: 'head and tail', policy: (sized) => ends(sized, 4) },
  { name: 'salience', policy: () => salience() },
  { name: 'salience of a score', policy: newestLast },
  { name: 'summarise and replace', policy: () => summarizeAndReplace() },
  { name: 'summarise and keep', policy: () => summarizeAndReplace({ keepMessages: 3 }) },
  { name: 'latest per tool', policy: latestPerTool },
  {
    name: 'in order',
    policy: (sized) => inOrder(latestPerTool(), window(sized, 6), tokenBudget()),
  },
  { name: 'any of', policy: (sized) => anyOf(window(sized, 7), ends(sized, 5), salience()) },
  { name: 'all of', policy: (sized) => allOf(window(sized, 3), salience()) },
  { name: 'keeping', policy: (sized) => keeping(fromTool('search'), window(sized, 5)) },
  {
    name: 'limits of tools',
    policy: tokenBudget,
    toolHints: { search: { maxTokens: 64 }, lookup: { maxTokens: 90 } },
  },
  {
    name: 'limits of tools under a window',
    policy: (sized) => window(sized, 6),
    toolHints: { search: { maxTokens: 64 } },
  },
  {
    name: 'results of use once',
    policy: tokenBudget,
    toolHints: { search: { ephemeral: true }, lookup: { latestOnly: true } },
  },
];

/** Large results of repeated calls between words, so that each stage has something to do. */
const research: fc.Arbitrary<readonly OpenAiMessage[]> = fc
  .array(
    fc.record({
      words: fc.integer({ min: 1, max: 60 }),
      result: fc.integer({ min: 10, max: 260 }),
      tool: fc.constantFrom('search', 'lookup'),
      query: fc.constantFrom('a', 'b'),
      kind: fc.constantFrom('ask', 'call', 'call', 'answer'),
    }),
    { minLength: 6, maxLength: 30 },
  )
  .map((turns) => [
    { role: 'user' as const, content: 'Find a train to Graz for two.' },
    ...turns.flatMap(({ words, result, tool, query, kind }, index): OpenAiMessage[] => {
      const text = `Turn ${index}: ${'some words '.repeat(words)}`;
      if (kind === 'ask') return [{ role: 'user', content: text }];
      if (kind === 'answer') return [{ role: 'assistant', content: text }];
      const id = `call-${index}`;
      const call = { name: tool, arguments: JSON.stringify({ query }) };
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: call }],
        },
        { role: 'tool', tool_call_id: id, content: `Result ${index}: ${'row '.repeat(result)}` },
      ];
    }),
  ]);

const asItIs: Sized = (messages) => messages;

function aMemory(setup: Setup, budgetTokens: number): AgentMemory {
  return createAgentMemory({
    id: 'generated',
    system: 'Answer briefly.',
    budget: fixedBudget(budgetTokens),
    policy: setup.policy(asItIs),
    tokenCounter: simpleCounter,
    ...(setup.toolHints && { toolHints: setup.toolHints }),
    ...(setup.stages && { compaction: { stages: setup.stages } }),
  });
}

async function assembled(memory: AgentMemory): Promise<void> {
  await memory.assemble().catch((error: unknown) => {
    const isOverflow = AgentMemoryError.isInstance(error) && error.code === 'CONTEXT_OVERFLOW';
    if (!isOverflow) throw error;
  });
}

/** The settings that remedies ask for. */
function remedied(setup: Setup, budgetTokens: number, remedies: readonly Remedy[]) {
  const found = (option: Remedy['option']) => remedies.filter((one) => one.option === option);
  const sized: Sized = (messages) => {
    const isOfIt = ({ of = '' }: Remedy) => new RegExp(`[( ]${messages}[,)]`).test(of);
    return found('policy.messages').find(isOfIt)?.atLeast ?? messages;
  };
  const toolHints: Record<string, ToolHints[string]> = { ...setup.toolHints };
  for (const { of = '', atLeast } of found('toolHints.maxTokens')) {
    toolHints[of] = { ...toolHints[of], maxTokens: atLeast };
  }
  const [budget] = found('inputBudget');
  return {
    budget: fixedBudget(budget?.atLeast ?? budgetTokens),
    policy: setup.policy(sized),
    toolHints,
  };
}

/** Every entry that is not sent as it was said, with its decision. */
function cut(memory: AgentMemory): readonly (readonly [string, Decision])[] {
  return memory.entries().flatMap(({ id }) => {
    const decision = memory.explain(id);
    if (!decision) throw new Error(`no decision for ${id}`);
    return decision.fate === 'sent' ? [] : [[id, decision] as const];
  });
}

test.each(SETUPS)(
  `[HIS-4] under $name every original that was cut is sent whole with the settings that its decision names (seed ${RUNS.seed})`,
  async (setup) => {
    let remediedCount = 0;
    const budgets = fc.integer({ min: 200, max: 2_500 });
    const messages = fc.oneof(arbitraryConversation, { weight: 3, arbitrary: research });
    await fc.assert(
      fc.asyncProperty(messages, budgets, async (said, budgetTokens) => {
        const memory = aMemory(setup, budgetTokens);
        for (const message of said) {
          await memory.append(message);
          await assembled(memory);
        }
        const known = new Map<string, readonly string[]>();
        for (const [id, { remedies = [], rule }] of cut(memory)) {
          expect(remedies, `${rule} of ${id}`).not.toEqual([]);
          const key = JSON.stringify(remedies);
          known.set(key, [...(known.get(key) ?? []), id]);
        }
        for (const [key, ids] of known) {
          const after = remedied(setup, budgetTokens, JSON.parse(key));
          await memory.configure(after);
          await memory.assemble();
          const { plan } = memory.getState();
          for (const id of ids) {
            const item = plan?.items.find((one) => one.kind === 'entry' && one.id === id);
            expect(item?.decision, `${id} with ${key}`).toMatchObject({ fate: 'sent' });
            remediedCount += 1;
          }
        }
        await memory.dispose();
      }),
      RUNS,
    );
    expect(remediedCount).toBeGreaterThan(50);
  },
);
