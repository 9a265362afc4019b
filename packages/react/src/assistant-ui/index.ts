export {
  type MemoryRun,
  type MemoryRunInput,
  memoryChatModel,
} from './memory-chat-model.ts';
export { type HistoryMemory, memoryHistory } from './memory-history.ts';
