import { createHash } from 'node:crypto';
import { aSimulatedClock } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { memorySource } from '../source/memory-source.ts';
import { addedDocuments } from '../testing/added-documents.ts';
import { channelHub } from '../testing/channel-hub.ts';
import { knownRecords } from '../testing/known-records.ts';
import { runSession } from '../testing/run-session.ts';
import type { PanelMessage, SourceMessage } from './messages.ts';
import { serveSource } from './serve-source.ts';

/** Every kind of message, and whether a source answers it: the compiler knows when one is missing. */
const KINDS = {
  ...{ look: false, attach: true, call: true, abort: false, follow: false, unfollow: false },
  ...{ alive: false, leave: false, source: false, gone: false, working: false },
  ...{ answer: false, failure: false, news: false },
} as const satisfies Readonly<Record<(PanelMessage | SourceMessage)['type'], boolean>>;

const SEAL = /,\s*"seal":\s*\{[^}]*\}/;

/** A real memory with all its parts, a digest of all that it keeps, and calls that change it. */
async function everything() {
  // A file says when it was made.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { memory, runs, checkpoints } = await runSession();
  const { longTerm, ids } = await knownRecords();
  const documents = await addedDocuments();
  onTestFinished(async () => {
    await Promise.all([memory.dispose(), longTerm.dispose(), documents.dispose()]);
  });
  const budgets: number[] = [];
  const setBudget = (tokens: number) => void budgets.push(tokens);
  const near = memorySource(memory, { longTerm, runs, checkpoints, documents, setBudget });
  const kept = async () => {
    const files = [near.storage?.exported(), near.longTerm?.exported()];
    const text = JSON.stringify([
      // The seal of a session file is another one each time.
      await Promise.all(files.map(async (file) => (await (await file)?.text())?.replace(SEAL, ''))),
      [memory.getState(), memory.history(), budgets],
      [await near.runs?.block(1), await near.checkpoints?.list()],
      [await longTerm.audit(), await longTerm.quarantine.list(), await documents.list()],
    ]);
    return createHash('sha256').update(text).digest('hex');
  };
  const [document] = (await documents.list()).items;
  const [checkpoint] = checkpoints.list();
  const [compaction] = memory.getState().compactions;
  const changes: readonly (readonly [path: string, ...args: unknown[]])[] = [
    ['longTerm.pin', ids.tea],
    ['longTerm.mute', ids.guess],
    ['longTerm.verify', ids.guess],
    ['longTerm.correct', ids.aisle, 'Ada stands.'],
    ['longTerm.forget', ids.tea],
    ['longTerm.erase', ids.order],
    [
      'longTerm.imported',
      (await (await near.longTerm?.exported())?.text())?.replace('tea', 'mate'),
    ],
    ['longTerm.documents.remove', document?.id],
    ['runs.setTitle', 1, 'Not the title'],
    ['setBudget', 1_200],
    ['bringBack', { kind: 'unmute', recordId: ids.guess }],
    ['undoCompaction', compaction?.id],
    ['checkpoints.branchFrom', checkpoint?.id],
  ];
  return { near, kept, changes };
}

/** Paths to everything of an object that can be called, and to what every object has. */
function pathsIn(part: object): readonly string[] {
  return Object.entries(part).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === 'function') return [name, `${name}.call`, `${name}.constructor`];
    if (typeof member !== 'object' || member === null) return [];
    return [`${name}.__proto__.constructor`, ...pathsIn(member).map((path) => `${name}.${path}`)];
  });
}

function callAt(source: object, path: string, args: readonly unknown[]): unknown {
  const member: unknown = path
    .split('.')
    .reduce<unknown>((part, name) => Reflect.get(Object(part), name), source);
  if (typeof member !== 'function') throw new Error(`There is no ${path}.`);
  return Reflect.apply(member, undefined, args);
}

/** A page of the origin that posts whatever it likes, and hears the answers. */
function aForger(near: DevtoolsSource) {
  const hub = channelHub();
  onTestFinished(serveSource(near, hub.join(), { clock: aSimulatedClock() }));
  const forger = hub.join();
  const to: unknown = Reflect.get(Object(hub.posted[0]), 'from');
  const waiting = new Map<unknown, { readonly from: string; resolve(type: unknown): void }>();
  forger.listen((message) => {
    const body: unknown = Reflect.get(Object(message), 'body');
    const type: unknown = Reflect.get(Object(body), 'type');
    if (type !== 'answer' && type !== 'failure') return;
    waiting.get(Reflect.get(Object(body), 'id'))?.resolve(type);
  });
  let nextId = 0;
  /** Resolves with the kind of the answer, or when there will be none. */
  return (from: string, body: { readonly type: keyof typeof KINDS }): Promise<unknown> => {
    const id = nextId++;
    forger.post({ agentMemoryDevtools: 1, from, to, body: { id, ...body } });
    return new Promise((resolve) => {
      if (KINDS[body.type]) waiting.set(id, { from, resolve });
      else resolve(undefined);
      if (body.type !== 'leave') return;
      for (const one of waiting.values()) if (one.from === from) one.resolve('left');
    });
  };
}

test('[DEV-8] no message on a channel changes anything of a memory, whatever its kind, path and arguments', async () => {
  const { near, kept, changes } = await everything();
  const tell = aForger(near);
  const before = await kept();
  const anArgument = fc.oneof(
    fc.constantFrom(...changes.flatMap(([, ...args]) => args)),
    fc.constantFrom<unknown>({ limit: 5 }, { text: 'tea' }, { from: 0, limit: 5 }, 3, {}),
    fc.jsonValue(),
  );
  const aCall = fc.oneof(
    fc.constantFrom(...changes).map(([path, ...args]) => ({ path, args })),
    fc.record({
      path: fc.constantFrom('constructor', '__proto__.constructor', ...pathsIn(near)),
      args: fc.array(anArgument, { maxLength: 3 }),
    }),
  );
  const aMessage = fc
    .record({
      // Most are calls: the other kinds have no arguments.
      type: fc.oneof(
        { weight: 3, arbitrary: fc.constant('call' as const) },
        fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])),
      ),
      past: fc.constantFrom<unknown>(undefined, undefined, 3),
      call: aCall,
      signalAt: fc.constantFrom<unknown>(undefined, 0, 1),
    })
    .map(({ call, ...message }) => ({ ...message, args: call.args, path: call.path.split('.') }));
  const aSender = fc.constantFrom('forger', 'another');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(aSender, aMessage), { minLength: 6, maxLength: 12 }),
      async (messages) => {
        await Promise.all(messages.map(([from, message]) => tell(from, message)));
      },
    ),
    { numRuns: 400 },
  );
  expect(await kept()).toBe(before);
});

test('[DEV-8] each of these changes is seen where the page itself makes it, and refused over a channel', async () => {
  const { near, kept, changes } = await everything();
  const tell = aForger(near);
  for (const [path, ...args] of changes) {
    const before = await kept();
    const call = { type: 'call', path: path.split('.'), args } as const;
    expect([path, await tell('forger', call)]).toEqual([path, 'failure']);
    expect([path, await kept()]).toEqual([path, before]);
    await callAt(near, path, args);
    expect([path, (await kept()) === before]).toEqual([path, false]);
  }
});
