// Names that examples in doc comments may take for granted, so that each can show its one thing.
// This file stands for one of the package in its name, and finds what that package finds.
import type { AgentMemory } from '@agent-memory/core';

export declare const memory: AgentMemory;
