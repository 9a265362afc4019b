export { isOverflow } from '@agent-memory/core/internal';
export type { ChatTransportLike, MemoryTransport } from './chat-transport.ts';
