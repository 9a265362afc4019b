import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInFull } from '../../../../scripts/property-runs.mjs';
import { type EvictionPolicy, tokenBudget } from '../compaction/policies/eviction-policy.ts';
import type { ToolHints } from '../compaction/policies/tool-hints.ts';
import { headTail, slidingWindow } from '../compaction/policies/windows.ts';
import type { Summarizer } from '../condense/summarizer.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { AgentMemoryError } from '../ground/errors/errors.ts';
import type { Decision, Remedy, RuleCode } from '../plan/decision.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
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
  /** Makes a model be asked, so that the agent's own notes serve as the summary. */
  readonly hasSummarizer?: true;
}

const window = (sized: Sized, messages: number) =>
  slidingWindow({ messages: sized(messages), slack: 2 });
const ends = (sized: Sized, messages: number) => headTail({ messages: sized(messages) });

const SETUPS: readonly Setup[] = [
  { name: 'token budget', policy: tokenBudget },
  { name: 'sliding window', policy: (sized) => window(sized, 4) },
  { name: 'head and tail', policy: (sized) => ends(sized, 4) },
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
  { name: 'notes of the agent', policy: tokenBudget, hasSummarizer: true },
];

/** Large results of repeated calls between words, so that each stage has something to do. */
const research: fc.Arbitrary<readonly OpenAiMessage[]> = fc
  .tuple(
    fc.constantFrom(4, 4, 4, 120),
    fc.array(
      fc.record({
        words: fc.integer({ min: 1, max: 60 }),
        result: fc.integer({ min: 10, max: 260 }),
        tool: fc.constantFrom('search', 'lookup'),
        query: fc.constantFrom('a', 'b'),
        kind: fc.constantFrom('ask', 'call', 'call', 'answer'),
        text: fc.nat(11).map((dice) => (dice === 0 ? 500 : 0)),
      }),
      { minLength: 6, maxLength: 30 },
    ),
  )
  .map(([words, turns]) => [
    { role: 'user' as const, content: `Find a train. ${'For two. '.repeat(words)}` },
    ...turns.flatMap(
      ({ words, result, tool, query, kind, text: length }, index): OpenAiMessage[] => {
        const text = `Turn ${index}: ${'some words '.repeat(words)}`;
        if (kind === 'ask') return [{ role: 'user', content: text }];
        if (kind === 'answer') return [{ role: 'assistant', content: text }];
        const id = `call-${index}`;
        const call = {
          name: tool,
          arguments: JSON.stringify({ query, text: 'line '.repeat(length) }),
        };
        return [
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id, type: 'function', function: call }],
          },
          { role: 'tool', tool_call_id: id, content: `Result ${index}: ${'row '.repeat(result)}` },
        ];
      },
    ),
  ]);

/** A call and its result, of so many words; of the arguments too where they are long. */
const step = (
  id: string,
  name: string,
  query: string,
  words: number,
  argumentWords = 0,
): readonly OpenAiMessage[] => {
  const text = argumentWords > 0 ? `,"text":"${'line '.repeat(argumentWords)}"` : '';
  const call = { name, arguments: `{"query":"${query}"${text}}` };
  return [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content: 'row '.repeat(words) },
  ];
};

const asItIs: Sized = (messages) => messages;

const terse: Summarizer = {
  name: 'terse',
  summarize: async ({ sources }) => ({
    madeBy: 'terse',
    fromSeq: sources[0]?.seq ?? 0,
    toSeq: sources.at(-1)?.seq ?? 0,
    text: `${sources.length} messages.`,
  }),
};

function aMemory(setup: Setup, budgetTokens: number): AgentMemory {
  return createAgentMemory({
    id: 'generated',
    system: 'Answer briefly.',
    budget: fixedBudget(budgetTokens),
    policy: setup.policy(asItIs),
    tokenCounter: simpleCounter,
    ...(setup.toolHints && { toolHints: setup.toolHints }),
    ...(setup.hasSummarizer && { summarizer: terse }),
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

/** Message by message; those of a list arrive at once. */
type Said = readonly (OpenAiMessage | readonly OpenAiMessage[])[];

async function told(setup: Setup, budgetTokens: number, said: Said): Promise<AgentMemory> {
  const memory = aMemory(setup, budgetTokens);
  for (const message of said) {
    await memory.append(message);
    if (setup.hasSummarizer) await memory.patchScratchpad({ objective: 'A train to Graz.' });
    await assembled(memory);
  }
  // While a context is refused that is the reason for all of it; with this it is not the same one.
  await memory.patchScratchpad({ objective: 'A train to Graz, today.' });
  return memory;
}

/** Whether a message of that conversation is sent whole where the settings are changed to these. */
async function isWholeUnder(
  [setup, budgetTokens, said]: Parameters<typeof told>,
  seq: number,
  remedies: readonly Remedy[],
): Promise<boolean> {
  const memory = await told(setup, budgetTokens, said);
  await memory.configure(remedied(setup, budgetTokens, remedies));
  await assembled(memory);
  const item = memory.getState().plan?.items.find((one) => one.kind === 'entry' && one.seq === seq);
  await memory.dispose();
  return item?.decision.fate === 'sent';
}

/**
 * Tells a conversation, and checks for one original of each rule by which something was cut that it is
 * sent whole with the settings that are named for it, and not with a token less. Gives those rules.
 */
async function checkedRules(...talk: Parameters<typeof told>): Promise<readonly RuleCode[]> {
  const [setup] = talk;
  const memory = await told(...talk);
  const rules = new Set<RuleCode>();
  // A result of use once is kept by no setting, nor is a step that holds one.
  const hasOfUseOnce = Object.values(setup.toolHints ?? {}).some(({ ephemeral }) => ephemeral);
  for (const [id, { rule }] of cut(memory)) {
    if (rules.has(rule)) continue;
    const remedies = await memory.remedies(id);
    if (hasOfUseOnce && remedies.length === 0) continue;
    expect(remedies, `${rule} of ${id}`).not.toEqual([]);
    rules.add(rule);
    const seq = memory.entry(id)?.seq ?? -1;
    expect(await isWholeUnder(talk, seq, remedies), JSON.stringify(remedies)).toBe(true);
    const less = remedies.map((one) => ({ ...one, atLeast: one.atLeast - 1 }));
    if (!remedies.every(({ option }) => option === 'inputBudget')) continue;
    expect(await isWholeUnder(talk, seq, less), JSON.stringify(remedies)).toBe(false);
  }
  await memory.dispose();
  return [...rules];
}

/** The rules by which an original is cut and that name settings. */
const RULES_WITH_SETTINGS: readonly RuleCode[] = [
  'ANCHOR_OVER_SHARE',
  'BETWEEN_HEAD_AND_TAIL',
  'CALL_ARGUMENTS_OVER_LIMIT',
  'COVERED_BY_NOTES',
  'OUTSIDE_WINDOW',
  'RESULT_NOT_LATEST',
  'RESULT_SUPERSEDED',
  'TIER_OVER_BUDGET_OLDEST_FIRST',
  'TOOL_RESULT_CROWDS_OUT',
  'TOOL_RESULT_OVER_HINT',
  'TOOL_RESULT_OVER_LIMIT',
];

test.each(SETUPS)(
  '[HIS-4] under $name an original that was cut is sent whole with the settings named for it, and not with a token less',
  async (setup) => {
    let remediedCount = 0;
    const budgets = fc.integer({ min: 200, max: 3_000 });
    const messages = fc.oneof(arbitraryConversation, { weight: 3, arbitrary: research });
    await fc.assert(
      fc.asyncProperty(messages, budgets, async (said, budgetTokens) => {
        const rules = await checkedRules(setup, budgetTokens, said);
        for (const rule of rules) expect(RULES_WITH_SETTINGS).toContain(rule);
        remediedCount += rules.length;
      }),
      { ...RUNS, numRuns: 10 },
    );
    if (isInFull) expect(remediedCount).toBeGreaterThan(0);
  },
);

const user = (words: number): OpenAiMessage => ({ role: 'user', content: 'word '.repeat(words) });
const assistant = (words: number): OpenAiMessage => ({
  role: 'assistant',
  content: 'word '.repeat(words),
});
const talk = (turns: number, words: number): readonly OpenAiMessage[] =>
  Array.from({ length: turns }, () => [user(words), assistant(words)]).flat();

/** For each rule a conversation in which it cuts something: the setup, the input budget, what is said. */
const EXAMPLES: readonly (readonly [RuleCode, string, number, Said])[] = [
  ['ANCHOR_OVER_SHARE', 'token budget', 1_000, [user(500), assistant(90), ...talk(6, 60)]],
  ['BETWEEN_HEAD_AND_TAIL', 'head and tail', 1_000, talk(12, 10)],
  [
    'CALL_ARGUMENTS_OVER_LIMIT',
    'token budget',
    800,
    [user(4), ...talk(3, 60), ...step('call-1', 'search', 'a', 20, 700), assistant(60)],
  ],
  ['COVERED_BY_NOTES', 'notes of the agent', 800, talk(10, 60)],
  ['OUTSIDE_WINDOW', 'sliding window', 1_000, talk(12, 10)],
  ['TIER_OVER_BUDGET_OLDEST_FIRST', 'token budget', 800, talk(10, 60)],
  [
    'TOOL_RESULT_CROWDS_OUT',
    'token budget',
    800,
    [user(4), ...talk(3, 60), ...step('call-1', 'search', 'a', 900), assistant(20)],
  ],
  [
    'TOOL_RESULT_OVER_HINT',
    'limits of tools',
    1_000,
    [user(4), ...step('call-1', 'search', 'a', 200), assistant(20)],
  ],
  [
    'TOOL_RESULT_OVER_LIMIT',
    'token budget',
    800,
    [[user(4), ...step('call-1', 'search', 'a', 700), ...talk(1, 30)]],
  ],
];

test.each(EXAMPLES)(
  '[HIS-4] an original that is cut by %s under %s is sent whole with the settings that are named for it',
  async (rule, setupName, budgetTokens, said) => {
    const setup = SETUPS.find(({ name }) => name === setupName);
    if (!setup) throw new Error(`no setup ${setupName}`);
    expect(await checkedRules(setup, budgetTokens, said)).toContain(rule);
  },
);

/** The rules by which a result gives way to a marker while there is no room, each with the hint that makes it apply. */
const EVICTED = [
  ['RESULT_NOT_LATEST', { search: { maxTokens: 900, latestOnly: true } }],
  ['RESULT_SUPERSEDED', { search: { maxTokens: 900 } }],
] as const;

test.each(EVICTED)(
  '[HIS-4] a result that gave way by %s stays whole with the budget that is named for it',
  async (rule, toolHints) => {
    const budget = fixedBudget(900, { high: 1, low: 0.75 });
    const memory = createAgentMemory({
      id: 'evicted',
      budget,
      tokenCounter: simpleCounter,
      toolHints,
    });
    const query = rule === 'RESULT_NOT_LATEST' ? 'b' : 'a';
    await memory.append([
      { role: 'user', content: 'Find a train.' },
      ...step('call-1', 'search', 'a', 400),
      ...step('call-2', 'search', query, 20),
      { role: 'assistant', content: 'words '.repeat(180) },
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: 'words '.repeat(160) },
    ]);
    await memory.assemble();
    const [id = '', decision] = cut(memory)[0] ?? [];
    expect(decision).toMatchObject({ rule, fate: 'evicted' });
    const remedies = await memory.remedies(id);
    const [remedy] = remedies;
    expect(remedies).toEqual([{ option: 'inputBudget', atLeast: expect.any(Number) }]);
    const larger = fixedBudget(remedy?.atLeast ?? 0, { high: 1, low: 0.75 });
    await memory.configure({ budget: larger });
    await memory.assemble();
    expect(memory.explain(id)?.fate).toBe('sent');
  },
);

test('[HIS-4] each rule that names settings has its example above', () => {
  const shown = [...EXAMPLES, ...EVICTED].map(([rule]) => rule);
  expect(shown.toSorted()).toEqual(RULES_WITH_SETTINGS);
});

test('[HIS-4] [TIER-4] live state that was cut is sent whole with the budget that is named for it', async () => {
  let cutCount = 0;
  const budgets = fc.integer({ min: 300, max: 2_000 });
  const lengths = fc.record({ page: fc.nat(300), cart: fc.nat(300) });
  await fc.assert(
    fc.asyncProperty(research, budgets, lengths, async (said, budgetTokens, { page, cart }) => {
      const setup: Setup = { name: 'live', policy: tokenBudget };
      const memory = aMemory(setup, budgetTokens);
      for (const message of said) await memory.append(message);
      await memory.notes.set('page', `Page: ${'a word '.repeat(page)}`);
      await memory.notes.set('cart', `Cart: ${'a word '.repeat(cart)}`);
      await memory.patchScratchpad({ objective: 'word '.repeat(cart) });
      await assembled(memory);
      const { plan } = memory.getState();
      const live = plan?.items.filter(({ tier }) => tier === 'live') ?? [];
      const decisions = [...(plan?.withheld ?? []), ...live.map(({ decision }) => decision)];
      const limited = decisions.filter(({ rule }) => /^LIVE_(NO_ROOM|OVER_SHARE)$/.test(rule));
      for (const { itemId } of plan?.isRefused ? [] : limited) {
        const remedies = await memory.remedies(itemId);
        expect(remedies).toHaveLength(1);
        await memory.configure(remedied(setup, budgetTokens, remedies));
        await memory.assemble();
        const item = memory.getState().plan?.items.find(({ id }) => id === itemId);
        expect(item?.decision, JSON.stringify(remedies)).toMatchObject({ fate: 'sent' });
        cutCount += 1;
      }
      await memory.dispose();
    }),
    { ...RUNS, numRuns: 30 },
  );
  expect(cutCount).toBeGreaterThan(0);
});

test('[CMP-14] [OBS-2] a record claims no more cached tokens than were sent last, and as many as the next context', async () => {
  let claims = 0;
  const budgets = fc.tuple(
    fc.integer({ min: 300, max: 2_000 }),
    fc.integer({ min: 300, max: 2_000 }),
  );
  await fc.assert(
    fc.asyncProperty(research, budgets, async (said, [first, second]) => {
      const memory = aMemory({ name: 'changed', policy: tokenBudget }, first);
      const assembledNow = async () => {
        const { plan: before, compactions: known } = memory.getState();
        await assembled(memory);
        const { plan, compactions } = memory.getState();
        const record = compactions.at(-1);
        if (!record || record === known.at(-1) || plan?.isRefused) return;
        const sentTokens = before?.isRefused ? 0 : (before?.totalTokens ?? 0);
        expect(record.cacheLostTokens).toBeLessThanOrEqual(sentTokens);
        if (!before?.isRefused) expect(record.cacheLostTokens).toBe(plan?.cache?.lostTokens);
        claims += 1;
      };
      for (const message of said) {
        await memory.append(message);
        await assembledNow();
      }
      await memory.configure({ budget: fixedBudget(second) });
      await assembledNow();
      await memory.dispose();
    }),
    RUNS,
  );
  expect(claims).toBeGreaterThan(0);
});

/** The originals that are sent as they were said. */
const wholeIn = ({ plan }: ReturnType<AgentMemory['getState']>): readonly string[] =>
  (plan?.items ?? []).flatMap(({ id, kind, decision }) =>
    kind === 'entry' && decision.fate === 'sent' ? [id] : [],
  );

test('[BUD-6] [CMP-8] a live budget raised in place loses no original', async () => {
  let kept = 0;
  let back = 0;
  const messages = fc.oneof(arbitraryConversation, { weight: 3, arbitrary: research });
  const budgets = fc.integer({ min: 300, max: 2_000 });
  const factors = fc.constantFrom(1.01, 1.2, 1.5, 2, 4);
  await fc.assert(
    fc.asyncProperty(messages, budgets, factors, async (said, budgetTokens, factor) => {
      const memory = aMemory({ name: 'raised', policy: tokenBudget }, budgetTokens);
      for (const message of said) {
        await memory.append(message);
        await assembled(memory);
      }
      const before = memory.getState();
      if (before.plan?.isRefused) return;
      const stood = wholeIn(before);
      await memory.configure({ budget: fixedBudget(Math.ceil(factor * budgetTokens)) });
      await memory.assemble();
      const stands = wholeIn(memory.getState());
      expect(stands).toEqual(expect.arrayContaining([...stood]));
      if (before.compactions.length > 0) kept += 1;
      back += stands.length - stood.length;
      await memory.dispose();
    }),
    { ...RUNS, numRuns: 60 },
  );
  if (isInFull) expect(Math.min(kept, back)).toBeGreaterThan(0);
});
