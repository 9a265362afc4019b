import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyValueIndex } from '../condense/value-index.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { renderOpenAi } from '../formats/openai/render-openai.ts';
import { parseMessage } from '../formats/parse-message.ts';
import type { Message } from '../message/message.ts';
import type { BarePlan } from '../plan/context-plan.ts';
import { makePlan, type PlanInput } from '../plan/make-plan.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { noOverlays } from '../view/overlay.ts';
import type { LivePlacement } from './live-placement.ts';
import { scratchpadSection } from './scratchpad/scratchpad-section.ts';

const user = (text: string) => aTextMessage('user', text);
const reply = (text: string) => aTextMessage('assistant', text);
const system = aTextMessage('system', 'Answer briefly.');
const pad = { objective: 'Trains' };
const sections = [scratchpadSection(pad)];
const padText =
  '<live-scratchpad>\nScratchpad, notes you keep for yourself (32% full).\nObjective: Trains\n</live-scratchpad>';
const PLACEMENTS: readonly LivePlacement[] = ['auto', 'system'];

function planOf(messages: readonly Message[], input: Partial<PlanInput> = {}): BarePlan {
  return makePlan({
    sessionId: 's',
    transcript: aTranscript(messages),
    overlays: noOverlays(),
    budget: fixedBudget(1_000),
    fixed: { system: { message: system, tokens: simpleMeasurer.message(system) } },
    sections,
    degraded: [],
    measurer: simpleMeasurer,
    ...input,
  });
}

/** Where the scratchpad is among the messages sent: their indexes. */
function placesIn(messages: readonly OpenAiMessage[]): readonly number[] {
  return messages.flatMap(({ content }, index) =>
    JSON.stringify(content)?.includes('<live-scratchpad>') ? [index] : [],
  );
}

const run = [
  user('Find trains.'),
  aToolCall({ callId: 'a' }),
  aToolResult({ callId: 'a' }),
  aToolCall({ callId: 'b' }),
  aToolResult({ callId: 'b' }),
];

test.each<[LivePlacement, readonly Message[], string]>([
  ['auto', run, 'e-4'],
  ['auto', [user('Hi')], 'e-0'],
  ['auto', [...run, reply('Three.'), user('Book.')], 'e-6'],
  ['auto', [...run, reply('Three.'), user('Book.'), aToolCall()], 'e-7/repair-1'],
  ['system', run, 'system'],
  ['system', [aTextMessage('system', 'And kindly.'), ...run], 'e-0'],
])('[TIER-4] %s: live state travels inside its host (%#)', (placement, messages, itemId) => {
  const plan = planOf(messages, { placement });
  expect(plan.livePlacement).toMatchObject({ kind: 'inside', itemId });
  expect(placesIn(renderOpenAi(plan))).toHaveLength(1);
});

test.each<[LivePlacement, readonly Message[]]>([
  ['auto', [user('Hi'), reply('Hello')]],
  ['system', [user('Hi'), reply('Hello')]],
])(
  '[TIER-4] %s: without a host live state is a message of its own at the end',
  (placement, messages) => {
    const plan = planOf(messages, { placement, fixed: {} });
    expect(plan.livePlacement.kind).toBe('message');
    expect(renderOpenAi(plan).at(-1)).toEqual({ role: 'user', content: padText });
  },
);

test('[TIER-4] behind the system text and behind a result, ahead of the words of the user', () => {
  const sentOf = (placement: LivePlacement) => renderOpenAi(planOf(run, { placement }));
  expect(sentOf('system')[0]?.content).toBe(`Answer briefly.\n\n${padText}`);
  expect(sentOf('auto').at(-1)?.content).toBe(`3 trains found\n\n${padText}`);
  expect(renderOpenAi(planOf([user('Find trains.')])).at(-1)?.content).toEqual([
    { type: 'text', text: `${padText}\n\n` },
    { type: 'text', text: 'Find trains.' },
  ]);
});

test.each<[LivePlacement, readonly Message[], string]>([
  ['auto', run, 'e-0'],
  ['auto', [...run, reply('Three.')], 'e-0'],
  ['auto', [...run, reply('Three.'), user('Book.'), aToolCall()], 'e-6'],
  ['system', run, 'e-0'],
])(
  '[TIER-4] %s: a format with live text at the user alone has it with the last user message (%#)',
  (placement, messages, itemId) => {
    const plan = planOf(messages, { placement, liveHosts: 'user' });
    expect(plan.livePlacement).toMatchObject({ kind: 'inside', itemId });
    expect(placesIn(renderOpenAi(plan))).toHaveLength(1);
  },
);

test('[TIER-4] without a message of the user, live text at the user alone is a message of its own', () => {
  const plan = planOf([reply('Hello'), aToolCall(), aToolResult()], {
    liveHosts: 'user',
    fixed: {},
  });
  expect(plan.livePlacement.kind).toBe('message');
  expect(renderOpenAi(plan).at(-1)).toEqual({ role: 'user', content: padText });
});

test('[TIER-4] wherever live text stands, the context has the same size', () => {
  const totals = PLACEMENTS.flatMap((placement) =>
    (['any', 'user'] as const).map(
      (liveHosts) => planOf(run, { placement, liveHosts }).totalTokens,
    ),
  );
  expect(new Set(totals).size).toBe(1);
});

test('[TIER-4] a message that is not rendered hosts nothing', () => {
  const thinking: Message = { role: 'user', parts: [{ type: 'thinking', text: 'hm' }] };
  const plan = planOf([user('Hi'), reply('Hello'), thinking], { liveHosts: 'user' });
  expect(plan.livePlacement).toEqual({ kind: 'inside', itemId: 'e-0' });
  expect(planOf([thinking], { fixed: {} }).livePlacement.kind).toBe('message');
  expect(placesIn(renderOpenAi(plan))).toHaveLength(1);
});

test('[TIER-4] what stands for the ranges that left hosts nothing', () => {
  const condensed = {
    id: 'condensed-k',
    compactionId: 'k',
    text: 'A summary.',
    beforeSeq: 0,
    coveredEntries: 1,
    coveredTokens: 10,
    values: emptyValueIndex,
  };
  const ranges = [{ fromSeq: 0, toSeq: 1, compactionId: 'k', tokens: 10 }];
  const overlays = { ...noOverlays(), ranges, condensed };
  const plan = planOf([reply('Hello')], { overlays });
  expect(plan.items.map((item) => item.kind)).toEqual(['system', 'condensed', 'scratchpad']);
  expect(plan.livePlacement.kind).toBe('message');
});

test('[TIER-4] live text of a plan that names no item of its own goes out as a message', () => {
  const plan = planOf([user('Hi')]);
  const elsewhere = {
    ...plan,
    livePlacement: { kind: 'inside', itemId: 'nowhere' },
  } as const;
  expect(renderOpenAi(elsewhere).at(-1)).toEqual({ role: 'user', content: padText });
});

test.each(PLACEMENTS)(
  '[BUD-3] [MSG-6] %s keeps the grammar and the budget, and sends live state at most once (seed 20261122)',
  async (placement) => {
    await fc.assert(
      fc.property(
        arbitraryConversation,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 200 }),
        (given, facts, room) => {
          const scratchpad = { keyFacts: Array.from({ length: facts }, (_, n) => `fact ${n}`) };
          const messages = given.map(parseMessage);
          const bare = planOf(messages, { sections: [], fixed: {} });
          const budget = fixedBudget(bare.totalTokens + room + 1);
          const plan = planOf(messages, {
            placement,
            sections: [scratchpadSection(scratchpad)],
            budget,
            fixed: {},
          });
          const sent = renderOpenAi(plan);
          expect(grammarFaults(sent)).toEqual([]);
          expect(plan.totalTokens).toBeLessThanOrEqual(budget.inputTokens);
          expect(placesIn(sent)).toHaveLength(plan.livePlacement.kind === 'none' ? 0 : 1);
        },
      ),
      { seed: 20261122 },
    );
  },
);
