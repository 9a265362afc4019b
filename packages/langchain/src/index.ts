export {
  AgentMemoryChatHistory,
  type HistoryMemory,
} from './agent-memory-chat-history.ts';
export { langChainFormat } from './langchain-format.ts';
export { langChainTools } from './tools/langchain-tools.ts';
