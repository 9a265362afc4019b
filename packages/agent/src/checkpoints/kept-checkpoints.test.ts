import { inMemoryStore, type MemoryStore } from '@agent-memory/core';
import { sessionCatalog } from '@agent-memory/sessions';
import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';

type Session = ReturnType<typeof aCheckpointedSession>;

const DAY_MS = 86_400_000;

const stepsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

const stepsOf = ({ handle }: Session) => handle.list().map(({ step }) => step);

/** A session of so many turns of the user, each with a call of a tool and a reply. */
async function afterTurns(session: Session, turns: number) {
  for (let turn = 0; turn < turns; turn += 1) {
    await session.say(`Request ${turn}`);
    await session.use('search', `Result ${turn}`);
    await session.memory.patchScratchpad({ currentStep: `Step ${turn}` });
    await session.reply(`Reply ${turn}`);
  }
  return session;
}

/** Everything that is stored, as text. */
async function storedText(store: MemoryStore): Promise<string> {
  const stored = await store.load('travel');
  return JSON.stringify(stored, (_, value) => (value instanceof Map ? [...value] : value));
}

test('[CKP-1] no checkpoint is given any more when its time is over', async () => {
  const session = await afterTurns(aCheckpointedSession(), 2);
  session.clock.advance(DAY_MS - 200);
  await session.use('search', 'Later');
  expect(stepsOf(session)).toEqual([3, 4, 5]);
  session.clock.advance(200);
  expect(stepsOf(session)).toEqual([3, 4, 5]);
  session.clock.advance(1);
  expect(stepsOf(session)).toEqual([5]);
});

test('[CKP-1] words of an expired checkpoint are taken out of the store by the steps that follow', async () => {
  const store = inMemoryStore();
  const session = await afterTurns(aCheckpointedSession({ store }), 3);
  session.clock.advance(2 * DAY_MS);
  await afterTurns(session, 2);
  const kept = session.handle.list();
  await session.memory.dispose();
  const parts = [...((await store.load('travel'))?.parts ?? [])];
  const ofKind = (kind: string) => parts.filter(([name]) => name.startsWith(`checkpoints/${kind}`));
  expect(kept).toHaveLength(4);
  expect(ofKind('step')).toHaveLength(4);
  // The scratchpad that stood when the first of them was made, and two newer ones.
  expect(ofKind('pad')).toHaveLength(3);
});

test('[CKP-1] a page opened again keeps the newest 100, and continues behind them', async () => {
  const store = inMemoryStore();
  const first = await afterTurns(aCheckpointedSession({ store }), 50);
  expect(stepsOf(first)).toEqual(stepsFrom(3, 100));
  await first.memory.dispose();
  const second = aCheckpointedSession({ store, clock: first.clock });
  await second.memory.ready;
  await afterTurns(second, 3);
  expect(stepsOf(second)).toEqual(stepsFrom(7, 106));
});

test('[CKP-1] a clock that is set back changes nothing of their order', async () => {
  const store = inMemoryStore();
  const first = await afterTurns(aCheckpointedSession({ store }), 3);
  await first.memory.dispose();
  const second = aCheckpointedSession({ store });
  await second.memory.ready;
  second.clock.advance(-60_000);
  await afterTurns(second, 1);
  expect(stepsOf(second)).toEqual([3, 4, 5, 6, 7, 8]);
  expect((await second.handle.resume()).checkpoint?.step).toBe(8);
});

test('[CKP-1] only the newest 100 are kept, in as many parts of the store, and milestones beside them', async () => {
  const store = inMemoryStore();
  const session = aCheckpointedSession({ store });
  await session.say('Begin.');
  await session.handle.milestone('Begun');
  await afterTurns(session, 60);
  const all = session.handle.list();
  expect(all).toHaveLength(101);
  expect(all[0]).toMatchObject({ kind: 'milestone', step: 0 });
  expect(all.slice(1).map(({ step }) => step)).toEqual(stepsFrom(21, 120));
  await session.memory.dispose();
  const parts = (await store.load('travel'))?.parts ?? new Map();
  const steps = [...parts.keys()].filter((name) => name.startsWith('checkpoints/step'));
  expect(steps).toHaveLength(100);
});

test('[CKP-1] each checkpoint of a kept one has its scratchpad, however often that changed', async () => {
  const session = await afterTurns(aCheckpointedSession(), 60);
  const pads = session.handle.list().map(({ scratchpad }) => scratchpad);
  expect(pads.slice(-4)).toMatchObject(
    ['Step 57', 'Step 58', 'Step 58', 'Step 59'].map((currentStep) => ({ currentStep })),
  );
  expect(pads[0]).toMatchObject({ currentStep: 'Step 9' });
});

test('[CKP-1] messages that came as one are one step', async () => {
  const session = await afterTurns(aCheckpointedSession(), 2);
  await session.memory.append([
    { role: 'user', content: 'From elsewhere' },
    { role: 'assistant', content: 'One' },
    { role: 'user', content: 'More' },
    { role: 'assistant', content: 'Two' },
  ]);
  expect(stepsOf(session)).toEqual([3, 4, 6]);
});

test('[CKP-1] steps are counted on the way to the head, and checkpoints of other branches stay', async () => {
  const session = await afterTurns(aCheckpointedSession(), 2);
  const [first] = session.handle.list();
  await session.memory.moveHead(first?.entryId ?? null);
  await session.reply('Another answer');
  expect(stepsOf(session)).toEqual([3, 4, 4]);
  const { checkpoint } = await session.handle.resume();
  expect(checkpoint).toEqual(session.handle.list().at(-1));
  await session.memory.moveHead(first?.entryId ?? null);
  expect((await session.handle.resume()).checkpoint).toEqual(first);
});

test.each([
  ['checkpoints/step/0', { number: 0, kind: 'reply' }],
  ['checkpoints/step/0', 'torn'],
  ['checkpoints/pad/0', { pad: {} }],
])('[CKP-1] a damaged checkpoint is reported and left out (%s: %j)', async (name, value) => {
  const store = inMemoryStore();
  const session = await afterTurns(aCheckpointedSession({ store }), 2);
  await session.memory.dispose();
  await store.commit('travel', { atMs: 9, parts: new Map([[name, value]]) });
  const again = aCheckpointedSession({ store, clock: session.clock });
  const { next } = await again.handle.resume();
  expect(next).toBe('nothing');
  expect(stepsOf(again)).toEqual([4]);
  expect(again.memory.getState().degraded).toMatchObject([
    { code: 'STORED_STATE_DAMAGED', message: expect.stringContaining(name) },
  ]);
  await again.use('search', 'It goes on');
  expect(stepsOf(again).at(-1)).toBe(5);
});

test('[CKP-1] a damaged journal is reported, and the session goes on', async () => {
  const store = inMemoryStore();
  const session = await afterTurns(aCheckpointedSession({ store }), 1);
  await session.memory.dispose();
  const parts = new Map([['checkpoints/calls', [1]]]);
  await store.commit('travel', { atMs: 9, parts });
  const again = aCheckpointedSession({ store, clock: session.clock });
  await again.handle.resume();
  expect(await again.use('search', 'found')).toMatchObject({ how: 'ran' });
  expect(again.memory.getState().degraded).toMatchObject([{ code: 'STORED_STATE_DAMAGED' }]);
});

test('[CKP-1] a checkpoint of an entry that is not there is left out', async () => {
  const store = inMemoryStore();
  const session = await afterTurns(aCheckpointedSession({ store }), 2);
  await session.memory.dispose();
  const stored = (await store.load('travel'))?.parts.get('checkpoints/step/0');
  const parts = new Map([['checkpoints/step/0', { ...(stored as object), entryId: 'gone' }]]);
  await store.commit('travel', { atMs: 9, parts });
  const again = aCheckpointedSession({ store, clock: session.clock });
  await again.memory.ready;
  expect(stepsOf(again)).toEqual([4]);
});

const SECRET = 'quince-4711';

test('[LTM-8] [CKP-1] erasing takes the words from checkpoints, milestones and the journal too', async () => {
  const store = inMemoryStore();
  const session = await afterTurns(aCheckpointedSession({ store }), 2);
  const [said] = await session.say(`My door code is ${SECRET}.`);
  await session.memory.patchScratchpad({ keyFacts: [`The code is ${SECRET}.`] });
  await session.use('open', 'opened');
  await session.handle.milestone(`Door ${SECRET}`);
  // A result that waits on another branch stands in the journal.
  const [call] = await session.calls('open');
  if (!call) throw new Error('The model made a call.');
  await session.handle.execute(call, async () => {
    await session.memory.moveHead(said?.id ?? null);
    return `Opened with ${SECRET}`;
  });
  await session.memory.dispose();
  expect((await storedText(store)).split(SECRET).length).toBeGreaterThan(5);
  await sessionCatalog(store).eraseEntries('travel', {
    entryIds: [said?.id ?? ''],
    texts: [SECRET],
  });
  expect(await storedText(store)).not.toContain(SECRET);
  const again = aCheckpointedSession({ store, clock: session.clock });
  await again.memory.ready;
  expect(again.handle.list().map(({ name }) => name)).toContain('Door [erased]');
});

test('[STO-5] [CKP-1] what redaction takes out stands in no checkpoint, and calls are known again', async () => {
  const store = inMemoryStore();
  const redact = (text: string) => text.replaceAll(SECRET, '…').replaceAll('open-', '…');
  const session = await afterTurns(aCheckpointedSession({ store, redact }), 2);
  await session.memory.patchScratchpad({ keyFacts: [`The code is ${SECRET}.`] });
  const [call] = await session.calls('open');
  if (!call) throw new Error('The model made a call.');
  await new Promise<void>((begun) => {
    void session.handle.execute(call, () => {
      begun();
      return new Promise(() => undefined);
    });
  });
  await session.handle.milestone(`Door ${SECRET}`);
  expect(await storedText(store)).not.toContain(SECRET);
  const again = aCheckpointedSession({ store, redact, clock: session.clock });
  expect((await again.handle.resume()).inDoubt).toMatchObject([{ callId: call.callId }]);
});
