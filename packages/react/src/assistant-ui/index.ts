export { assistantUiFormat } from './assistant-ui-format.ts';
export {
  type MemoryChatModelOptions,
  type MemoryRun,
  type MemoryRunOptions,
  memoryChatModel,
} from './memory-chat-model.ts';
export { type HistoryMemory, memoryHistory } from './memory-history.ts';
