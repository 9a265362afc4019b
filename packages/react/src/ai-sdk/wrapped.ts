import type { ChatTransportLike } from './chat-transport.ts';
import type { MemoryTransportOptions } from './memory-transport-options.ts';

/** The transport that a memory is put in front of, and how. */
export interface Wrapped {
  /** Missing until a chat gives one; plain JavaScript may never give one. */
  readonly inner: ChatTransportLike | undefined;
  readonly options: MemoryTransportOptions;
}
