import type { ReportedUsage } from '@agent-memory/core';
import type { KnownNames } from '@agent-memory/core/internal';
import type { ChatOptions } from '../chat/chat-options.ts';

/** Options of a transport with a memory in front of it; all have defaults. */
export interface MemoryTransportOptions extends ChatOptions {
  /**
   * Reads the usage of the call that read the context from the metadata of an answer; `undefined`
   * where there is none. Default: `metadata.usage`, in AI SDK's shape.
   */
  readonly usageOf?: (metadata: unknown) => ReportedUsage | undefined;
}

/** The options of a transport, by their names. */
export const TRANSPORT_OPTIONS = {
  usageOf: true,
  isOverflow: true,
  onError: true,
} as const satisfies KnownNames<MemoryTransportOptions>;
