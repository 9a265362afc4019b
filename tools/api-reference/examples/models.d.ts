// What examples in doc comments may take for granted, so that each can show its one thing.
// It stands for a file of the package that it is named by, and finds what that package finds.
import type { OpenAiMessage } from '@agent-memory/core';
import type { ChatModel } from '@agent-memory/models';

export declare const chatModel: ChatModel;

/** A context, however the app came by it. */
export declare const messages: readonly OpenAiMessage[];
