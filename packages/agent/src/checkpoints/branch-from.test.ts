import { inMemoryStore, textOf } from '@agent-memory/core';
import { aScriptedStore } from '@agent-memory/core/testing';
import { sessionCatalog } from '@agent-memory/sessions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import type { Checkpoint } from './checkpoint.ts';

type Session = ReturnType<typeof aCheckpointedSession>;

const sentBy = ({ memory }: Session) => memory.plan().items.map(({ message }) => message);

/** A session that was compacted between its checkpoints, and the context at each of them. */
async function aLongSession(session: Session, turns: readonly number[]) {
  const moments: { readonly checkpoint: Checkpoint; readonly sent: unknown }[] = [];
  const note = () => {
    const checkpoint = session.handle.list().at(-1);
    if (checkpoint && moments.at(-1)?.checkpoint.id !== checkpoint.id) {
      moments.push({ checkpoint, sent: sentBy(session) });
    }
  };
  for (const [turn, size] of turns.entries()) {
    await session.say(`Where is order ORD-${turn}77? `.repeat(size));
    await session.use('search', `Order ORD-${turn}77 is in hall H${turn}9. `.repeat(size * 4));
    note();
    await session.memory.patchScratchpad({ currentStep: `Turn ${turn}` });
    await session.memory.assemble();
    await session.reply(`It is in hall H${turn}9. `.repeat(size));
    note();
    if (size % 3 === 0) await session.memory.compact();
  }
  return moments;
}

const turns = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 14 });

test('[CKP-1] going back to any checkpoint sends the context of then (seed 2)', async () => {
  await fc.assert(
    fc.asyncProperty(turns, fc.nat(), async (sizes, pick) => {
      const session = aCheckpointedSession();
      const moments = await aLongSession(session, sizes);
      const moment = moments[pick % moments.length];
      if (!moment) throw new Error('There is a checkpoint.');
      const { settings } = await session.handle.branchFrom(moment.checkpoint.id);
      expect(settings).toBe('as_then');
      expect(sentBy(session)).toEqual(moment.sent);
      const { headId, scratchpad } = session.memory.getState();
      expect(headId).toBe(moment.checkpoint.entryId);
      expect(scratchpad).toEqual(moment.checkpoint.scratchpad);
    }),
    { seed: 2, numRuns: 15 },
  );
});

test('[CKP-1] any checkpoint opens in a page opened again, and after export and import (seed 3)', async () => {
  await fc.assert(
    fc.asyncProperty(turns, fc.nat(), async (sizes, pick) => {
      const store = inMemoryStore();
      const session = aCheckpointedSession({ store });
      const moments = await aLongSession(session, sizes);
      const moment = moments[pick % moments.length];
      if (!moment) throw new Error('There is a checkpoint.');
      await session.memory.dispose();
      const text = await sessionCatalog(store).export('travel');
      const elsewhere = inMemoryStore();
      await sessionCatalog(elsewhere).import(text, { from: 'backup' });
      for (const home of [store, elsewhere]) {
        const again = aCheckpointedSession({ store: home, clock: session.clock });
        await again.memory.ready;
        expect(again.handle.list()).toEqual(session.handle.list());
        await again.handle.branchFrom(moment.checkpoint.id);
        expect(sentBy(again)).toEqual(moment.sent);
      }
    }),
    { seed: 3, numRuns: 6 },
  );
});

test('[CKP-1] a compaction behind a checkpoint that was gone back to keeps the values that had left', async () => {
  const session = aCheckpointedSession();
  await aLongSession(session, [30, 30, 30, 30]);
  await session.memory.compact();
  const { id } = await session.handle.milestone('Found');
  const valuesThen = await session.memory.archived();
  await aLongSession(session, [50, 50, 50]);
  await session.memory.compact();
  await session.handle.branchFrom(id);
  const archived = await session.memory.archived();
  expect(archived?.values.map(({ text }) => text).toSorted()).toEqual(
    valuesThen?.values.map(({ text }) => text).toSorted(),
  );
  expect(archived?.values.length).toBeGreaterThan(0);
});

test('[CKP-1] settings that were changed since stay, and the context is made anew under them', async () => {
  const session = aCheckpointedSession();
  const [moment] = await aLongSession(session, [5, 5, 5]);
  await session.memory.configure({ budget: { contextWindow: 64_000 } });
  const { settings } = await session.handle.branchFrom(moment?.checkpoint.id ?? '');
  expect(settings).toBe('others');
  expect(session.memory.getState().budget.contextWindow).toBe(64_000);
  expect(session.memory.entries().map(({ message }) => textOf(message)).length).toBeGreaterThan(0);
});

test('[CKP-1] what is no checkpoint is refused, and nothing has changed', async () => {
  const session = aCheckpointedSession();
  await aLongSession(session, [1, 1]);
  const { headId } = session.memory.getState();
  await expect(session.handle.branchFrom('step-99')).rejects.toThrow('Nothing was changed');
  expect(session.memory.getState().headId).toBe(headId);
});

test('[CKP-1] going back that could not be stored says that this page went back', async () => {
  const disk = inMemoryStore();
  const store = aScriptedStore(disk);
  const session = aCheckpointedSession({ store });
  await session.say('Plan a trip.');
  const { id, entryId } = await session.handle.milestone('Begin');
  await session.reply('To Lyon.');
  const { headId: before } = session.memory.getState();
  store.failAll(['commit'], new Error('EIO'));
  await expect(session.handle.branchFrom(id)).rejects.toThrow(`went back to checkpoint "${id}"`);
  expect(session.memory.getState().headId).toBe(entryId);
  expect((await disk.load('travel'))?.headId ?? before).toBe(before);
  store.heal();
  await session.say('To Nice.');
  const opened = aCheckpointedSession({ store: disk });
  await opened.memory.ready;
  expect(opened.memory.entries().map(({ message }) => textOf(message))).toEqual([
    'Plan a trip.',
    'To Nice.',
  ]);
});
