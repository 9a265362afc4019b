// Names that examples in doc comments may take for granted, so that each can show its one thing.
// This file stands for one of the package in its name, and finds what that package finds.
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { ChatPromptTemplate } from '@langchain/core/prompts';
import type { StructuredTool } from '@langchain/core/tools';

export { HumanMessage } from '@langchain/core/messages';
export { RunnableWithMessageHistory } from '@langchain/core/runnables';
export { createAgent } from 'langchain';

export declare const model: BaseChatModel;
export declare const prompt: ChatPromptTemplate;
export declare const tools: StructuredTool[];
