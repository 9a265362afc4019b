import type { AnyTool } from '@agent-memory/agent';
import { expectTypeOf } from 'vitest';
import type { LongTermMemory } from '../memory/long-term-memory.ts';
import { memoryTools } from './memory-tools.ts';

declare const longTerm: LongTermMemory;

// Tools of this package stand in one list with an app's own.
expectTypeOf([...memoryTools(longTerm)]).toExtend<readonly AnyTool[]>();
