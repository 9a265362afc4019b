// Names that examples in doc comments may take for granted, so that each can show its one thing.
// This file stands for one of the package in its name, and finds what that package finds.
import type { MemoryStore } from '@agent-memory/core';

export declare const store: MemoryStore;
/** The passphrase of the user, and the random bytes beside the data. */
export declare const passphrase: string;
export declare const salt: Uint8Array;
/** Tells the person something, however the app does it. */
export declare function showNotice(text: string): void;
