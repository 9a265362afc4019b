import type { HistoryRecord } from '@agent-memory/core';
import { someHistory } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { newerKind } from '../testing/newer-kind.ts';
import { aCompaction, aMessage, anEntry, anItem, aPlan } from '../testing/plan-fixture.ts';
import { timeSession } from '../testing/time-session.ts';
import { CallLog, keptCalls } from './call-log.ts';
import { memorySource } from './memory-source.ts';

/** The calls that a log tells of a history that it reads at once. */
function atOnce(records: readonly HistoryRecord[]) {
  const log = new CallLog();
  log.read(records, []);
  return log.from(0);
}

test('[DEV-5] the figures of each call are those of its plan', async () => {
  const memory = await timeSession();
  const calls = await memorySource(memory).calls(1);
  for (const { call, ...facts } of calls) {
    const plan = await memory.stateAt(call);
    expect(facts).toMatchObject({
      entries: plan?.transcriptLength,
      totalTokens: plan?.totalTokens,
      tokenSource: plan?.tokenSource,
      tierTokens: Object.fromEntries(
        Object.entries(plan?.tiers ?? {}).map(([tier, { tokens }]) => [tier, tokens]),
      ),
      inputTokens: plan?.budget.inputTokens,
      highTokens: plan?.budget.highTokens,
      lowTokens: plan?.budget.lowTokens,
      epoch: plan?.epoch,
      ...(call % 2 === 0 && { reportedTokens: (plan?.totalTokens ?? 0) + 12 }),
    });
  }
});

test('[DEV-5] a mark stands at the call behind what happened', async () => {
  const memory = await timeSession();
  const calls = await memorySource(memory).calls(1);
  const marks = (call: number) => calls[call - 1]?.marks ?? [];
  expect(marks(15)).toContain('compaction');
  expect(marks(16)).toContain('undo');
  expect(marks(16)).not.toContain('compaction');
  expect(marks(31)).toEqual(expect.arrayContaining(['refusal', 'head-move']));
  expect(marks(41)).toContain('settings');
  expect(marks(50)).toContain('error');
  expect(marks(51)).not.toContain('error');
  const [undo] = memory.getState().compactions.filter(({ trigger }) => trigger === 'undo');
  expect(calls[15]?.compactionIds).toEqual([undo?.id]);
  expect(calls.flatMap(({ compactionIds }) => compactionIds)).toEqual(
    memory.getState().compactions.map(({ id }) => id),
  );
});

test('[DEV-5] history alone tells the calls, undos among them', async () => {
  const memory = await timeSession();
  const calls = await memorySource(memory).calls(1);
  expect(atOnce(memory.history())).toEqual(calls);
});

test('[DEV-5] read record by record, it says what it says when read at once', async () => {
  const memory = await timeSession();
  const records = [...memory.history(), ...someHistory(500, 560)].map((record, index) => ({
    ...record,
    index,
  }));
  const log = new CallLog();
  for (let length = 0; length <= records.length; length += 1) {
    const known = records.slice(0, length);
    log.read(known, []);
    if (length % 20 === 0) expect(log.from(0)).toEqual(atOnce(known));
  }
});

test('[DEV-5] calls that history has dropped are dropped, and another history is read again', () => {
  const records = someHistory(0, 60);
  const log = new CallLog();
  log.read(records, []);
  const before = log.from(0);
  const kept = records.slice(12);
  log.read(kept, []);
  expect(log.from(0)).toEqual(before.filter(({ call }) => call >= keptCalls(kept).first));
  expect(log.from(0).map(({ call }) => call)).toEqual(atOnce(kept).map(({ call }) => call));
  const others = someHistory(0, 30);
  log.read(others, []);
  expect(log.from(0)).toEqual(atOnce(others));
  log.read([], []);
  expect(log.from(0)).toEqual([]);
});

test('[DEV-5] reads each record once, also when history drops its oldest', () => {
  let reads = 0;
  const records = someHistory(0, 120).map((record) => ({
    ...record,
    get kind() {
      reads += 1;
      return record.kind;
    },
    // A record with its kind behind a counter is the record that it was.
  })) as readonly HistoryRecord[];
  const log = new CallLog();
  log.read(records.slice(0, 100), []);
  const readsOfHundred = reads;
  reads = 0;
  log.read(records.slice(48, 101), []);
  expect(log.from(0).at(0)?.call).toBe(49);
  expect(readsOfHundred).toBeGreaterThanOrEqual(100);
  expect(reads).toBeLessThan(20);
});

test('[DEV-5] where everything that was read is dropped, what stands there now is read', () => {
  const log = new CallLog();
  log.read(someHistory(0, 30), []);
  const later = someHistory(60, 90);
  log.read(later, []);
  expect(log.from(0)).toEqual(atOnce(later));
});

test('[DEV-5] gives the calls from a number on, and none beyond the last', () => {
  const log = new CallLog();
  log.read(someHistory(0, 60), []);
  const calls = log.from(0).map(({ call }) => call);
  expect(log.from(31).map(({ call }) => call)).toEqual(calls.filter((call) => call >= 31));
  expect(log.from(1_000)).toEqual([]);
});

test('[DEV-5] the first call that is kept is the first whose surroundings are known', () => {
  const [whole, ...others] = someHistory(0, 12);
  if (whole?.kind !== 'context') throw new Error('The first record is a context.');
  const partial = { ...whole, changed: {} };
  expect(keptCalls([partial, ...others])).toEqual({ first: 7, last: 7 });
  expect(atOnce([partial, ...others]).map(({ call }) => call)).toEqual([7]);
  expect(keptCalls([])).toEqual({ first: 0, last: 0 });
});

test('[DEV-5] a record of a kind that came later disturbs nothing', () => {
  const [first, ...others] = someHistory(0, 12);
  const later = others.map((record) =>
    record.kind === 'usage' ? { ...record, kind: newerKind<'usage'>('checkpoint') } : record,
  );
  expect(atOnce(first ? [first, ...later] : []).map(({ call }) => call)).toEqual([1, 7]);
});

test('[DEV-5] a summariser that failed is an error at the call behind it', () => {
  const records = someHistory(0, 7);
  const log = new CallLog();
  log.read(records, [aCompaction({ id: 'compaction-1', summaryFailure: 'It did not answer.' })]);
  expect(log.from(7).at(0)?.marks).toEqual(
    expect.arrayContaining(['compaction', 'error', 'head-move', 'settings', 'refusal']),
  );
});

test('[DEV-5] the state names the calls that are kept, and reads none of them', () => {
  const memory = new FixtureMemory();
  const source = memorySource(memory);
  expect(source.getState().calls).toEqual({ first: 0, last: 0 });
  for (const tokens of [10, 20, 30]) {
    memory.assemble(aPlan([anItem(anEntry(0, aMessage('user', 'x'), tokens), 'working')]));
  }
  expect(source.getState().calls).toEqual({ first: 1, last: 3 });
  const refused = aPlan([], { isRefused: true });
  memory.assemble(refused);
  expect(source.getState().calls).toEqual({ first: 1, last: 3 });
});
