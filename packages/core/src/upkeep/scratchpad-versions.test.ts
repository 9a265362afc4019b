import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAgentMemory } from '../session/create-agent-memory.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { type ScratchpadVersionsOptions, scratchpadVersions } from './scratchpad-versions.ts';

function aPad(options?: ScratchpadVersionsOptions, store = inMemoryStore()) {
  const clock = aSimulatedClock();
  const memory = createAgentMemory({ id: 'pad', contextWindow: 8_000, store, clock });
  return { memory, clock, store, versions: scratchpadVersions(memory, options) };
}

test('[PAD-3] each change leaves the version before it, with the time until which it stood', async () => {
  const { memory, clock, versions } = aPad();
  await memory.patchScratchpad({ objective: 'one' });
  clock.advance(5_000);
  await memory.patchScratchpad({ objective: 'two' });
  expect(versions.list().map(({ pad }) => pad.objective)).toEqual(['', 'one']);
  expect(versions.list().at(-1)?.untilMs).toBe(clock.nowMs());
});

test('[PAD-3] undo goes back step by step, whatever was changed (seed 20261123)', async () => {
  const change = fc.record(
    { objective: fc.string(), keyFacts: fc.array(fc.string(), { maxLength: 3 }) },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
      const { memory, versions } = aPad();
      const stood: unknown[] = [];
      for (const patch of changes) {
        stood.push(memory.getState().scratchpad);
        await memory.patchScratchpad(patch);
      }
      while (stood.length > 0) expect(await versions.undo()).toEqual(stood.pop());
      expect(await versions.undo()).toBeUndefined();
    }),
    { seed: 20261123, numRuns: 50 },
  );
});

test('[PAD-3] versions survive a reload, and loading is no change', async () => {
  const { memory, versions, store } = aPad();
  await memory.patchScratchpad({ objective: 'one' });
  await memory.patchScratchpad({ objective: 'two' });
  await versions.stored();
  await memory.dispose();
  const again = aPad({}, store);
  await again.memory.ready;
  expect(again.versions.list().map(({ pad }) => pad.objective)).toEqual(['', 'one']);
  expect((await again.versions.undo())?.objective).toBe('one');
});

test('[PAD-3] only so many are kept, and only so much of them', async () => {
  const { memory, versions } = aPad({ keep: 3 });
  for (const objective of ['a', 'b', 'c', 'd', 'e']) await memory.patchScratchpad({ objective });
  expect(versions.list().map(({ pad }) => pad.objective)).toEqual(['b', 'c', 'd']);
  const long = aPad();
  for (let n = 0; n < 6; n += 1)
    await long.memory.patchScratchpad({ objective: `${n}`.repeat(60_000) });
  expect(long.versions.list()).toHaveLength(3);
});

test('[PAD-3] after its end nothing is kept any more; a senseless option is refused', async () => {
  const { memory, versions } = aPad();
  versions.dispose();
  await memory.patchScratchpad({ objective: 'one' });
  expect(versions.list()).toEqual([]);
  expect(() => scratchpadVersions(memory, { keep: 0 })).toThrow(/`keep`/);
  expect(() => scratchpadVersions(memory, { kept: 3 } as never)).toThrow(/known: keep/);
});

test('[PAD-3] two undos at once take back two changes', async () => {
  const { memory, versions } = aPad();
  for (const objective of ['a', 'b', 'c']) await memory.patchScratchpad({ objective });
  const pads = await Promise.all([versions.undo(), versions.undo()]);
  expect(pads.map((pad) => pad?.objective)).toEqual(['b', 'a']);
  expect(versions.list().map(({ pad }) => pad.objective)).toEqual(['']);
});
