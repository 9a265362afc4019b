import type { ModelMessage } from 'ai';
import type { ModelMessage as ModelMessage7 } from 'ai-7';
import type {
  AiSdkContextMessage,
  AiSdkIncomingModelMessage,
  AiSdkModelMessage,
} from './model-message.ts';

/** Compiles where the one can be given for the other. */
type Given<Value extends Wanted, Wanted> = [Value, Wanted];

/** [MSG-2] A `ModelMessage` of AI SDK 6 can be given and taken. */
export type GivenBy6 = Given<ModelMessage, AiSdkModelMessage>;
export type TakenBy6 = Given<AiSdkModelMessage, ModelMessage>;

/** [MSG-2] What is given may be a `ModelMessage` of either version. */
export type IncomingOf6 = Given<ModelMessage, AiSdkIncomingModelMessage>;
export type IncomingOf7 = Given<ModelMessage7, AiSdkIncomingModelMessage>;

/** [MSG-2] A context can be given to AI SDK 6 and 7. */
export type ContextTakenBy6 = Given<AiSdkContextMessage, ModelMessage>;
export type ContextTakenBy7 = Given<AiSdkContextMessage, ModelMessage7>;

// @ts-expect-error: a tool message holds results, not words
export const words: AiSdkModelMessage = { role: 'tool', content: 'done' };

// @ts-expect-error: the user calls no tools
export const call: AiSdkModelMessage = { role: 'user', content: [{ type: 'tool-call' }] };

export const file: AiSdkIncomingModelMessage = {
  role: 'user',
  // @ts-expect-error: neither version knows a file of this kind
  content: [{ type: 'file', data: 7, mediaType: 'text/plain' }],
};

// @ts-expect-error: the user does not reason
export const thought: AiSdkIncomingModelMessage = {
  role: 'user',
  content: [{ type: 'reasoning', text: 'Hm.' }],
};
