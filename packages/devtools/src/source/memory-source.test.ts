import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { type FormatChoice, openAi } from '@agent-memory/core/formats';
import { aiSdkUi } from '@agent-memory/formats';
import { expect, test } from 'vitest';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { newerKind } from '../testing/newer-kind.ts';
import {
  aCompaction,
  aMadeItem,
  aMessage,
  anEntry,
  anItem,
  aPlan,
  FIXTURE_NOW_MS,
} from '../testing/plan-fixture.ts';
import { richSession } from '../testing/rich-session.ts';
import { memorySource } from './memory-source.ts';

function aPlanOf(tokens: number) {
  return aPlan([anItem(anEntry(0, aMessage('user', 'x'), tokens), 'working')]);
}

test('[DEV-8] listens to the memory only while somebody listens to it', () => {
  const memory = new FixtureMemory();
  const source = memorySource(memory);
  expect(memory.listenerCount).toBe(0);
  const stops = [source.subscribe(() => undefined), source.subscribe(() => undefined)];
  expect(memory.listenerCount).toBe(2);
  for (const stop of stops) stop();
  expect(memory.listenerCount).toBe(0);
});

test('[DEV-8] who attaches late sees the plan that stands, and then the next', () => {
  const memory = new FixtureMemory();
  memory.assemble(aPlanOf(10));
  const source = memorySource(memory);
  const stop = source.subscribe(() => undefined);
  expect(source.getState().plan?.totalTokens).toBe(10);
  memory.assemble(aPlanOf(25));
  expect(source.getState().plan?.totalTokens).toBe(25);
  stop();
});

test('[DEV-8] the state is the same object until something changes', () => {
  const { memory } = richSession();
  const source = memorySource(memory);
  const state = source.getState();
  expect(source.getState()).toBe(state);
  memory.setState({ status: 'compacting' });
  expect(source.getState()).not.toBe(state);
  expect(source.getState().plan).toBe(state.plan);
});

test('[DEV-8] the state carries figures and no text, and can be cloned', () => {
  const { memory } = richSession();
  const state = memorySource(memory).getState();
  const sent = JSON.stringify(structuredClone(state));
  expect(sent).toContain('TOOL_RESULT_OVER_LIMIT');
  expect(sent).not.toContain('bicycle');
  expect(sent).not.toContain('R-20418');
  expect(sent).not.toContain('DT Swiss 350');
  expect(state.compactions.at(-1)).toMatchObject({ lostValues: 3, cacheLostTokens: 1_190 });
});

test('[DEV-4] the values that a compaction lost are handed over when asked for', () => {
  const source = memorySource(richSession().memory);
  expect(source.lostValues('compaction-1')).toEqual([
    'DT Swiss 350',
    '0.9',
    'uploads/cassette-front.jpg',
  ]);
  expect(source.lostValues('compaction-0')).toEqual([]);
});

test('[DEV-8] what is shown of values and previews can be cloned', async () => {
  const source = memorySource(richSession().memory);
  const archived = await source.archived();
  expect(structuredClone(archived)).toEqual(archived);
  const { signal } = new AbortController();
  const preview = await source.previewCompaction({ signal });
  expect(structuredClone(preview)).toEqual(preview);
  expect(preview).toMatchObject({ lost: ['chain-106', '26.10'], record: { lostValues: 2 } });
});

test('[DEV-4] a preview changes nothing, and an undo is a record of its own', async () => {
  const { memory } = richSession();
  const source = memorySource(memory);
  const before = source.getState();
  await source.previewCompaction({ signal: new AbortController().signal });
  expect(source.getState()).toBe(before);
  await source.undoCompaction('compaction-1');
  expect(source.getState().compactions.at(-1)).toMatchObject({
    trigger: 'undo',
    undoes: 'compaction-1',
  });
});

test('[DEV-1] live text is shown where the format of the last context has it, in a preview too', async () => {
  const memory = createAgentMemory({
    id: 'trip',
    budget: fixedBudget(4_500, { high: 0.95, low: 0.3 }),
  });
  for (let turn = 0; turn < 8; turn += 1) {
    const call = { id: `c${turn}`, type: 'function', function: { name: 'find', arguments: '{}' } };
    await memory.append([
      { id: `u${turn}`, role: 'user', content: 'Find me a train, please. '.repeat(40) },
      { role: 'assistant', content: null, tool_calls: [call as never] },
      { id: `r${turn}`, role: 'tool', tool_call_id: `c${turn}`, content: 'Three trains.' },
    ]);
  }
  await memory.patchScratchpad({ objective: 'Trains' });
  const source = memorySource(memory);
  const { signal } = new AbortController();
  const placesIn = async (format: FormatChoice) => {
    const { plan } = await memory.assemble({ format });
    const shown = source.getState().plan?.livePlacement;
    expect(shown).toEqual(plan.livePlacement);
    const previewed = (await source.previewCompaction({ signal }))?.plan.livePlacement;
    return [shown, previewed].map((place) => place?.kind === 'inside' && place.itemId);
  };
  expect(await placesIn(aiSdkUi)).toEqual(['u7', 'u7']);
  expect(await placesIn('openai')).toEqual(['r7', 'r7']);
});

test('[DEV-1] hands over the exact message that is sent, by reference', () => {
  const { memory, plan } = richSession();
  const source = memorySource(memory);
  for (const item of plan.items) expect(source.sentMessage(item.id)).toBe(item.message);
  expect(source.sentMessage('nobody')).toBeUndefined();
});

test('[DEV-1] finds a phrase in what is sent, and in what left only when that is considered', async () => {
  const { memory } = richSession();
  const source = memorySource(memory);
  const sent = await source.find('SHARK FINS', 'sent');
  expect([...sent.itemIds, ...sent.seqs]).toEqual([]);
  const considered = await source.find('SHARK FINS', 'considered');
  expect([...considered.seqs]).toEqual([1, 5, 9, 13]);
});

test('[DEV-3] explains each original of a range', () => {
  const { memory } = richSession();
  const source = memorySource(memory);
  expect(source.explain('entry-4')).toMatchObject({
    itemId: 'entry-4',
    fate: 'summarised',
    rule: 'TIER_OVER_BUDGET_OLDEST_FIRST',
    tokens: { sent: 0 },
  });
});

test('[DEV-1] gives the context as it is sent to OpenAI, live state inside its host', async () => {
  const { memory, plan } = richSession();
  const messages = await memorySource(memory).contextIn('openai');
  expect(messages).toEqual(openAi.render(plan).messages);
  expect(JSON.stringify(messages)).toContain('Current step: book 23 January');
  expect(JSON.stringify(messages)).not.toContain('shark fins');
});

test('[DEV-1] gives the context in each format that it can be copied in', async () => {
  const { contextIn } = memorySource(richSession().memory);
  expect(await contextIn('anthropic')).toMatchObject({
    system: [{ type: 'text' }],
    messages: expect.arrayContaining([expect.objectContaining({ role: 'assistant' })]),
  });
  const called = expect.arrayContaining([expect.objectContaining({ type: 'tool-call' })]);
  expect(await contextIn('ai-sdk')).toContainEqual({ role: 'assistant', content: called });
  const answered = expect.objectContaining({ state: 'output-available' });
  expect(await contextIn('ai-sdk-ui')).toContainEqual(
    expect.objectContaining({ role: 'assistant', parts: expect.arrayContaining([answered]) }),
  );
});

test('[DEV-1] without a plan there is nothing to copy', async () => {
  expect(await memorySource(new FixtureMemory()).contextIn('anthropic')).toEqual([]);
});

test('[DEV-1] ages are told from the moment the plan was made', () => {
  const memory = new FixtureMemory();
  const source = memorySource(memory, { nowMs: () => 1 });
  const stop = source.subscribe(() => undefined);
  memory.assemble(aPlanOf(1), FIXTURE_NOW_MS);
  expect(source.getState().planAtMs).toBe(FIXTURE_NOW_MS);
  stop();
});

test('[DEV-8] an event of a type that came later disturbs nothing', () => {
  const memory = new FixtureMemory();
  const source = memorySource(memory);
  let calls = 0;
  const stop = source.subscribe(() => {
    calls += 1;
  });
  const event = { version: 1, sessionId: memory.id, atMs: FIXTURE_NOW_MS } as const;
  memory.emit({ ...event, type: newerKind<'scratchpad-update'>('memory-recall') });
  expect(calls).toBe(0);
  memory.assemble(aPlanOf(10));
  expect(source.getState().plan?.totalTokens).toBe(10);
  stop();
});

test('[DEV-8] facts that came later with an item or a record reach the panel', () => {
  const item = {
    ...aMadeItem({ id: 'notes', kind: newerKind('notes'), tier: 'live' }, 'x'),
    share: 0.2,
  };
  const record = { ...aCompaction(), overlays: [{ kind: 'redacted', seq: 3 }] };
  const memory = new FixtureMemory({ plan: aPlan([item]), compactions: [record] });
  const { plan, compactions } = memorySource(memory).getState();
  expect(plan?.items[0]).toMatchObject({ id: 'notes', kind: 'notes', share: 0.2 });
  expect(plan?.items[0]).not.toHaveProperty('message');
  expect(compactions[0]).toMatchObject({ overlays: [{ kind: 'redacted', seq: 3 }] });
});

test('[OBS-3] an option that there is not is refused', () => {
  const misspelt: object = { longTern: {} };
  expect(() => memorySource(new FixtureMemory(), misspelt)).toThrow(
    'Unknown option `longTern` in `memorySource`: did you mean `longTerm`?',
  );
});
