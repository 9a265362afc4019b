export {
  type AgentMemoryMiddlewareOptions,
  agentMemoryMiddleware,
} from './middleware/agent-memory-middleware.ts';
export type { MiddlewareMemory, ThreadMemory } from './middleware/thread-memory.ts';
