import { aSimulatedClock } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { memorySource } from '../source/memory-source.ts';
import { channelHub } from '../testing/channel-hub.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { knownRecords } from '../testing/known-records.ts';
import { firstRemoteSource, reachedOver } from '../testing/reached-over.ts';
import { richSession } from '../testing/rich-session.ts';
import { runSession } from '../testing/run-session.ts';
import { describeSource } from '../testing/source-contract.ts';
import { PACE_MS } from './channel.ts';
import { findSources } from './found-sources.ts';
import { remoteSource } from './remote-source.ts';
import { serveSource } from './serve-source.ts';

describeSource('a source of the same page', async (source) => ({
  source,
  close: () => undefined,
}));

describeSource('a source over a channel within the process', (near) => {
  const hub = channelHub();
  return reachedOver(near, hub.join(), hub.join());
});

/** A source on a hub, with whatever else is on it. */
function served(near: DevtoolsSource = memorySource(richSession().memory)) {
  const clock = aSimulatedClock();
  const hub = channelHub();
  const stop = serveSource(near, hub.join(), { clock });
  onTestFinished(stop);
  return { clock, hub, stop };
}

/** Lets everything that was posted arrive and be answered, on a hub and a clock of a test. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

test('[DEV-8] nothing is sent while nobody listens, and the memory is not subscribed', async () => {
  const { memory, plan } = richSession();
  const { hub } = served(memorySource(memory));
  const announced = hub.posted.length;
  for (let turn = 0; turn < 100; turn += 1) memory.assemble({ ...plan });
  await settled();
  expect(hub.posted).toHaveLength(announced);
  expect(memory.listenerCount).toBe(0);
});

test('[DEV-8] however much happens between two looks, one state crosses, and no text with it', async () => {
  const { memory, plan } = richSession();
  const { hub, clock } = served(memorySource(memory));
  const { source, close } = await firstRemoteSource(hub.join(), clock);
  onTestFinished(close);
  source.subscribe(() => undefined);
  await settled();
  const before = hub.posted.length;
  for (let turn = 1; turn <= 10_000; turn += 1) {
    memory.setState({ entries: turn });
    if (turn % 1_000 === 0) memory.assemble({ ...plan, totalTokens: turn });
  }
  await settled();
  clock.advance(PACE_MS);
  await settled();
  expect(source.getState()).toMatchObject({ entries: 10_000, plan: { totalTokens: 10_000 } });
  const crossed = hub.posted.slice(before);
  expect(crossed.length).toBeLessThanOrEqual(4);
  expect(JSON.stringify(hub.posted)).not.toContain('Which chains do you have');
});

test('[DEV-8] a plan that was made again crosses as the items that changed', async () => {
  const { memory, plan } = richSession();
  const { hub, clock } = served(memorySource(memory));
  const { source, close } = await firstRemoteSource(hub.join(), clock);
  onTestFinished(close);
  source.subscribe(() => undefined);
  await settled();
  clock.advance(PACE_MS);
  await settled();
  const whole = JSON.stringify(source.getState()).length;
  const before = hub.posted.length;
  memory.assemble({ ...plan, items: plan.items.slice(0, -1), totalTokens: 7 });
  await settled();
  expect(source.getState().plan?.items).toHaveLength(plan.items.length - 1);
  expect(JSON.stringify(hub.posted.slice(before)).length).toBeLessThan(whole / 8);
});

test('[DEV-8] a question to a page that went away rejects in words, and so does the next', async () => {
  const near = memorySource(richSession().memory);
  const { hub, clock, stop } = served({ ...near, lostValues: () => new Promise(() => undefined) });
  const { source, connection, close } = await firstRemoteSource(hub.join(), clock);
  onTestFinished(close);
  const asking = Promise.resolve(source.lostValues('compaction-1'));
  await settled();
  stop();
  await expect(asking).rejects.toThrow('was closed, or has stopped showing it');
  await expect(source.archived()).rejects.toThrow('was closed');
  expect(connection.getState()).toMatchObject({ status: 'lost' });
  expect(source.getState().plan?.totalTokens).toBe(1_988);
});

test('[DEV-8] silence is told within 10 s, and after 150 s where the page had begun to work', async () => {
  const near = memorySource(richSession().memory);
  const hub = channelHub();
  const [asleep, clock] = [aSimulatedClock(), aSimulatedClock()];
  onTestFinished(
    serveSource({ ...near, lostValues: () => new Promise(() => undefined) }, hub.join(), {
      clock: asleep,
    }),
  );
  const { source, close } = await firstRemoteSource(hub.join(), clock);
  onTestFinished(close);
  const outcomes: string[] = [];
  const asking = Promise.resolve(source.lostValues('compaction-1')).catch((error: Error) =>
    outcomes.push(error.message),
  );
  await settled();
  clock.advance(149_000);
  await settled();
  expect(outcomes).toEqual([]);
  clock.advance(1_000);
  await asking;
  expect(outcomes[0]).toContain('did not answer within 150 s');
  await expect(
    Promise.all([
      remoteSource(channelHub().join(), 'nobody', clock),
      settled().then(() => clock.advance(10_000)),
    ]),
  ).rejects.toThrow('did not answer within 10 s');
});

test('[DEV-8] a panel that fell silent is let go, and is served again when it comes back', async () => {
  const { memory } = richSession();
  const { hub, clock: there } = served(memorySource(memory));
  const clock = aSimulatedClock();
  const { source, close } = await firstRemoteSource(hub.join(), clock);
  onTestFinished(close);
  source.subscribe(() => undefined);
  await settled();
  expect(memory.listenerCount).toBeGreaterThan(0);
  there.advance(150_000);
  expect(memory.listenerCount).toBe(0);
  memory.setState({ entries: 4_127 });
  clock.advance(20_000);
  await settled();
  expect(source.getState().entries).toBe(4_127);
});

test('[DEV-8] damaged and hostile messages are ignored by either side', async () => {
  const { hub, clock } = served();
  const { source, close } = await firstRemoteSource(hub.join(), clock);
  onTestFinished(close);
  source.subscribe(() => undefined);
  await settled();
  const before = source.getState();
  const attacker = hub.join();
  const froms = [...new Set(hub.posted.map((message) => Reflect.get(Object(message), 'from')))];
  await fc.assert(
    fc.asyncProperty(aMessage(froms), async (message) => {
      attacker.post(message);
      await settled();
    }),
    { seed: 8, numRuns: 2_000 },
  );
  expect(Object.prototype).not.toHaveProperty('polluted');
  expect(await source.sentMessage('entry-15')).toBeDefined();
  expect(source.getState()).toEqual(before);
});

/** A message of any form, or one of ours with wrong content, from and to anyone who is on the channel. */
function aMessage(peers: readonly unknown[]): fc.Arbitrary<unknown> {
  const aPeer = fc.constantFrom<unknown>(...peers, undefined, 7);
  const aType = fc.constantFrom(
    ...['look', 'attach', 'call', 'abort', 'follow', 'unfollow', 'alive'],
    ...['source', 'working', 'answer', 'failure', 'news', 'none'],
  );
  const aPath = fc.constantFrom(
    ['__proto__', 'polluted'],
    ['constructor'],
    ['longTerm', 'erase'],
    ['getState', 'call'],
    ['find', 'bind'],
    'find',
  );
  const aState = fc.record({
    version: fc.constantFrom(1, 2, -1, 'one'),
    base: fc.constantFrom(0, 1, 99),
    change: fc.oneof(
      fc.jsonValue(),
      fc.record({ kind: fc.constantFrom('list', 'fields', 'whole') }),
    ),
  });
  const body = fc.record(
    {
      type: aType,
      id: fc.constantFrom<unknown>(900, -3, 'x'),
      path: aPath,
      past: fc.constantFrom<unknown>(undefined, 'first'),
      args: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
      state: aState,
      value: fc.jsonValue(),
      error: fc.jsonValue(),
    },
    { requiredKeys: ['type'] },
  );
  const ours = fc.record({
    agentMemoryDevtools: fc.constantFrom<unknown>(1, 2, 'one'),
    from: aPeer,
    to: aPeer,
    body,
  });
  return fc.oneof(fc.jsonValue(), ours);
}

test('[DEV-8] a page of another version is listed, and says which side to update', async () => {
  const hub = channelHub();
  const clock = aSimulatedClock();
  const newer = hub.join();
  newer.listen((message) => {
    const body = { type: 'source', name: 'Support', page: 'Shop' };
    const to: unknown = Reflect.get(Object(message), 'from');
    newer.post({ agentMemoryDevtools: 2, from: 'newer', to, body });
  });
  const found = findSources(hub.join(), clock);
  onTestFinished(found.stop);
  await settled();
  expect(found.getState()[0]?.problem).toBe(
    'Its page has a newer version of the devtools (protocol 2; here 1). Update @agent-memory/devtools in this page.',
  );
});

/** Everything of a source that changes something or costs a model call. */
const CHANGES = [
  ...['previewCompaction', 'compact', 'undoCompaction', 'setBudget', 'bringBack'],
  ...['pin', 'unpin', 'mute', 'unmute', 'verify', 'reject', 'correct', 'forget', 'restore'].map(
    (name) => `longTerm.${name}`,
  ),
  ...['erase', 'eraseNamespace', 'imported', 'release', 'eraseHeld', 'documents.remove'].map(
    (name) => `longTerm.${name}`,
  ),
  ...['storage.keep', 'storage.writeBack', 'storage.reload'],
  ...['runs.setTitle', 'checkpoints.branchFrom'],
];

/** A source that has everything, and notes what was called of it. */
async function everything() {
  const { memory, runs, checkpoints } = await runSession();
  onTestFinished(() => memory.dispose());
  const { longTerm } = await knownRecords();
  const called: string[] = [];
  const source = memorySource(memory, { longTerm, runs, checkpoints });
  const part = <Part extends object>(given: Part, path: string): Part => {
    const names = CHANGES.filter((name) => name.startsWith(path))
      .map((name) => name.slice(path.length))
      .filter((name) => !name.includes('.'));
    const noting = names.map((name) => [name, () => called.push(`${path}${name}`)]);
    return { ...given, ...Object.fromEntries(noting) };
  };
  const { longTerm: records, storage, runs: itsRuns, checkpoints: itsCheckpoints } = source;
  if (!records || !storage || !itsRuns || !itsCheckpoints) throw new Error('It has all parts.');
  const documents = { remove: () => called.push('longTerm.documents.remove') };
  const near: DevtoolsSource = {
    ...part(source, ''),
    longTerm: { ...part(records, 'longTerm.'), ...({ documents } as object) },
    storage: part(storage, 'storage.'),
    runs: part(itsRuns, 'runs.'),
    checkpoints: part(itsCheckpoints, 'checkpoints.'),
  };
  return { near, called };
}

/** A function of a source by its path; `undefined` where there is none. */
function functionAt(source: unknown, path: string): (() => unknown) | undefined {
  const found: unknown = path
    .split('.')
    .reduce<unknown>((part, name) => Reflect.get(Object(part), name), source);
  return typeof found === 'function' ? () => Reflect.apply(found, undefined, []) : undefined;
}

test('[DEV-8] over a channel a memory can be read, and nothing of it changed', async () => {
  const { near, called } = await everything();
  for (const path of CHANGES) functionAt(near, path)?.();
  expect(called).toEqual(CHANGES);
  called.length = 0;
  const { hub, clock } = served(near);
  const { source, close } = await firstRemoteSource(hub.join(), clock);
  onTestFinished(close);
  expect(source.readOnly).toMatch(/^Read-only: .* open the devtools in that page\.$/);
  const offered = CHANGES.filter((path) => functionAt(source, path) !== undefined);
  expect(CHANGES.filter((path) => !offered.includes(path))).toEqual([
    ...['setBudget', 'bringBack', 'storage.keep', 'storage.writeBack', 'storage.reload'],
  ]);
  for (const path of offered) {
    await expect(functionAt(source, path)?.()).rejects.toThrow(source.readOnly);
  }
  expect(called).toEqual([]);
});

test('[DEV-8] a page of the origin that posts changes by itself is refused, whatever it says', async () => {
  const { near, called } = await everything();
  const { hub } = served(near);
  const attacker = hub.join();
  const answers: unknown[] = [];
  attacker.listen((message) => {
    const body: unknown = Reflect.get(Object(message), 'body');
    const type: unknown = Reflect.get(Object(body), 'type');
    if (type === 'answer' || type === 'failure') answers.push(type);
  });
  const to: unknown = Reflect.get(Object(hub.posted[0]), 'from');
  for (const [id, path] of CHANGES.entries()) {
    const call = { type: 'call', id, path: path.split('.'), args: ['x'] };
    attacker.post({ agentMemoryDevtools: 1, from: 'attacker', to, body: call });
  }
  await settled();
  expect(answers).toEqual(CHANGES.map(() => 'failure'));
  expect(called).toEqual([]);
});

test('[DEV-8] several sources are found by name, also those that come later, until they go', async () => {
  const hub = channelHub();
  const clock = aSimulatedClock();
  const serve = (name: string) =>
    serveSource(memorySource(new FixtureMemory()), hub.join(), { name, clock });
  const stopSupport = serve('Support');
  const found = findSources(hub.join(), clock);
  onTestFinished(found.stop);
  const names = () => found.getState().map(({ name }) => name);
  await settled();
  expect(names()).toEqual(['Support']);
  onTestFinished(serve('Research'));
  await settled();
  expect(names()).toEqual(['Support', 'Research']);
  stopSupport();
  await settled();
  expect(names()).toEqual(['Research']);
  const [research] = found.getState();
  const { source, close } = await remoteSource(hub.join(), research?.id ?? '', clock);
  onTestFinished(close);
  expect(source.getState().entries).toBe(0);
});
