export type {
  ContextIn,
  FormatChoice,
  MessageIn,
  MessageOut,
  OpenAiFormat,
} from './formats/format-choice.ts';
export type {
  AnyFormat,
  FormatOf,
  MessageFormat,
  MessagesOnly,
  ReadMessage,
  WritableEntry,
} from './formats/message-format.ts';
export { openAi } from './formats/openai/openai-format.ts';
export type {
  OpenAiContentPart,
  OpenAiIncomingAnswer,
  OpenAiIncomingMessage,
  OpenAiToolCall,
} from './formats/openai/openai-message.ts';
export { parseMessage } from './formats/parse-message.ts';
export type {
  DocumentPart,
  ImagePart,
  TextPart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
} from './message/message.ts';
export type { BarePlan } from './plan/context-plan.ts';
