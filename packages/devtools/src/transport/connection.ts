import type { Clock } from '@agent-memory/core';
import { orAbort } from '@agent-memory/core/internal';
import { changeListeners } from '../source/change-listeners.ts';
import {
  ALIVE_MS,
  ANSWER_MS,
  after,
  createPeerId,
  type DevtoolsChannel,
  every,
  PACE_MS,
  SILENCE_MS,
} from './channel.ts';
import {
  type MemberPath,
  opened,
  type PanelMessage,
  PROTOCOL_VERSION,
  readSourceMessage,
  type SentError,
  type SentState,
  type SourceMessage,
  sealed,
} from './messages.ts';

/** Whether the page with the memory is there. `lost`: what is shown is the last that arrived. */
export type ConnectionState =
  | { readonly status: 'open' }
  | { readonly status: 'lost'; readonly sentence: string };

const OPEN: ConnectionState = { status: 'open' };

const SLEEPING =
  'The page with this memory does not answer. It may have been closed, or the browser has put it to sleep; its tab wakes it.';
const CLOSED = 'The page with this memory was closed, or has stopped showing it.';

/** A question without its number. */
export type Question =
  | Omit<PanelMessage & { readonly type: 'attach' }, 'id'>
  | Omit<PanelMessage & { readonly type: 'call' }, 'id'>;

/** Something to follow at the other side; an empty path is its state, as of a version. */
export interface Following {
  readonly path: MemberPath;
  readonly past?: number;
  readonly version?: () => number;
  readonly onNews: (state: SentState | undefined) => void;
}

/** A line to one source. */
export type Connection = ReturnType<typeof connectTo>;

/** A question whose answer is waited for. */
interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
  /** Waits again, since the other side works on it. */
  readonly wait: (delayMs: number) => void;
  readonly settle: () => void;
}

/** Opens a line to the source of this id. Nothing is sent before something is asked or followed. */
export function connectTo(sourceId: string, channel: DevtoolsChannel, clock: Clock) {
  const ownId = createPeerId();
  const pending = new Map<number, Pending>();
  const followings = new Map<number, Following>();
  const { tell, subscribe } = changeListeners();
  let state: ConnectionState = OPEN;
  let lastId = 0;
  let stopBeating: (() => void) | undefined;
  let stopWaiting: (() => void) | undefined;

  const post = (body: PanelMessage) => channel.post(sealed(ownId, sourceId, body));

  function become(next: ConnectionState): void {
    if (next === state) return;
    state = next;
    tell();
  }

  function lose(sentence: string): void {
    become({ status: 'lost', sentence });
    for (const { reject } of [...pending.values()]) reject(new Error(sentence));
  }

  function found(): void {
    stopWaiting?.();
    stopWaiting = undefined;
    if (state === OPEN) return;
    become(OPEN);
    for (const id of followings.keys()) goOn(id);
  }

  function goOn(id: number): void {
    const following = followings.get(id);
    if (!following) return;
    const { path, past, version } = following;
    post({
      ...{ type: 'follow', id, path },
      ...(past === undefined ? {} : { past }),
      ...(version && { version: version() }),
    });
  }

  /** Says that this panel is there, and finds out whether the other side is. */
  function beat(): void {
    post({ type: 'alive' });
    // It may have taken this panel to be gone, and have let go.
    for (const id of followings.keys()) goOn(id);
    stopWaiting ??= after(clock, ANSWER_MS, () => {
      stopWaiting = undefined;
      lose(SLEEPING);
    });
  }

  function take(message: SourceMessage): void {
    if (message.type === 'gone') {
      lose(CLOSED);
      return;
    }
    found();
    switch (message.type) {
      case 'working':
        pending.get(message.id)?.wait(SILENCE_MS);
        return;
      case 'answer':
        pending.get(message.id)?.resolve(message.value);
        return;
      case 'failure':
        pending.get(message.id)?.reject(errorOf(message.error));
        if (followings.has(message.id))
          lose(`The state could not be sent: ${message.error.message}`);
        return;
      case 'news':
        followings.get(message.id)?.onNews(message.state);
        after(clock, PACE_MS, () => goOn(message.id));
        return;
      case 'alive':
      case 'source':
        return;
      default:
        message satisfies never;
    }
  }

  const stopListening = channel.listen((message) => {
    const envelope = opened(message);
    const isForUs = envelope?.to === undefined || envelope.to === ownId;
    if (envelope?.from !== sourceId || !isForUs || envelope.version !== PROTOCOL_VERSION) return;
    const body = readSourceMessage(envelope.body);
    if (body) take(body);
  });

  function ask(question: Question, signal?: AbortSignal): Promise<unknown> {
    if (state.status === 'lost' && state.sentence === CLOSED)
      return Promise.reject(new Error(CLOSED));
    if (signal?.aborted) return orAbort(new Promise(() => undefined), signal);
    lastId += 1;
    const id = lastId;
    const answer = new Promise<unknown>((resolve, reject) => {
      let stop: (() => void) | undefined;
      const settle = () => {
        stop?.();
        pending.delete(id);
      };
      const wait = (delayMs: number) => {
        stop?.();
        stop = after(clock, delayMs, () => fail(new Error(lateSentence(delayMs))));
      };
      const fail = (reason: Error) => {
        settle();
        reject(reason);
      };
      pending.set(id, {
        resolve: (value) => {
          settle();
          resolve(value);
        },
        reject: fail,
        wait,
        settle,
      });
      wait(ANSWER_MS);
      try {
        post({ ...question, id });
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
    if (!signal) return answer;
    const forget = () => {
      if (!pending.has(id)) return;
      pending.get(id)?.settle();
      post({ type: 'abort', id });
    };
    signal.addEventListener('abort', forget, { once: true });
    return orAbort(answer, signal).finally(() => signal.removeEventListener('abort', forget));
  }

  function follow(following: Following): () => void {
    lastId += 1;
    const id = lastId;
    followings.set(id, following);
    stopBeating ??= every(clock, ALIVE_MS, beat);
    goOn(id);
    return () => {
      if (!followings.delete(id)) return;
      post({ type: 'unfollow', id });
      if (followings.size > 0) return;
      stopBeating?.();
      stopWaiting?.();
      stopBeating = undefined;
      stopWaiting = undefined;
    };
  }

  function close(): void {
    for (const { reject } of [...pending.values()]) {
      reject(new Error('The panel no longer follows this memory.'));
    }
    followings.clear();
    stopBeating?.();
    stopWaiting?.();
    post({ type: 'leave' });
    stopListening();
  }

  return {
    ask,
    follow,
    getState: () => state,
    subscribe,
    close,
  };
}

function lateSentence(delayMs: number): string {
  return `The page with this memory did not answer within ${delayMs / 1000} s, and it is not known how far it came. It may have been closed, or the browser has put it to sleep; its tab wakes it.`;
}

function errorOf({ name, message, code }: SentError): Error {
  return Object.assign(new Error(message), { name }, code === undefined ? {} : { code });
}
