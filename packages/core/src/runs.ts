export type { Block, BlockUsage } from './runs/block.ts';
export type {
  BlockRange,
  MemoryRuns,
  RecallTools,
  RunOutline,
  RunsMemory,
  SummarizeBlockOptions,
  SummarizedBlock,
} from './runs/memory-runs.ts';
export { isRecalled } from './runs/quotation.ts';
export { type SessionRuns, type SessionRunsOptions, sessionRuns } from './runs/session-runs.ts';
