// Names that examples in doc comments may take for granted, so that each can show its one thing.
// This file stands for one of the package in its name, and finds what that package finds.
import type { ToolCall } from '@agent-memory/agent';
import type { LongTermMemory, RecordChange, RecordStore } from '@agent-memory/long-term';

export declare const memory: LongTermMemory;
export declare const longTerm: LongTermMemory;
export declare const recordStore: RecordStore;
export declare const change: RecordChange;
/** The id of a record. */
export declare const id: string;

/** A call that a model made. */
export declare const call: ToolCall;

/** A file that a person chose. */
export declare const file: File;
/** Tells the person something, however the app does it. */
export declare function showNotice(text: string): void;
