import type { ChatMemory, HoldMemory } from '../chat/chat-memory.ts';
import { whileHeld } from './chat-session-of.ts';
import type { ChatTransportLike, SendMessagesOptions } from './chat-transport.ts';
import type { Wrapped } from './wrapped.ts';

/** Puts a memory in front of the transport that `latest` gives when a call is made. */
export function wrapTransport(
  memory: ChatMemory,
  latest: () => Wrapped,
  hold?: HoldMemory,
): ChatTransportLike {
  return {
    sendMessages: (request: SendMessagesOptions) => {
      const wrapped = latest();
      return whileHeld(memory, hold, (session, release) => session.send(wrapped, request, release));
    },
    reconnectToStream: (request: object) => {
      const wrapped = latest();
      return whileHeld(memory, hold, (session, release) =>
        session.reconnect(wrapped, request, release),
      );
    },
    get resumeStreamIsReplay() {
      return latest().inner?.resumeStreamIsReplay ?? false;
    },
    close: () => latest().inner?.close?.(),
  };
}
