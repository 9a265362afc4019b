import type { UIMessage } from 'ai';
import type { UIMessage as UIMessage7 } from 'ai-7';
import type { AiSdkIncomingUiMessage, AiSdkUiMessage } from './ui-message.ts';

/** Compiles where the one can be given for the other. */
type Given<Value extends Wanted, Wanted> = [Value, Wanted];

type Typed = UIMessage<
  { readonly model: string },
  { weather: { city: string } },
  { search: { input: { query: string }; output: readonly string[] } }
>;

type Typed7 = UIMessage7<
  { readonly model: string },
  { weather: { city: string } },
  { search: { input: { query: string }; output: readonly string[] } }
>;

/** [MSG-2] A `UIMessage` of AI SDK 6 can be given and taken, with types of its own too. */
export type GivenBy6 = Given<UIMessage, AiSdkUiMessage>;
export type TakenBy6 = Given<AiSdkUiMessage, UIMessage>;
export type TypedGivenBy6 = Given<Typed, AiSdkUiMessage>;

/** [MSG-2] What is given may be a `UIMessage` of either version. */
export type IncomingOf6 = Given<UIMessage, AiSdkIncomingUiMessage>;
export type IncomingOf7 = Given<UIMessage7, AiSdkIncomingUiMessage>;
export type TypedIncomingOf7 = Given<Typed7, AiSdkIncomingUiMessage>;

/** [MSG-2] A context can be given to AI SDK 7. */
export type TakenBy7 = Given<AiSdkUiMessage, UIMessage7>;

// @ts-expect-error: a message of this format has an id
export const nameless: AiSdkUiMessage = { role: 'user', parts: [] };

export const denied: AiSdkUiMessage = {
  id: 'm1',
  role: 'assistant',
  // @ts-expect-error: a denied call says by whose answer
  parts: [{ type: 'tool-pay', toolCallId: 'c1', state: 'output-denied', input: {} }],
};

export const unkind: AiSdkIncomingUiMessage = {
  id: 'm1',
  role: 'assistant',
  // @ts-expect-error: a custom part says of what kind it is
  parts: [{ type: 'custom' }],
};

export const unheard: AiSdkIncomingUiMessage = {
  id: 'm1',
  role: 'user',
  // @ts-expect-error: neither version has such a part
  parts: [{ type: 'smell', text: 'roses' }],
};
