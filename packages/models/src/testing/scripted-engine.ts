import { orAbort } from '@agent-memory/core/internal';
import { type ChatReply, type ChatUsage, EMPTY_REPLY } from '../chat/chat-reply.ts';
import { EngineFailure } from '../errors/engine-failure.ts';
import type { LoadedEngine, LoadProgress, LocalEngine } from '../local/engine.ts';
import { aPromise } from './later.ts';

/** One call of an engine, which the test answers. */
export interface EngineCall {
  readonly signal: AbortSignal;
  readonly messages: readonly unknown[];
  tell(text: string): void;
  finish(text?: string, usage?: ChatUsage): void;
  fail(error: unknown): void;
}

/** An engine that does what the test says. */
export interface ScriptedEngine extends LocalEngine {
  readonly calls: readonly EngineCall[];
  /** Resolves with the call of that number, counted from 0, once it is there. */
  call(number: number): Promise<EngineCall>;
  readonly isClosed: boolean;
  readonly isLoading: boolean;
  /** Tells how far the load is that is under way. */
  loadTells(progress: LoadProgress): void;
  /** Ends the load that is under way. */
  loadEnds(error?: unknown): void;
  /** The engine ends by itself. */
  lose(failure?: EngineFailure): void;
}

export const LOADED: LoadedEngine = {
  contextWindow: 2_048,
  backend: 'wasm',
  threads: 1,
  notes: [],
};

/**
 * @param options `waits`: the load ends when the test says so. Default: at once. `isMissing`: its files
 *   are on a server alone. Default: on this device. `readsOn`: an abort leaves it busy until the test ends
 *   the call. Default: it is free at once.
 */
export function aScriptedEngine({
  waits = false,
  isMissing = false,
  readsOn = false,
} = {}): ScriptedEngine {
  const calls: EngineCall[] = [];
  const expected = new Map<number, (call: EngineCall) => void>();
  const lost = aPromise<EngineFailure>();
  const rejected = lost.promise.then((failure): never => {
    throw failure;
  });
  // Nobody may be there to hear it.
  rejected.catch(() => undefined);
  const loading = aPromise<unknown>();
  const state = { isClosed: false, isLoading: false };
  let tellLoad: (progress: LoadProgress) => void = () => undefined;
  return {
    calls,
    lost: rejected,
    get isClosed() {
      return state.isClosed;
    },
    get isLoading() {
      return state.isLoading;
    },
    loadTells: (progress) => tellLoad(progress),
    loadEnds: (error) => loading.resolve(error),
    lose: (failure = new EngineFailure({ kind: 'device-lost', problem: 'It was destroyed.' })) =>
      lost.resolve(failure),
    call: (number) => {
      const known = calls[number];
      if (known) return Promise.resolve(known);
      return new Promise((resolve) => expected.set(number, resolve));
    },
    close: () => {
      state.isClosed = true;
    },
    async load({ signal, mayDownload, onProgress }) {
      if (isMissing && !mayDownload) throw new EngineFailure({ kind: 'download-not-allowed' });
      state.isLoading = true;
      tellLoad = onProgress;
      onProgress({ phase: 'download', loadedBytes: 1, totalBytes: 2 });
      const waiting = waits ? loading.promise : Promise.resolve(undefined);
      const error = await orAbort(waiting, signal);
      state.isLoading = false;
      if (error !== undefined) throw error;
      return LOADED;
    },
    generate({ messages }, { signal, onDelta }) {
      const answer = new Promise<ChatReply>((resolve, reject) => {
        let text = '';
        const call: EngineCall = {
          signal,
          messages,
          tell: (piece) => {
            text += piece;
            onDelta({ text: piece, thinking: '' });
          },
          finish: (rest = '', usage = { inputTokens: 10, outputTokens: 5 }) => {
            if (rest !== '') call.tell(rest);
            resolve({ ...EMPTY_REPLY, text, finishReason: 'stop', usage });
          },
          fail: reject,
        };
        calls.push(call);
        expected.get(calls.length - 1)?.(call);
      });
      return readsOn ? answer : orAbort(answer, signal);
    },
  };
}
