import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runSession } from '../testing/run-session.ts';
import { timeSession } from '../testing/time-session.ts';
import { happenings, type SentThen, ToldSession } from '../testing/told-session.ts';
import type { DevtoolsSource } from './devtools-source.ts';
import { planFacts } from './devtools-source.ts';
import { memorySource } from './memory-source.ts';

const SEED = 20_261_123;

async function pastOf(source: DevtoolsSource, call: number): Promise<DevtoolsSource> {
  const past = await source.at(call);
  if (!past) throw new Error(`Call ${call} cannot be shown.`);
  return past;
}

async function expectAsThen(past: DevtoolsSource, then: SentThen): Promise<void> {
  const { plan, entries, decisions, compactions, ledger } = then;
  const state = past.getState();
  expect(state.plan).toEqual(planFacts(plan));
  expect(state.entries).toBe(entries.length);
  expect(state.compactions).toEqual(compactions);
  // History drops the oldest reports; nobody is shown how many there were.
  expect({ ...state.ledger, reports: 0 }).toEqual({ ...ledger, reports: 0 });
  for (const { id, message } of plan.items) expect(await past.sentMessage(id)).toEqual(message);
  for (const entry of entries) expect(await past.entry(entry.seq)).toEqual(entry);
  expect(await past.entry(entries.length)).toBeUndefined();
  const explained = await Promise.all(entries.map(({ id }) => past.explain(id)));
  expect(explained).toEqual(decisions);
  expect(await past.contextIn('openai')).toEqual(then.openAi);
  expect(await past.archived()).toEqual(then.archived);
}

test('[HIS-1] [DEV-5] the past shows what was assembled then, wherever the session has gone since', async () => {
  let calls = 0;
  let condensed = 0;
  await fc.assert(
    fc.asyncProperty(happenings, async (all) => {
      const session = new ToldSession();
      await session.tell(all);
      const source = memorySource(session.memory);
      const known = await source.calls(1);
      expect(known.map(({ call }) => call)).toEqual(session.sent.map(({ call }) => call));
      for (const then of session.sent) {
        await expectAsThen(await pastOf(source, then.call), then);
        calls += 1;
        if (then.archived) condensed += 1;
      }
    }),
    { seed: SEED, numRuns: 10 },
  );
  expect(calls).toBeGreaterThan(0);
  expect(condensed).toBeGreaterThan(0);
});

test('[DEV-5] says which call of how many it stands for, when that was, and stays so', async () => {
  const memory = await timeSession();
  const source = memorySource(memory);
  const past = await pastOf(source, 20);
  const [call] = await source.calls(20);
  expect(past.past).toEqual({ call: 20, atMs: call?.atMs, lastCall: 60 });
  expect(source.past).toBeUndefined();
  const state = past.getState();
  expect(state).toMatchObject({ planAtMs: call?.atMs, calls: { first: 1, last: 60 } });
  const before = structuredClone(state);
  const first = await past.entry(0);
  await memory.moveHead(null);
  await memory.append({ role: 'user', content: 'Something else.' });
  await memory.assemble();
  expect(past.getState()).toBe(state);
  expect(state).toEqual(before);
  expect(await past.entry(0)).toBe(first);
  expect((await past.find('PAY-9C0417', 'considered')).seqs.size).toBe(0);
  expect((await past.find('PAY-9C0417', 'sent')).itemIds).toEqual(new Set([first?.id]));
});

test('[DEV-5] from the past one gets to every other call', async () => {
  const source = memorySource(await timeSession());
  const past = await pastOf(source, 20);
  expect(await past.calls(1)).toEqual(await source.calls(1));
  expect((await pastOf(past, 40)).past?.call).toBe(40);
});

test.each([0, 61, -1, 1.5, Number.NaN])(
  '[DEV-5] there is no past of call %d of 60',
  async (call) => {
    expect(await memorySource(await timeSession()).at(call)).toBeUndefined();
  },
);

test('[DEV-5] the past cannot be changed, and says so', async () => {
  const memory = await timeSession();
  const past = await pastOf(memorySource(memory), 20);
  const history = memory.history();
  const { signal } = new AbortController();
  await expect(past.compact()).rejects.toThrow(
    'This is call 20 of 60: the past cannot be changed, and nothing was. Go back to live to compact.',
  );
  await expect(past.previewCompaction({ signal })).rejects.toThrow('Go back to live to compact.');
  await expect(past.undoCompaction('any')).rejects.toThrow('to take a compaction back.');
  expect(memory.history()).toEqual(history);
});

test('[DEV-5] [RUN-1] shows the runs as they had come, the last one still going on', async () => {
  const { memory, runs, checkpoints } = await runSession();
  const source = memorySource(memory, { runs, checkpoints });
  const last = (await source.calls(1)).at(-1)?.call ?? 0;
  const past = await pastOf(source, 2);
  const { entries } = past.getState();
  const listed = (await past.runs?.list()) ?? [];
  const now = runs.runs();
  expect(listed.length).toBeGreaterThan(1);
  expect(listed.length).toBeLessThan(now.length);
  expect(listed.slice(0, -1)).toEqual(now.slice(0, listed.length - 1));
  expect(listed.at(-1)).toMatchObject({ toSeq: entries, isClosed: false });
  expect(await past.runs?.block(1)).toEqual(await runs.block(1));
  expect(await past.runs?.block(listed.length)).toBeUndefined();
  expect(await past.runs?.request(1)).toBe(runs.request(1));
  expect(await past.runs?.request(listed.length + 1)).toBe('');
  await expect(past.runs?.setTitle(1, 'Mine')).rejects.toThrow('to set a title.');
  const recalling = memory.entries().findLast(({ message }) => message.role === 'tool');
  const newest = await pastOf(source, last);
  expect(await newest.runs?.recalled(recalling?.seq ?? 0)).toMatchObject({ seqs: [0] });
  await memory.moveHead(null);
  await expect(past.runs?.list()).rejects.toThrow('has gone on somewhere else since');
});

test('[DEV-5] [CKP-1] shows the checkpoints that there were, and goes back to none', async () => {
  const { memory, runs, checkpoints } = await runSession();
  const source = memorySource(memory, { runs, checkpoints });
  const past = await pastOf(source, 2);
  const now = await source.checkpoints?.list();
  const listed = await past.checkpoints?.list();
  expect(listed?.length).toBeGreaterThan(0);
  expect(listed).toEqual(now?.filter(({ call }) => call < 2));
  await expect(past.checkpoints?.resumption()).rejects.toThrow('the past cannot be changed');
  await expect(past.checkpoints?.branchFrom(listed?.[0]?.id ?? '')).rejects.toThrow(
    'Go back to live',
  );
});
