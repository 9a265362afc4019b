export type { ToolCallPart, ToolResultPart } from './message/message.ts';
export {
  type AiSdkTool,
  type AiSdkToolSchema,
  aiSdkTools,
} from './tools/ai-sdk-tools.ts';
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
