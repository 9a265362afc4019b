// Types alone: the declarations of every other door hold in an app as well.
import type { AgentMemory } from '@agent-memory/core';
import type { AiSdkModelMessage, MessageFormat } from '@agent-memory/core/formats';
import type { AnyTool } from '@agent-memory/core/tools';
import type { DevtoolsPanelProps } from '@agent-memory/devtools';
import type { OnnxEmbedder } from '@agent-memory/embed';
import type * as EmbedWorker from '@agent-memory/embed/worker';
import type { AgentMemoryChatHistory } from '@agent-memory/langchain';
import type { Embedder } from '@agent-memory/long-term';
import type { ChatModel } from '@agent-memory/models';
import type { UseAgentMemoryResult } from '@agent-memory/react';
import type { MemoryTransport } from '@agent-memory/react/ai-sdk';
import type * as AssistantUi from '@agent-memory/react/assistant-ui';
import type * as TanStackAi from '@agent-memory/react/tanstack-ai';

export interface OtherDoors {
  readonly memory: AgentMemory;
  readonly format: MessageFormat<
    AiSdkModelMessage,
    { readonly messages: readonly AiSdkModelMessage[] }
  >;
  readonly tool: AnyTool;
  readonly panel: DevtoolsPanelProps;
  readonly history: AgentMemoryChatHistory;
  readonly model: ChatModel;
  readonly embedder: OnnxEmbedder & Embedder;
  readonly embedWorker: typeof EmbedWorker;
  readonly hook: UseAgentMemoryResult;
  readonly transport: MemoryTransport<never>;
  readonly assistantUi: typeof AssistantUi;
  readonly tanStackAi: typeof TanStackAi;
}
