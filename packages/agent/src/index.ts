export type { CallExecutor, ExecutedCall } from './checkpoints/call-journal.ts';
export type { Checkpoint } from './checkpoints/checkpoint.ts';
export type {
  BranchedSession,
  CheckpointsMemory,
  MemoryCheckpoints,
} from './checkpoints/memory-checkpoints.ts';
export type { OpenCall } from './checkpoints/placed-call.ts';
export type { Resumption } from './checkpoints/resumption.ts';
export {
  type SessionCheckpoints,
  sessionCheckpoints,
} from './checkpoints/session-checkpoints.ts';
export type { SessionMatchers } from './replay/matchers/session-matchers.ts';
export type { RecordedMessages, RecordedSession } from './replay/recording.ts';
export type { ReplayOptions } from './replay/replay-options.ts';
export { replaySession, type SessionReplay } from './replay/replay-session.ts';
export type { ReplayedCall, ReplayedSession } from './replay/replayed-call.ts';
export type { Block, BlockUsage } from './runs/block.ts';
export { budgetLine } from './runs/budget-line.ts';
export type { MemoryRuns, RunOutline, RunsMemory } from './runs/memory-runs.ts';
export { isRecalled } from './runs/quotation.ts';
export { type Recalled, recalledIn } from './runs/recalled.ts';
export { type SessionRuns, type SessionRunsOptions, sessionRuns } from './runs/session-runs.ts';
export type { PadMemory } from './scratchpad/scratchpad-tools.ts';
export { scratchpadTools } from './scratchpad/scratchpad-tools.ts';
export { type AiSdkTool, aiSdkTools } from './tools/ai-sdk-tools.ts';
export type { JsonSchema, JsonSchemaObject, JsonType } from './tools/json-schema.ts';
export {
  type AnyTool,
  defineTool,
  type ModelTool,
  type ToolContext,
  type ToolParameters,
} from './tools/model-tool.ts';
export { type RunToolOptions, runTool, type ToolCall } from './tools/run-tool.ts';
export {
  type AnthropicTool,
  anthropicTools,
  type OpenAiTool,
  openAiTools,
} from './tools/tool-definitions.ts';
