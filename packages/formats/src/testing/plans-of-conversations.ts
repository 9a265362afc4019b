import {
  AgentMemoryError,
  type ContextPlan,
  createAgentMemory,
  fixedBudget,
  type Message,
} from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { arbitraryConversation } from '../../../core/src/testing/arbitrary-conversation.ts';
import { simpleCounter } from '../../../core/src/testing/simple-counter.ts';
import { anthropic } from '../anthropic/anthropic-format.ts';
import { googleConversation } from './google-conversation.ts';
import { responsesConversation } from './responses-conversation.ts';

/** The seed and the number of conversations. */
const GRAMMAR_RUNS = { numRuns: 200, seed: 20261122 };

/** A conversation in the form of Anthropic, as an agent leaves it: interrupted, marked for caching, half unread. */
const anthropicConversation: fc.Arbitrary<readonly Message[]> = fc
  .array(
    fc.oneof(
      fc.record({
        kind: fc.constant('user' as const),
        content: fc.oneof(
          fc.constantFrom('Find a train', '', ' \n'),
          fc.array(
            fc.constantFrom<object>(
              { type: 'text', text: 'Look:', cache_control: { type: 'ephemeral' } },
              { type: 'text', text: 'And here:', cache_control: { type: 'ephemeral', ttl: '1h' } },
              { type: 'text', text: '' },
              { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
              { type: 'document', source: { type: 'file', file_id: 'f' } },
              {
                type: 'document',
                source: { type: 'text', media_type: 'text/plain', data: 'Trains run hourly.' },
              },
              {
                type: 'document',
                source: { type: 'text', media_type: 'text/plain', data: ' ' },
              },
            ),
            { maxLength: 3 },
          ),
        ),
      }),
      fc.record({
        kind: fc.constant('assistant' as const),
        thinking: fc.boolean(),
        beside: fc.array(
          fc.constantFrom<object>(
            { type: 'text', text: 'Looking. ' },
            { type: 'text', text: '' },
            { type: 'redacted_thinking', data: 'AA==' },
            { type: 'thinking', thinking: 'Unsigned.' },
            { type: 'compaction', content: 'So far: …' },
            { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
          ),
          { maxLength: 3 },
        ),
        results: fc.array(
          fc.constantFrom<object | undefined>(
            undefined,
            { content: '3 trains '.repeat(60) },
            { content: '' },
            { content: '', is_error: true },
            { content: 'No such place', is_error: true, cache_control: { type: 'ephemeral' } },
            {
              is_error: true,
              content: [
                { type: 'text', text: '' },
                { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
              ],
            },
            {
              content: [{ type: 'text', text: 'page', cache_control: { type: 'ephemeral' } }],
            },
          ),
          { maxLength: 2 },
        ),
        words: fc.boolean(),
      }),
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map((steps) =>
    steps.flatMap((step, index) => {
      if (step.kind === 'user') return neutral({ role: 'user', content: step.content });
      const { thinking, beside, results, words } = step;
      const calls = results.map((_, position) => ({
        type: 'tool_use',
        id: `toolu_${index}_${position}`,
        name: 'find',
        input: { position },
      }));
      const reasoning = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' };
      const answers = results.flatMap((result, position) =>
        result ? [{ type: 'tool_result', tool_use_id: calls[position]?.id, ...result }] : [],
      );
      const rest = words ? [{ type: 'text', text: 'And by bus?' }] : [];
      const content = [...(thinking ? [reasoning] : []), ...beside, ...calls];
      return [
        ...neutral({ role: 'assistant', content }),
        ...(answers.length + rest.length > 0
          ? neutral({ role: 'user', content: [...answers, ...rest] })
          : []),
      ];
    }),
  );

function neutral(message: unknown): readonly Message[] {
  return anthropic.read(message).map((read) => read.message);
}

/** Messages as small models leave them: answers of reasoning alone, ids and names of any kind. */
const foreignConversation: fc.Arbitrary<readonly Message[]> = fc
  .array(
    fc.constantFrom<Message>(
      { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', parts: [{ type: 'thinking', text: 'Hm.', signature: 's' }] },
      { role: 'assistant', parts: [{ type: 'text', text: 'Well. \n' }] },
      { role: 'system', parts: [{ type: 'text', text: 'Speak German.' }] },
      { role: 'system', parts: [{ type: 'text', text: ' ' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool-call', callId: 'functions.find:0', toolName: 'find it', arguments: '7' },
          { type: 'thinking', text: 'Hm.', signature: 's' },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'functions.find:0', text: '' }] },
    ),
    { minLength: 1, maxLength: 16 },
  )
  .map((messages) => [...messages]);

const conversation = fc.oneof(
  arbitraryConversation.map((messages) => messages.map((message) => parseMessage(message))),
  anthropicConversation,
  responsesConversation,
  googleConversation,
  foreignConversation,
);

const situation = fc.record({
  messages: conversation,
  inputTokens: fc.integer({ min: 150, max: 1_500 }),
  hasSystem: fc.boolean(),
  hasPad: fc.boolean(),
  livePlacement: fc.constantFrom('auto', 'system'),
});

type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never;

/** Plays a conversation as an agent loop would and gives the plan of each context, compacted ones too. */
async function plansOf({ messages, ...given }: Situation): Promise<readonly ContextPlan[]> {
  const memory = createAgentMemory({
    id: 'generated',
    ...(given.hasSystem && { system: 'Answer briefly.' }),
    budget: fixedBudget(given.inputTokens),
    tokenCounter: simpleCounter,
    livePlacement: given.livePlacement,
  });
  if (given.hasPad) await memory.patchScratchpad({ objective: 'Book a train' });
  const plans: ContextPlan[] = [];
  const assemble = async () => {
    const context = await memory.assemble().catch(onlyOverflow);
    if (context) plans.push(context.plan);
  };
  for (const message of messages) {
    if (message.role === 'assistant') await assemble();
    await memory.append(message);
  }
  await assemble();
  await memory.dispose();
  return plans;
}

function onlyOverflow(error: unknown): undefined {
  if (AgentMemoryError.isInstance(error) && error.code === 'CONTEXT_OVERFLOW') return undefined;
  throw error;
}

/**
 * Looks at the plan of each context of generated conversations, compacted ones and ones with live text
 * among them.
 */
export async function holdsForPlans(holds: (plan: ContextPlan) => void): Promise<void> {
  const seen = { compacted: 0, live: 0 };
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      for (const plan of await plansOf(given)) {
        if (plan.ranges.length > 0) seen.compacted += 1;
        if (plan.livePlacement.kind !== 'none') seen.live += 1;
        holds(plan);
      }
    }),
    GRAMMAR_RUNS,
  );
  expect(seen.compacted).toBeGreaterThan(0);
  expect(seen.live).toBeGreaterThan(0);
}

/** The beginning of live text; `undefined` where a plan has none. */
export function liveWords(plan: ContextPlan): string | undefined {
  return plan.livePlacement.kind === 'none' ? undefined : '<live-scratchpad>';
}
