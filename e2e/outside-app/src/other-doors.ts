// Types alone: the declarations of every other door hold in an app as well.
import type { AgentMemory } from '@agent-memory/core';
import type { DevtoolsPanelProps } from '@agent-memory/devtools';
import type { AgentMemoryChatHistory } from '@agent-memory/langchain';
import type { UseAgentMemoryResult } from '@agent-memory/react';
import type { MemoryTransport } from '@agent-memory/react/ai-sdk';
import type * as AssistantUi from '@agent-memory/react/assistant-ui';
import type * as TanStackAi from '@agent-memory/react/tanstack-ai';

export interface OtherDoors {
  readonly memory: AgentMemory;
  readonly panel: DevtoolsPanelProps;
  readonly history: AgentMemoryChatHistory;
  readonly hook: UseAgentMemoryResult;
  readonly transport: MemoryTransport<never>;
  readonly assistantUi: typeof AssistantUi;
  readonly tanStackAi: typeof TanStackAi;
}
