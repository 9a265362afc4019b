import { errorText } from '@agent-memory/core/internal';
import * as check from '../platform/check-argument.ts';
import { standingOf } from '../records/standing.ts';
import { USERS_SOURCES } from '../records/users-word.ts';
import { checkAbout, checkOptions, checkRef, checkTarget } from './call-arguments.ts';
import { Changes } from './changes.ts';
import type { LongTermMemoryOptions } from './check-options.ts';
import { Drafts } from './drafts.ts';
import { Eraser } from './eraser.ts';
import type { Listeners } from './events.ts';
import { IndexedRecords } from './indexed-records.ts';
import { Listing } from './listing.ts';
import type { CallOptions, LongTermMemory, RecordRef } from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';
import { readOptions } from './options.ts';
import { NOTHING_WHILE_PAUSED, Pause } from './pause.ts';
import { QuarantineKeeper } from './quarantine-keeper.ts';
import { Readable } from './readable.ts';
import { documentOf } from './record-document.ts';
import { RecordFiles } from './record-files.ts';
import { Retriever } from './retriever.ts';
import { draftOfSummary, startOfSession } from './session-memory.ts';
import { Sweeper } from './sweeper.ts';

/** The calls of a memory whose code is there; its listeners are with the one that was made first. */
export type OpenedMemory = Omit<LongTermMemory, 'subscribe'>;

/** Puts the parts of a memory together. */
export function openLongTermMemory(
  options: LongTermMemoryOptions,
  listeners: Listeners,
): OpenedMemory {
  const settings = readOptions(options);
  const { store, index, clock, namespaces, people } = settings;
  const nowMs = () => Math.floor(clock.nowMs());
  const onProblem = (sentence: string) =>
    listeners.tell(() => ({ type: 'degradation-add', sentence }));
  const records = new IndexedRecords({
    store,
    index,
    documentOf,
    onStart: () => sweeper.start(),
    onWritten: (written) => listeners.tell(() => ({ type: 'record-change', ...written })),
    onProblem,
  });
  const parts: MemoryParts = { settings, records, listeners, onProblem, nowMs };
  const readable = new Readable(store, namespaces);
  // What a memory changes, erases and exports lies in its own namespaces.
  const own = new Readable(store, { ...namespaces, alsoRead: [] });
  const quarantine = new QuarantineKeeper(parts, own);
  const pause = new Pause(parts);
  const drafts = new Drafts(parts, own, quarantine, pause);
  const changes = new Changes(parts, own, drafts);
  const retriever = new Retriever(parts, readable);
  const listing = new Listing(parts, readable);
  const eraser = new Eraser(parts, new Listing(parts, own), own);
  const files = new RecordFiles(parts, own);
  const sweeper = new Sweeper({
    address: store.address,
    everyMs: settings.sweepEveryMs,
    clock,
    sweep,
  });

  async function sweep() {
    try {
      await cleanup({});
    } catch (error) {
      onProblem(`The sweep failed; what is over is still not given out. ${errorText(error)}`);
    }
  }

  async function cleanup(call: CallOptions) {
    await quarantine.sweep(call);
    return changes.cleanup(call);
  }

  async function run<Result>(
    call: string,
    options: CallOptions,
    work: () => Promise<Result>,
  ): Promise<Result> {
    checkOptions(options, call);
    return records.run(work, options.signal);
  }

  function onRecord<Result>(
    call: string,
    ref: RecordRef,
    options: CallOptions,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return run(call, options, () => {
      checkRef(ref, call);
      return work();
    });
  }

  const memory: OpenedMemory = {
    get ready() {
      return records.begin(undefined);
    },
    store: (draft, options = {}) =>
      run('store', options, () => drafts.store(draft, options.signal)),
    retrieve: (query, options = {}) =>
      run('retrieve', options, async () => {
        checkAbout(query, 'retrieve');
        if (await pause.isPaused({ signal: options.signal })) return NOTHING_WHILE_PAUSED;
        return retriever.retrieve(query, options);
      }),
    update: (ref, update, options = {}) =>
      onRecord('update', ref, options, () => changes.update(ref, update, options)),
    forget: (ref, options = {}) =>
      onRecord('forget', ref, options, () => changes.forget(ref, options)),
    restore: (ref, options = {}) =>
      onRecord('restore', ref, options, () => changes.restore(ref, options)),
    correct: (ref, text, options) =>
      memory.update(ref, { text, source: 'user_correction' }, options),
    verify: (ref, options = {}) =>
      onRecord('verify', ref, options, () => changes.verify(ref, options)),
    reject: (ref, options = {}) =>
      onRecord('reject', ref, options, () => changes.reject(ref, options)),
    pin: (ref, options = {}) =>
      onRecord('pin', ref, options, () => changes.pin(ref, true, options)),
    unpin: (ref, options = {}) =>
      onRecord('unpin', ref, options, () => changes.pin(ref, false, options)),
    mute: (ref, options = {}) =>
      onRecord('mute', ref, options, () => changes.mute(ref, true, options)),
    unmute: (ref, options = {}) =>
      onRecord('unmute', ref, options, () => changes.mute(ref, false, options)),
    async get(key, given = {}) {
      const { namespace, ...options } = check.objectOf(given, 'get') as typeof given;
      const known = await memory.record(
        namespace === undefined ? { key } : { key, namespace },
        options,
      );
      if (!known || standingOf(known.record, nowMs()) !== 'active') return undefined;
      const { value, text } = known.record;
      return value === undefined ? text : value;
    },
    async set(key, value, given = {}) {
      const { signal, ...draft } = check.objectOf(given, 'set') as typeof given;
      const defaults = { type: 'user', kind: 'fact', source: 'user_stated' } as const;
      const source = draft.source ?? defaults.source;
      const evenIfErased = draft.evenIfErased ?? USERS_SOURCES.includes(source);
      return memory.store({ ...defaults, ...draft, source, evenIfErased, key, value }, { signal });
    },
    list: (filter = {}, options = {}) =>
      run('list', options, async () => {
        checkAbout(filter, 'list');
        return listing.list(filter, options);
      }),
    record: (ref, options = {}) =>
      onRecord('record', ref, options, async () => {
        const record = await readable.find(ref, options);
        return record && people.read(record, nowMs());
      }),
    namespaces: (options = {}) =>
      run('namespaces', options, () => readable.namespaces(undefined, options)),
    asOf: (timeMs, filter = {}, options = {}) =>
      run('asOf', options, async () => {
        check.checkValue(timeMs, 'asOf.timeMs', check.aNumber);
        checkAbout(filter, 'asOf');
        return listing.asOf(timeMs, filter, options);
      }),
    history: (id, options = {}) =>
      run('history', options, async () => {
        check.checkValue(id, 'history.id', check.aName);
        return listing.history(id, options);
      }),
    audit: (options = {}) => run('audit', options, () => listing.audit(options)),
    summarizeSession: (summary, options = {}) =>
      run('summarizeSession', options, async () => {
        checkAbout(summary, 'summarizeSession');
        return drafts.store(draftOfSummary(summary), options.signal);
      }),
    startOf: (start, options = {}) =>
      run('startOf', options, async () => {
        checkAbout(start, 'startOf');
        if (await pause.isPaused(options)) return { strategies: [], episodes: [] };
        return startOfSession(start, { listing, retriever }, options);
      }),
    quarantine: {
      list: (options = {}) => run('quarantine.list', options, () => quarantine.list(options)),
      release: (id, options = {}) =>
        run('quarantine.release', options, async () => {
          check.checkValue(id, 'quarantine.release.id', check.aName);
          return quarantine.release(id, options);
        }),
      erase: (id, options = {}) =>
        run('quarantine.erase', options, async () => {
          check.checkValue(id, 'quarantine.erase.id', check.aName);
          return eraser.eraseHeld(id, options);
        }),
    },
    cleanup: (options = {}) => run('cleanup', options, () => cleanup(options)),
    erase: (target, options = {}) =>
      run('erase', options, async () => {
        checkTarget(target);
        const report = await eraser.erase(target, options);
        if ('everything' in target) await pause.erasePast(options);
        return report;
      }),
    pause: (options = {}) => run('pause', options, () => pause.set(true, options)),
    resume: (options = {}) => run('resume', options, () => pause.set(false, options)),
    isPaused: (options = {}) => run('isPaused', options, () => pause.isPaused(options)),
    pauses: (options = {}) => run('pauses', options, () => pause.all(options)),
    async *exportLines(options = {}) {
      checkOptions(options, 'exportLines');
      await records.begin(options.signal);
      yield* files.export(options);
    },
    importLines: (lines, options = {}) =>
      run('importLines', options, () => files.import(lines, options)),
    async dispose() {
      await records.close(() => sweeper.stop());
    },
  };
  return memory;
}
