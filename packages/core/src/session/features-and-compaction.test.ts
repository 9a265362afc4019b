import { expect, test } from 'vitest';
import type { AbortSignalLike } from '../ground/platform/abort.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';
import type { FeatureHost, FeatureSlots } from './feature.ts';

function aMemory(slots: FeatureSlots, options: Partial<AgentMemoryOptions> = {}) {
  let host: FeatureHost | undefined;
  const feature = {
    name: 'reader',
    attach(given: FeatureHost) {
      host = given;
      return slots;
    },
  };
  const memory = createAgentMemory({
    id: 'trip',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    features: [feature],
    ...options,
  });
  return { memory, host: () => host };
}

const turn = (at: number) => [
  { role: 'user' as const, content: `Question ${at}: ${'word '.repeat(60)}` },
  { role: 'assistant' as const, content: `Answer ${at}: ${'word '.repeat(60)}` },
];
const turns = Array.from({ length: 9 }, (_, at) => turn(at)).flat();
const question = { role: 'user' as const, content: 'And now?' };

test('[CMP-9] a feature reads what may leave before a compaction looks for it, and hears when one was made', async () => {
  const calls: string[] = [];
  const { memory, host } = aMemory({
    async beforeLeaving() {
      const { compactions } = memory.getState();
      calls.push(`read ${host()?.entries().length} after ${compactions.length}`);
    },
    compacted: () => void calls.push('compacted'),
  });
  await memory.append([...turns, question]);
  await memory.assemble();
  expect(calls.slice(0, 2)).toEqual(['read 19 after 0', 'compacted']);
  await memory.undoCompaction();
  expect(calls.at(-1)).toBe('compacted');
});

test('[CMP-9] a feature that fails to read keeps no compaction up, and the state says so', async () => {
  const { memory } = aMemory({
    beforeLeaving() {
      throw new Error('no disk');
    },
  });
  await memory.append([...turns, question]);
  const { plan } = await memory.assemble();
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  const [degraded] = memory.getState().degraded;
  expect(degraded).toMatchObject({ code: 'FEATURE_FAILED' });
  expect(degraded?.message).toContain('no disk');
  expect(memory.entries()).toHaveLength(turns.length + 1);
});

test('[CMP-9] a feature that hangs is waited for fifteen seconds and no longer', async () => {
  const clock = aSimulatedClock();
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let given: AbortSignalLike | undefined;
  const slots: FeatureSlots = {
    beforeLeaving({ signal }) {
      given = signal;
      asked();
      return new Promise(() => undefined);
    },
  };
  const { memory } = aMemory(slots, { clock });
  await memory.append([...turns, question]);
  const record = memory.compact();
  await isAsked;
  clock.advance(15_001);
  expect(await record).toMatchObject({ trigger: 'manual' });
  expect(given?.aborted).toBe(true);
});

test('[CMP-1] what a feature has noted serves as the summary together with the scratchpad', async () => {
  const notes = { text: 'Noted: the boat is called Albatross.', coversToSeq: turns.length };
  const { memory } = aMemory(
    { stageNotes: () => notes },
    {
      summarizer: {
        name: 'dear',
        summarize: () => Promise.reject(new Error('nobody asks')),
      },
    },
  );
  await memory.patchScratchpad({ objective: 'Sail to Lyon.' });
  await memory.append([...turns, question]);
  const { messages } = await memory.assemble();
  const [record] = memory.getState().compactions;
  expect(record?.summariser).toBe('session-memory');
  const sent = JSON.stringify(messages);
  expect(sent).toContain('the boat is called Albatross');
  expect(sent).toContain('Sail to Lyon.');
});

test('[CMP-1] notes that cover nothing are no summary', async () => {
  const { memory } = aMemory({ stageNotes: () => ({ text: 'Noted: tea.', coversToSeq: 0 }) });
  await memory.append([...turns, question]);
  await memory.assemble();
  expect(memory.getState().compactions[0]?.summariser).not.toBe('session-memory');
});

test('[TIER-2] a section of the archive tier stands behind the system text and is told like any other', async () => {
  let text = 'Ada lives in Lyon.';
  const { memory } = aMemory(
    {
      archiveSections: [
        {
          id: 'known',
          kind: 'notes',
          share: 0.2,
          lead: 'Known from before',
          revision: () => text,
          render: () => ({ text }),
        },
      ],
    },
    { system: 'You help.' },
  );
  await memory.append(question);
  const { plan } = await memory.assemble();
  expect(plan.items.map(({ id, tier }) => `${tier} ${id}`).slice(0, 2)).toEqual([
    'system system',
    'archive known',
  ]);
  expect(plan.items[1]?.decision.rule).toBe('ARCHIVE_SECTION');
  text = '';
  expect(memory.plan().items.map(({ id }) => id)).not.toContain('known');
});

test('[TIER-2] a section of the archive tier that throws is left out, and the plan says so', async () => {
  const { memory } = aMemory({
    archiveSections: [
      {
        id: 'known',
        kind: 'notes',
        share: 0.2,
        lead: 'Known from before',
        revision: () => 1,
        render() {
          throw new Error('torn');
        },
      },
    ],
  });
  await memory.append(question);
  const { plan } = await memory.assemble();
  expect(plan.withheld).toMatchObject([{ itemId: 'known', rule: 'LIVE_SECTION_FAILED' }]);
});
