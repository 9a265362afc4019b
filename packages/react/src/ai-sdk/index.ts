export type { ChatMemory, MemoryTransportOptions } from './chat-memory.ts';
export type {
  ChatMessage,
  ChatTransportLike,
  FinishedAnswer,
  MemoryTransport,
  PreparedSendMessagesRequest,
  PrepareSendMessagesRequestOptions,
} from './chat-transport.ts';
export { isOverflow } from './is-overflow.ts';
export { keepOnFinish, memoryTransport, prepareSendMessagesRequest } from './memory-transport.ts';
