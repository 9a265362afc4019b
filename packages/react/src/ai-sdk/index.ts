export { isOverflow } from '@agent-memory/core/internal';
export type { ChatMemory } from '../chat/chat-memory.ts';
export type {
  ChatTransportLike,
  FinishedAnswer,
  MemoryTransport,
  PreparedSendMessagesRequest,
  PrepareSendMessagesRequestOptions,
} from './chat-transport.ts';
export { keepOnFinish, memoryTransport, prepareSendMessagesRequest } from './memory-transport.ts';
export type { MemoryTransportOptions } from './memory-transport-options.ts';
export type { ChatMessage } from './stream/chat-message.ts';
