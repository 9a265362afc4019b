import type { AnyTool } from '@agent-memory/core/tools';
import type Anthropic from '@anthropic-ai/sdk';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import type {
  BetaMemoryTool20250818,
  BetaMemoryTool20250818Command,
} from '@anthropic-ai/sdk/resources/beta';
import { expectTypeOf } from 'vitest';
import type { LongTermMemory } from '../memory/long-term-memory.ts';
import { anthropicMemoryTool } from './anthropic-memory-tool.ts';
import type { FileCommand } from './file-commands.ts';
import { memoryTools } from './memory-tools.ts';

declare const longTerm: LongTermMemory;

// The definition and the handlers fit the types of Anthropic's SDK.
const { definition, handlers, tool } = anthropicMemoryTool(longTerm);
expectTypeOf(definition).toExtend<BetaMemoryTool20250818>();
expectTypeOf(definition).toExtend<Anthropic.ToolUnion>();
expectTypeOf(betaMemoryTool).toBeCallableWith(handlers);
expectTypeOf<BetaMemoryTool20250818Command>().toExtend<FileCommand>();

// Tools of this package stand in one list with an app's own.
expectTypeOf([...memoryTools(longTerm), tool]).toExtend<readonly AnyTool[]>();
