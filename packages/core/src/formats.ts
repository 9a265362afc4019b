export { aiSdkFormat } from './formats/ai-sdk/ai-sdk-format.ts';
export type {
  AiSdkApprovalRequest,
  AiSdkApprovalResponse,
  AiSdkAssistantMessage,
  AiSdkContextMessage,
  AiSdkCustomPart,
  AiSdkFilePart,
  AiSdkFilePartOf7,
  AiSdkImagePart,
  AiSdkIncomingModelMessage,
  AiSdkModelMessage,
  AiSdkOutputItem,
  AiSdkOutputItemOf7,
  AiSdkProviderFields,
  AiSdkReasoningPart,
  AiSdkSystemMessage,
  AiSdkTextPart,
  AiSdkToolCallPart,
  AiSdkToolMessage,
  AiSdkToolOutput,
  AiSdkToolResultPart,
  AiSdkUserMessage,
} from './formats/ai-sdk/model-message.ts';
export type {
  AiSdkFileContent,
  AiSdkJson,
  AiSdkJsonObject,
} from './formats/ai-sdk/plain-values.ts';
export { aiSdkUiFormat } from './formats/ai-sdk-ui/ai-sdk-ui-format.ts';
export type {
  AiSdkIncomingUiMessage,
  AiSdkUiFilePart,
  AiSdkUiMessage,
  AiSdkUiPart,
  AiSdkUiPartOf7,
  AiSdkUiReasoningPart,
  AiSdkUiSourcePart,
  AiSdkUiTextPart,
  AiSdkUiToolPart,
  AiSdkUiToolState,
} from './formats/ai-sdk-ui/ui-message.ts';
export type {
  GoogleContent,
  GoogleContext,
  GoogleFileData,
  GoogleFunctionCall,
  GoogleFunctionResponse,
  GoogleIncomingContent,
  GoogleIncomingPart,
  GoogleInlineData,
  GoogleInstruction,
  GooglePart,
} from './formats/google/google-content.ts';
export { googleFormat } from './formats/google/google-format.ts';
export { type AnyFormat, loadFormat } from './formats/load-format.ts';
export type { MessageFormat, ReadMessage, WritableEntry } from './formats/message-format.ts';
export type {
  ContextIn,
  FormatChoice,
  FormatName,
  MessageIn,
  MessageOut,
  MessagesOnly,
  NamedFormats,
} from './formats/named-formats.ts';
export type {
  OpenAiAssistantMessage,
  OpenAiContentPart,
  OpenAiCustomToolCall,
  OpenAiDeveloperMessage,
  OpenAiIncomingMessage,
  OpenAiIncomingPart,
  OpenAiSystemMessage,
  OpenAiTextPart,
  OpenAiToolCall,
  OpenAiToolMessage,
  OpenAiUserMessage,
} from './formats/openai/openai-message.ts';
export { renderOpenAi } from './formats/openai/render-openai.ts';
export { openAiResponsesFormat } from './formats/openai-responses/openai-responses-format.ts';
export type {
  OpenAiResponsesContent,
  OpenAiResponsesContext,
  OpenAiResponsesCustomCall,
  OpenAiResponsesCustomOutput,
  OpenAiResponsesFunctionCall,
  OpenAiResponsesFunctionOutput,
  OpenAiResponsesIncomingContent,
  OpenAiResponsesIncomingItem,
  OpenAiResponsesItem,
  OpenAiResponsesMessage,
  OpenAiResponsesOtherItem,
  OpenAiResponsesOutputMessage,
  OpenAiResponsesOutputText,
  OpenAiResponsesReasoning,
  OpenAiResponsesRefusal,
  OpenAiResponsesSpokenMessage,
  OpenAiResponsesStatus,
} from './formats/openai-responses/responses-item.ts';
export { parseMessage } from './formats/parse-message.ts';
export type { LiveHosts } from './live/live-hosts.ts';
export type {
  DocumentPart,
  ImagePart,
  TextPart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
  UnknownPart,
} from './message/message.ts';
export type { BarePlan } from './plan/context-plan.ts';
