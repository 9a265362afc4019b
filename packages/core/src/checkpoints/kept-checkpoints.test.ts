import { expect, test } from 'vitest';
import { sessionCatalog } from '../sessions/session-catalog.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import type { MemoryStore } from '../storage/memory-store.ts';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';

type Session = ReturnType<typeof aCheckpointedSession>;

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
  const session = await afterTurns(aCheckpointedSession({ ttlMs: 1_000 }), 2);
  session.clock.advance(800);
  await session.use('search', 'Later');
  expect(stepsOf(session)).toEqual([3, 4, 5]);
  session.clock.advance(200);
  expect(stepsOf(session)).toEqual([3, 4, 5]);
  session.clock.advance(1);
  expect(stepsOf(session)).toEqual([5]);
});

test('[CKP-1] words of an expired checkpoint are taken out of the store by the steps that follow', async () => {
  const store = inMemoryStore();
  const session = await afterTurns(aCheckpointedSession({ ttlMs: 1_000 }, { store }), 3);
  session.clock.advance(2_000);
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

test.each([
  [100, 2],
  [100, 3],
  [2, 100],
  [7, 5],
])('[CKP-1] with a limit of %i before and of %i now the newest are kept', async (before, now) => {
  const store = inMemoryStore();
  const first = await afterTurns(aCheckpointedSession({ limit: before }, { store }), 10);
  const known = stepsOf(first).slice(-now);
  await first.memory.dispose();
  const second = aCheckpointedSession({ limit: now }, { store });
  await second.memory.ready;
  expect(stepsOf(second)).toEqual(known);
  await afterTurns(second, 4);
  expect(stepsOf(second)).toEqual([...known, 21, 22, 23, 24, 25, 26, 27, 28].slice(-now));
});

test('[CKP-1] a clock that is set back changes nothing of their order', async () => {
  const store = inMemoryStore();
  const first = await afterTurns(aCheckpointedSession({}, { store }), 3);
  await first.memory.dispose();
  const second = aCheckpointedSession({}, { store });
  await second.memory.ready;
  second.clock.advance(-60_000);
  await afterTurns(second, 1);
  expect(stepsOf(second)).toEqual([3, 4, 5, 6, 7, 8]);
  expect((await second.handle.resume()).checkpoint?.step).toBe(8);
});

test('[CKP-1] only the newest are kept, in as many parts of the store, and milestones beside them', async () => {
  const store = inMemoryStore();
  const session = aCheckpointedSession({ limit: 3 }, { store });
  await session.say('Begin.');
  await session.handle.milestone('Begun');
  await afterTurns(session, 20);
  const all = session.handle.list();
  expect(all.map(({ kind, step }) => [kind, step])).toEqual([
    ['milestone', 0],
    ['reply', 38],
    ['tool_result', 39],
    ['reply', 40],
  ]);
  await session.memory.dispose();
  const parts = (await store.load('travel'))?.parts ?? new Map();
  const own = [...parts.keys()].filter((name) => /^checkpoints\/(step|pad)/.test(name));
  // Three steps, and the two scratchpads that they had.
  expect(own).toHaveLength(5);
});

test('[CKP-1] each checkpoint of a kept one has its scratchpad, however often that changed', async () => {
  const session = await afterTurns(aCheckpointedSession({ limit: 4 }), 9);
  const pads = session.handle.list().map(({ scratchpad }) => scratchpad);
  expect(pads).toMatchObject(
    ['Step 6', 'Step 7', 'Step 7', 'Step 8'].map((currentStep) => ({ currentStep })),
  );
});

test.each([
  ['reply', [4, 6]],
  ['run', [4]],
] as const)('[CKP-1] the granularity `%s` makes fewer', async (granularity, steps) => {
  const session = await afterTurns(aCheckpointedSession({ granularity }), 3);
  expect(stepsOf(session)).toEqual(steps);
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
  const session = await afterTurns(aCheckpointedSession({}, { store }), 2);
  await session.memory.dispose();
  await store.commit('travel', { atMs: 9, parts: new Map([[name, value]]) });
  const again = aCheckpointedSession({}, { store, clock: session.clock });
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
  const session = await afterTurns(aCheckpointedSession({}, { store }), 1);
  await session.memory.dispose();
  const parts = new Map([['checkpoints/calls', [1]]]);
  await store.commit('travel', { atMs: 9, parts });
  const again = aCheckpointedSession({}, { store, clock: session.clock });
  await again.handle.resume();
  expect(await again.use('search', 'found')).toMatchObject({ how: 'ran' });
  expect(again.memory.getState().degraded).toMatchObject([{ code: 'STORED_STATE_DAMAGED' }]);
});

test('[CKP-1] a checkpoint of an entry that is not there is left out', async () => {
  const store = inMemoryStore();
  const session = await afterTurns(aCheckpointedSession({}, { store }), 2);
  await session.memory.dispose();
  const stored = (await store.load('travel'))?.parts.get('checkpoints/step/0');
  const parts = new Map([['checkpoints/step/0', { ...(stored as object), entryId: 'gone' }]]);
  await store.commit('travel', { atMs: 9, parts });
  const again = aCheckpointedSession({}, { store, clock: session.clock });
  await again.memory.ready;
  expect(stepsOf(again)).toEqual([4]);
});

const SECRET = 'quince-4711';

test('[LTM-8] [CKP-1] erasing takes the words from checkpoints, milestones and the journal too', async () => {
  const store = inMemoryStore();
  const session = await afterTurns(aCheckpointedSession({}, { store }), 2);
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
  const again = aCheckpointedSession({}, { store, clock: session.clock });
  await again.memory.ready;
  expect(again.handle.list().map(({ name }) => name)).toContain('Door [erased]');
});

test('[STO-5] [CKP-1] what redaction takes out stands in no checkpoint, and calls are known again', async () => {
  const store = inMemoryStore();
  const redact = (text: string) => text.replaceAll(SECRET, '…').replaceAll('open-', '…');
  const session = await afterTurns(aCheckpointedSession({}, { store, redact }), 2);
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
  const again = aCheckpointedSession({}, { store, redact, clock: session.clock });
  expect((await again.handle.resume()).inDoubt).toMatchObject([{ callId: call.callId }]);
});
