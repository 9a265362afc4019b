import { CodeUnavailableError, systemClock } from '@agent-memory/core';
import { LongTermMemoryClosedError } from '../errors/record-errors.ts';
import * as check from '../platform/check-argument.ts';
import { checkMemoryOptions, type LongTermMemoryOptions } from './check-options.ts';
import { Listeners, lossSentence } from './events.ts';
import type { LongTermMemory } from './long-term-memory.ts';
import type { OpenedMemory } from './open-long-term-memory.ts';

type CallName = Exclude<keyof OpenedMemory, 'ready' | 'quarantine' | 'exportLines' | 'dispose'>;

/**
 * A long-term memory [LTM-1]. Making one touches nothing: with the first call its code is fetched, the store
 * opened and the index filled.
 *
 * @example
 * const memory = createLongTermMemory({ user: 'ada', namespace: 'project:apollo' });
 * await memory.store({
 *   type: 'user',
 *   kind: 'preference',
 *   text: 'Ada wants answers in French.',
 *   source: 'user_stated',
 * });
 * const { hits } = await memory.retrieve({ text: 'which language?' });
 * hits[0]?.record.text; // 'Ada wants answers in French.'
 *
 * @throws InvalidOptionError if an option is not known or makes no sense.
 */
export function createLongTermMemory(options: LongTermMemoryOptions = {}): LongTermMemory {
  checkMemoryOptions(options);
  const { clock = systemClock, store } = options;
  const listeners = new Listeners(() => Math.floor(clock.nowMs()));
  const stopWatching = store?.watchLoss?.((loss) =>
    listeners.tell(() => ({ type: 'record-loss', ...loss, sentence: lossSentence(loss) })),
  );
  let opening: Promise<OpenedMemory> | undefined;
  let isClosed = false;

  async function opened(): Promise<OpenedMemory> {
    if (isClosed && opening === undefined) throw new LongTermMemoryClosedError();
    opening ??= fetched();
    try {
      return await opening;
    } catch (error) {
      // The next call tries again.
      opening = undefined;
      throw error;
    }
  }

  async function fetched(): Promise<OpenedMemory> {
    let code: typeof import('./open-long-term-memory.ts');
    try {
      code = await import('./open-long-term-memory.ts');
    } catch (cause) {
      throw new CodeUnavailableError('long-term memory', { phase: 'store', cause });
    }
    return code.openLongTermMemory(options, listeners);
  }

  function later<Calls, Name extends keyof Calls>(
    of: () => Promise<Calls>,
    name: Name,
  ): Calls[Name] {
    const call = async (...args: readonly unknown[]) => {
      const calls = await of();
      return Reflect.apply(calls[name] as (...args: readonly unknown[]) => unknown, calls, args);
    };
    // Every call gives a promise, and what it is called with goes on as it is.
    return call as Calls[Name];
  }

  const of = <Name extends CallName>(name: Name) => later<OpenedMemory, Name>(opened, name);
  const held = async () => (await opened()).quarantine;
  return {
    get ready() {
      return opened().then((memory) => memory.ready);
    },
    store: of('store'),
    retrieve: of('retrieve'),
    update: of('update'),
    forget: of('forget'),
    restore: of('restore'),
    correct: of('correct'),
    verify: of('verify'),
    reject: of('reject'),
    pin: of('pin'),
    unpin: of('unpin'),
    mute: of('mute'),
    unmute: of('unmute'),
    get: of('get'),
    set: of('set'),
    list: of('list'),
    record: of('record'),
    namespaces: of('namespaces'),
    asOf: of('asOf'),
    history: of('history'),
    audit: of('audit'),
    summarizeSession: of('summarizeSession'),
    startOf: of('startOf'),
    quarantine: {
      list: later(held, 'list'),
      release: later(held, 'release'),
      erase: later(held, 'erase'),
    },
    cleanup: of('cleanup'),
    erase: of('erase'),
    pause: of('pause'),
    resume: of('resume'),
    isPaused: of('isPaused'),
    pauses: of('pauses'),
    async *exportLines(given) {
      yield* (await opened()).exportLines(given);
    },
    importLines: of('importLines'),
    subscribe(listener) {
      check.checkValue(listener, 'listener', check.aFunction);
      return listeners.add(listener);
    },
    async dispose() {
      isClosed = true;
      stopWatching?.();
      // Code that could not be fetched holds nothing.
      const memory = await opening?.catch(() => undefined);
      await memory?.dispose();
      listeners.clear();
    },
  };
}
