import type { AgentMemory, MemoryState, ReportedUsage } from '@agent-memory/core';

/** What of a memory takes part in a chat. */
export interface ChatMemory
  extends Pick<AgentMemory, 'sync' | 'assemble' | 'onOverflow' | 'reportUsage'> {
  readonly getState: () => Pick<MemoryState, 'plan'>;
}

/** How a memory takes part in a chat; all of it has defaults. */
export interface MemoryTransportOptions {
  /**
   * The usage of the call that read the context, from the metadata of an answer; `undefined` where it
   * says nothing. Default: `metadata.usage`, in AI SDK's shape.
   */
  readonly usageOf?: (metadata: unknown) => ReportedUsage | undefined;
  /**
   * Whether an error that came ahead of any answer says that the context was too long. Then a smaller
   * one is sent, up to five times. Default: what the well-known providers say.
   */
  readonly isOverflow?: (error: Error) => boolean;
  /**
   * Hears why an answer or its usage could not be kept, where `error` of the memory's state does not
   * say it. The chat goes on either way. Default: it shows as an unhandled rejection does.
   */
  readonly onError?: (error: unknown) => void;
}

/** Keeps a memory from being ended until the function that it gives is called. */
export type HoldMemory = () => () => void;
