export {
  type AnthropicMemoryTool,
  type AnthropicMemoryToolDefinition,
  type AnthropicMemoryToolOptions,
  anthropicMemoryTool,
} from './anthropic-memory-tool.ts';
export type { Confirm, MemoryToolAction } from './confirm.ts';
export type {
  CreateCommand,
  DeleteCommand,
  FileCommand,
  FileHandlers,
  InsertCommand,
  RenameCommand,
  StrReplaceCommand,
  ViewCommand,
} from './file-commands.ts';
export { type MemoryTools, type MemoryToolsOptions, memoryTools } from './memory-tools.ts';
