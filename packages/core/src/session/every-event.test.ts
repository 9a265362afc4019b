import { expect, test } from 'vitest';
import { QuotaExceededStoreError } from '../ground/errors/store-errors.ts';
import type { MemoryEvent } from '../state/events/memory-event.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { aNewestFirstStore } from '../testing/newest-first-store.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { createAgentMemory } from './create-agent-memory.ts';

/** Other packages add events that begin so. */
type AddedEvent = `${'records' | 'documents' | 'extraction'}-${string}`;

/** Every event of core; the compiler misses one that is not here. */
const EVENTS: Readonly<Record<Exclude<MemoryEvent['type'], AddedEvent>, true>> = {
  'session-load': true,
  'entries-load': true,
  'entry-append': true,
  'head-move': true,
  'session-refresh': true,
  'plan-create': true,
  'compaction-start': true,
  'compaction-end': true,
  'compaction-error': true,
  'breaker-update': true,
  'summary-update': true,
  'usage-report': true,
  'scratchpad-update': true,
  'section-change': true,
  'part-update': true,
  'settings-update': true,
  'tokens-update': true,
  'degradation-add': true,
  'owed-update': true,
  'store-recover': true,
};

const answers = Array.from({ length: 40 }, (_, index) => ({
  id: `a${index}`,
  role: 'assistant' as const,
  content: `Answer ${index}: ${'the usual words stand here '.repeat(12)}`,
}));

/** Opens a session of which not all is read at once. */
async function openNewestFirst(listener: (event: MemoryEvent) => void): Promise<void> {
  const store = aNewestFirstStore(inMemoryStore(), 4);
  const options = { id: 'life', budget: fixedBudget(1_000), store, clock: aSimulatedClock() };
  const writer = createAgentMemory(options);
  await writer.append([{ role: 'user', content: 'Begin.' }, ...answers]);
  await writer.append([
    { role: 'user', content: 'Go on.' },
    ...answers.map(({ id: _, ...rest }) => rest),
  ]);
  await writer.assemble();
  await writer.dispose();
  const reader = createAgentMemory(options);
  reader.onEvent(listener);

  await reader.loadOlder();
  await reader.dispose();
}

test('[OBS-1] every event has a version, its session and its time, and can be cloned', async () => {
  const heard: MemoryEvent[] = [];
  let change: (() => void) | undefined;
  const store = aScriptedStore(inMemoryStore());
  const memory = createAgentMemory({
    id: 'life',
    model: 'gpt-4o',
    budget: fixedBudget(1_500, { high: 0.9, low: 0.4 }),
    store,
    clock: aSimulatedClock(),
    compaction: { breaker: { failures: 1 } },
    summarizer: {
      name: 'broken',
      async summarize() {
        // The head moves meanwhile, so the first compaction comes to nothing.
        await memory.moveHead('a38');
        throw new Error('It gave up.');
      },
    },
    features: [
      {
        name: 'weather',
        attach({ sectionChanged }) {
          change = () => sectionChanged('weather');
          return {};
        },
      },
    ],
  });
  memory.onEvent((event) => heard.push(event));
  await memory.append([{ id: 'u', role: 'user', content: 'Begin.' }, ...answers]);
  store.failNext('commit', new QuotaExceededStoreError());
  await memory.append({ id: 'u2', role: 'user', content: 'Go on.' });
  const { plan } = await memory.assemble();
  await memory.reportUsage({ inputTokens: plan.totalTokens + 100 });
  await memory.patchScratchpad({ objective: 'Listen' });
  await memory.notes.set('seat', '14C');
  change?.();
  await memory.configure({ budget: fixedBudget(2_000) });
  const other = createAgentMemory({
    id: 'life',
    contextWindow: 128_000,
    store: { ...aScriptedStore(store) },
  });
  await other.append({ role: 'user', content: 'From another tab.' });
  await other.dispose();
  await memory.reload();
  await openNewestFirst((event) => heard.push(event));
  // Ranks for better counts are read in the background.
  await expect
    .poll(() => heard.map(({ type }) => type))
    .toEqual(expect.arrayContaining(Object.keys(EVENTS)));
  for (const event of heard) {
    expect(event).toMatchObject({ version: 1, sessionId: 'life', atMs: expect.any(Number) });
    expect(structuredClone(event)).toEqual(event);
  }
  await memory.dispose();
});
