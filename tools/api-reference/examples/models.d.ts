// Names that examples in doc comments may take for granted, so that each can show its one thing.
// This file stands for one of the package in its name, and finds what that package finds.

import type { OpenAiMessage } from '@agent-memory/core';
import type { ChatModel } from '@agent-memory/models';
import type { LocalEngine, LocalModelFiles } from '@agent-memory/models/device';

export declare const chatModel: ChatModel;

/** A context, however the app came by it. */
export declare const messages: readonly OpenAiMessage[];

/** An engine of one's own, with its files. */
export declare function myEngine(options?: { readonly model?: string }): LocalEngine;
export declare const myFiles: LocalModelFiles;
