import { describeDecision } from '@agent-memory/explain';
import { sessionCatalog } from '@agent-memory/sessions';
import { expect, test } from 'vitest';
import { type EvictionPolicy, tokenBudget } from '../compaction/policies/eviction-policy.ts';
import { slidingWindow } from '../compaction/policies/windows.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import type { Decision, RuleCode } from '../plan/decision.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'trip',
    budget: fixedBudget(4_000),
    policy: slidingWindow({ messages: 6, slack: 2 }),
    tokenCounter: simpleCounter,
    ...options,
  });
}

const said: readonly OpenAiMessage[] = Array.from({ length: 16 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${index}: ${'some words '.repeat(6)}`,
}));

/** Appends the messages one by one, and gives the id of the first that left. */
async function talked(memory: AgentMemory): Promise<string> {
  for (const message of said) {
    await memory.append(message);
    await memory.assemble();
  }
  const gone = memory.entries().find(({ id }) => memory.explain(id)?.fate === 'summarised');
  if (!gone) throw new Error('nothing left');
  return gone.id;
}

const whyOf = (decision: Decision | undefined) => {
  if (!decision) throw new Error('no decision');
  const { rule, decidedBy, numbers } = decision;
  return { rule, decidedBy, numbers, ...describeDecision(decision) };
};

/** The same with the settings that keep the message. */
async function remedyOf(memory: AgentMemory, id: string): Promise<string | undefined> {
  const [decision, remedies] = [memory.explain(id), await memory.remedies(id)];
  return decision && describeDecision({ ...decision, remedies }).remedy;
}

test('[HIS-4] a window’s reason is told alike by explain, the plan and the printed context', async () => {
  const memory = aMemory();
  const id = await talked(memory);
  const told = whyOf(memory.explain(id));
  expect(told).toMatchObject({
    rule: 'OUTSIDE_WINDOW',
    decidedBy: 'sliding-window(6, slack 2)',
    numbers: { windowMessages: 6 },
  });
  expect(await remedyOf(memory, id)).toBe(
    'A window of 15 messages or more in the policy sliding-window(6, slack 2) keeps it whole.',
  );
  expect(told.sentence).not.toContain('budget');
  const { plan } = memory.getState();
  const [range] = plan?.ranges ?? [];
  expect(whyOf(range?.decision)).toMatchObject({ rule: told.rule });
  expect(await memory.remedies(range?.decision.itemId ?? '')).toEqual(await memory.remedies(id));
});

test('[HIS-4] the reason is the same after a reload, in a file, and in the past', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  const id = await talked(memory);
  const told = whyOf(memory.explain(id));
  const remedy = await remedyOf(memory, id);
  const call = said.length;
  const past = (await memory.stateAt(call))?.ranges[0];
  expect(whyOf(past?.decision).rule).toBe(told.rule);
  const file = await sessionCatalog(store).export('trip');
  await memory.dispose();

  const reloaded = aMemory({ store });
  await reloaded.ready;
  expect(whyOf(reloaded.explain(id))).toEqual(told);
  expect(await remedyOf(reloaded, id)).toBe(remedy);
  expect(whyOf((await reloaded.stateAt(call))?.ranges[0]?.decision).rule).toBe(told.rule);

  const elsewhere = inMemoryStore();
  await sessionCatalog(elsewhere).import(JSON.parse(JSON.stringify(file)));
  const imported = aMemory({ store: elsewhere });
  await imported.ready;
  expect(whyOf(imported.explain(id))).toMatchObject({ rule: told.rule });
  expect(await remedyOf(imported, id)).toBe(remedy);
});

test('[HIS-4] [CMP-12] where half of it comes back by an undo, the rest keeps its reason', async () => {
  const memory = aMemory();
  const id = await talked(memory);
  const told = whyOf(memory.explain(id));
  const { compactions } = memory.getState();
  expect(compactions.length).toBeGreaterThan(1);
  await memory.undoCompaction();
  expect(whyOf(memory.explain(id))).toMatchObject({ rule: told.rule });
  const newest = compactions.at(-1)?.left.at(-1);
  const back = memory.entries({ fromSeq: (newest?.toSeq ?? 0) - 1 })[0];
  expect(back && memory.explain(back.id)?.fate).toBe('sent');
});

test('[HIS-4] a setting of another tool is no remedy, though its results left together with the item', async () => {
  const memory = aMemory({
    budget: fixedBudget(1_200),
    policy: tokenBudget(),
    toolHints: { fetch: { maxTokens: 64 } },
  });
  await memory.append({ role: 'user', content: 'Read all pages.' });
  for (let step = 0; step < 24; step += 1) {
    const id = `c${step}`;
    const name = step % 4 === 0 ? 'fetch' : 'note';
    await memory.append([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name, arguments: `{"page":${step}}` } }],
      },
      { role: 'tool', tool_call_id: id, content: 'words '.repeat(name === 'fetch' ? 200 : 40) },
    ]);
    await memory.assemble();
  }
  const ofNote = memory.entries()[4]?.id ?? '';
  expect(memory.explain(ofNote)?.fate).toBe('summarised');
  expect(await memory.remedies(ofNote)).toEqual([
    { option: 'inputBudget', atLeast: expect.any(Number) },
  ]);
});

/** A policy of an app’s own: everything but the newest four leaves when room is needed. */
const newestFour = (more: Partial<EvictionPolicy>): EvictionPolicy => ({
  name: 'newest-four',
  choose: ({ units }) => units.slice(0, -4).map(({ start }) => start),
  ...more,
});

test('[HIS-4] what a policy of the app’s own chose without a reason is said to be its choice, and no remedy is invented', async () => {
  const memory = aMemory({ policy: newestFour({}), budget: fixedBudget(260) });
  const id = await talked(memory);
  const { rule, remedy, sentence } = whyOf(memory.explain(id));
  expect({ rule, remedy }).toEqual({ rule: 'POLICY_CHOSE' });
  expect(await memory.remedies(id)).toEqual([]);
  expect(sentence).toMatch(/^Not sent \(\d+ tokens\): the policy newest-four chose it\. A text/);
});

test('[HIS-4] a reason of the app’s own is told in its words, after a reload too', async () => {
  const store = inMemoryStore();
  const why = {
    rule: 'TOO_OLD',
    numbers: { ageDays: 8 },
    sentence: 'Older than a week.',
    remedy: 'A `maxDays` of 8 keeps it.',
  };
  const policy = newestFour({
    choose: ({ units }) => units.slice(0, -4).map(({ start }) => ({ start, why })),
  });
  const memory = aMemory({ policy, store, budget: fixedBudget(260) });
  const id = await talked(memory);
  const told = whyOf(memory.explain(id));
  expect(told).toMatchObject({ rule: 'TOO_OLD' as RuleCode, sentence: why.sentence });
  expect(told.numbers).toMatchObject({ ageDays: 8 });
  expect(told.remedy).toBe(why.remedy);
  await memory.dispose();
  const reloaded = aMemory({ policy, store, budget: fixedBudget(260) });
  await reloaded.ready;
  expect(whyOf(reloaded.explain(id))).toEqual(told);
});

test.each<[string, unknown]>([
  ['that is no object', 'too old'],
  ['with a figure that is none', { rule: 'TOO_OLD', numbers: { age: Number.NaN } }],
  ['with words that are none', { sentence: 8 }],
  ['with a function', { rule: 'TOO_OLD', numbers: { age: () => 8 } }],
])('[POL-7] a reason %s is left out, and the choice stands', async (_, why) => {
  const policy = newestFour({
    choose: ({ units }) => units.slice(0, -4).map(({ start }) => ({ start, why: why as never })),
  });
  const memory = aMemory({ policy, budget: fixedBudget(260) });
  expect(whyOf(memory.explain(await talked(memory))).rule).toBe('POLICY_CHOSE');
});

test('[HIS-4] what left under an earlier version is told without a reason that nobody kept', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  const id = await talked(memory);
  const file = await sessionCatalog(store).export('trip');
  await memory.dispose();
  const session = structuredClone(file.session) as {
    overlays: { ranges: { why?: unknown }[] };
  };
  for (const range of session.overlays.ranges) delete range.why;
  const older = inMemoryStore();
  await sessionCatalog(older).import({ ...file, session });
  const reloaded = aMemory({ store: older });
  await reloaded.ready;
  const { rule, remedy, sentence } = whyOf(reloaded.explain(id));
  expect({ rule, remedy }).toEqual({ rule: 'REASON_NOT_RECORDED' });
  expect(await reloaded.remedies(id)).toEqual([]);
  expect(sentence).toContain('a compaction kept no reason');
});

test('[STO-2] a file whose overlay has a damaged reason is refused by its place', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  await talked(memory);
  const file = await sessionCatalog(store).export('trip');
  const session = structuredClone(file.session) as { overlays: { ranges: { why?: unknown }[] } };
  const [range] = session.overlays.ranges;
  if (range) range.why = { rule: 7 };
  await expect(sessionCatalog(inMemoryStore()).import({ ...file, session })).rejects.toMatchObject({
    code: 'INVALID_SESSION_FILE',
    field: 'session.overlays.ranges.0.why.rule',
  });
});
