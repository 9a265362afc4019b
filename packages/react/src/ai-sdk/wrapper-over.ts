import type { ChatMemory, HoldMemory, MemoryTransportOptions } from './chat-memory.ts';
import type { ChatSession } from './chat-session.ts';
import type { ChatTransportLike, SendMessagesOptions } from './chat-transport.ts';

/** What a wrapper passes on to, and how. */
export interface Wrapped {
  readonly inner?: ChatTransportLike;
  readonly options?: MemoryTransportOptions;
}

const sessions = new WeakMap<object, Promise<ChatSession>>();

/** The one chat session of a memory, fetched with the first message: it takes things one after another. */
export function chatSessionOf(memory: ChatMemory): Promise<ChatSession> {
  const found = sessions.get(memory);
  if (found !== undefined) return found;
  const loading = import('./chat-session.ts').then((code) => new code.ChatSession(memory));
  sessions.set(memory, loading);
  // What could not be fetched is asked for again next time.
  loading.catch(() => sessions.delete(memory));
  return loading;
}

/** A task with the chat session, for which the memory is kept from being ended until `release`. */
export async function holding<Result>(
  memory: ChatMemory,
  hold: HoldMemory | undefined,
  task: (session: ChatSession, release: () => void) => Promise<Result>,
): Promise<Result> {
  const release = hold?.() ?? (() => undefined);
  try {
    return await task(await chatSessionOf(memory), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** A chat transport around whatever `latest` says at the time of a call. */
export function wrapperOver(
  memory: ChatMemory,
  latest: () => Wrapped,
  hold?: HoldMemory,
): ChatTransportLike {
  /** Nobody has the wrapper before there is something to wrap; the session says so if it is nothing. */
  const around = () => latest() as Required<Wrapped>;
  return {
    sendMessages: (request: SendMessagesOptions) => {
      const wrapped = around();
      return holding(memory, hold, (session, release) => session.send(wrapped, request, release));
    },
    reconnectToStream: (request: object) => {
      const wrapped = around();
      return holding(memory, hold, (session, release) =>
        session.reconnect(wrapped, request, release),
      );
    },
    get resumeStreamIsReplay() {
      return around().inner?.resumeStreamIsReplay ?? false;
    },
    close: () => around().inner?.close?.(),
  };
}
