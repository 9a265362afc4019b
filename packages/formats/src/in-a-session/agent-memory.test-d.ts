import type {
  AgentMemory,
  AgentMemoryOptions,
  AppendableMessage,
  AppendedEntry,
  AssembledContext,
  Branch,
  ContextPlan,
  InitialMessages,
  Message,
  OpenAiMessage,
} from '@agent-memory/core';
import type {
  MessageFormat,
  OpenAiIncomingAnswer,
  OpenAiIncomingMessage,
} from '@agent-memory/core/formats';
import type { ChatInit, ModelMessage, UIMessage } from 'ai';
import type {
  ChatInit as ChatInit7,
  ModelMessage as ModelMessage7,
  UIMessage as UIMessage7,
} from 'ai-7';
import { expectTypeOf } from 'vitest';
import type { AiSdkUiMessage } from '../ai-sdk-ui/ui-message.ts';
import type { AnthropicContext, AnthropicMessage } from '../anthropic/anthropic-message.ts';
import { aiSdk, aiSdkUi, anthropic } from '../index.ts';

declare const memory: AgentMemory;
declare const uiMessage: UIMessage;
declare const uiMessage7: UIMessage7;
declare const modelMessage: ModelMessage;
declare const modelMessage7: ModelMessage7;
declare const anthropicMessage: AnthropicMessage;

/** A format of an app's own. */
interface Line {
  readonly who: string;
  readonly said: string;
}
declare const lines: MessageFormat<Line, { readonly script: string }>;

// [MSG-2] Without a format, messages are OpenAI's or this library's own, with an id or without.
memory.append({ role: 'user', content: 'Hello' });
memory.append({ role: 'user', parts: [{ type: 'text', text: 'Hello' }], id: 'm1' });
memory.append([{ role: 'assistant', content: null, tool_calls: [] }]);
memory.append({ role: 'user', content: [{ type: 'input_audio', input_audio: { data: '' } }] });
// @ts-expect-error: no part is of this kind
memory.append({ role: 'user', content: [{ type: 'smell', text: 'roses' }] });
// @ts-expect-error: a call says what is called
memory.append({ role: 'assistant', tool_calls: [{ id: 'c', type: 'custom' }] });
// @ts-expect-error: nobody is called narrator
memory.append({ role: 'narrator', content: 'Hello' });
// @ts-expect-error: an id is text
memory.append({ role: 'user', content: 'Hello', id: 7 });
// @ts-expect-error: a part says what it is
memory.append({ role: 'user', parts: [{ text: 'Hello' }] });

// [MSG-2] The format that is named decides what a message looks like.
memory.append(uiMessage, { format: aiSdkUi });
memory.append(uiMessage7, { format: aiSdkUi });
memory.reconcile([uiMessage7], { format: aiSdkUi });
memory.append(modelMessage, { format: aiSdk });
memory.append(modelMessage7, { format: aiSdk });
memory.append(anthropicMessage, { format: anthropic });
memory.append({ who: 'Ann', said: 'Hello' }, { format: lines });
memory.append<typeof aiSdkUi>([
  uiMessage,
  { role: 'user', parts: [{ type: 'text', text: 'own form' }] },
]);
// @ts-expect-error: a message of another format
memory.append({ who: 'Ann', said: 'Hello' }, { format: anthropic });
// @ts-expect-error: no format has this name
memory.append({ role: 'user', content: 'Hello' }, { format: 'open-ai' });
// @ts-expect-error: only formats that were named can be meant
memory.reconcile([{ who: 'Ann', said: 'Hello' }]);

// [MSG-2] An editor offers the roles that are taken.
type Offered<Text extends string> = Text extends string
  ? Record<never, never> extends Readonly<Record<Text, unknown>>
    ? never
    : Text
  : never;
expectTypeOf<Offered<OpenAiIncomingMessage['role']>>().toEqualTypeOf<
  'system' | 'developer' | 'user' | 'assistant' | 'tool'
>();

expectTypeOf<AppendableMessage>().toEqualTypeOf<
  (Message | OpenAiIncomingMessage | OpenAiIncomingAnswer) & {
    readonly id?: string | null | undefined;
  }
>();
expectTypeOf(memory.append(uiMessage, { format: aiSdkUi })).resolves.toEqualTypeOf<
  readonly AppendedEntry[]
>();

// [MSG-2] A context is that of the format, with its plan beside it.
expectTypeOf(memory.assemble()).resolves.toEqualTypeOf<AssembledContext<'openai'>>();
expectTypeOf<AssembledContext['messages']>().toEqualTypeOf<OpenAiMessage[]>();
expectTypeOf<AssembledContext['plan']>().toEqualTypeOf<ContextPlan>();
expectTypeOf<AssembledContext<typeof anthropic>['system']>().toEqualTypeOf<
  AnthropicContext['system']
>();
expectTypeOf(memory.assemble({ format: anthropic })).resolves.toEqualTypeOf<
  AssembledContext<typeof anthropic>
>();
expectTypeOf(memory.onOverflow({ format: anthropic })).resolves.toEqualTypeOf<
  AssembledContext<typeof anthropic>
>();
expectTypeOf<AssembledContext<typeof aiSdk>['messages'][number]>().toExtend<ModelMessage>();
expectTypeOf<AssembledContext<typeof lines>['script']>().toBeString();
// @ts-expect-error: OpenAI has its system text among the messages
export type SystemApart = AssembledContext<'openai'>['system'];
// @ts-expect-error: no format has this name
memory.assemble({ format: 'gemini' });

// [MSG-5] Originals come back in the format that is asked for, in a list of the caller's own.
expectTypeOf(memory.messages()).resolves.toEqualTypeOf<OpenAiMessage[]>();
expectTypeOf(memory.messages({ format: anthropic })).resolves.toEqualTypeOf<AnthropicMessage[]>();
expectTypeOf(memory.messages({ format: aiSdkUi })).resolves.toEqualTypeOf<AiSdkUiMessage[]>();
expectTypeOf(memory.messages({ format: lines })).resolves.toEqualTypeOf<Line[]>();
expectTypeOf(memory.messages<typeof anthropic>({ format: anthropic })).resolves.toEqualTypeOf<
  AnthropicMessage[]
>();

// [MSG-5] A chat takes them as they are, also as messages with metadata, data and tools of its own.
type Tools = { search: { input: { query: string }; output: readonly string[] } };
type MyMessage = UIMessage<{ readonly model: string }, { weather: { city: string } }, Tools>;
type MyMessage7 = UIMessage7<{ readonly model: string }, { weather: { city: string } }, Tools>;
const ui = aiSdkUi;
({ messages: await memory.messages({ format: ui }) }) satisfies ChatInit<UIMessage>;
({ messages: await memory.messages({ format: ui }) }) satisfies ChatInit7<UIMessage7>;
({ messages: await memory.messages<MyMessage>({ format: ui }) }) satisfies ChatInit<MyMessage>;
({ messages: await memory.messages<MyMessage7>({ format: ui }) }) satisfies ChatInit7<MyMessage7>;
expectTypeOf(memory.messages<MyMessage>({ format: ui })).resolves.toEqualTypeOf<MyMessage[]>();
// @ts-expect-error: that they are of this type has to be said
({ messages: await memory.messages({ format: ui }) }) satisfies ChatInit<MyMessage>;
// @ts-expect-error: the default format is another one
memory.messages<MyMessage>();
// @ts-expect-error: a `UIMessage` comes in the format of that name
memory.messages<MyMessage>({ format: aiSdk });
// @ts-expect-error: no message of AI SDK
memory.messages<Line>({ format: aiSdkUi });

// [MSG-5] Branches are read, and an entry or the start is what a conversation can go on from.
expectTypeOf(memory.branches()).toEqualTypeOf<readonly Branch[]>();
expectTypeOf(memory.moveHead).parameter(0).toEqualTypeOf<string | null>();
expectTypeOf(memory.getState().headId).toEqualTypeOf<string | null>();
memory.append({ role: 'user', content: 'Hello' }, { after: null });
// @ts-expect-error: an entry is named, not counted
memory.append({ role: 'user', content: 'Hello' }, { after: 3 });
// @ts-expect-error: what branches() gives is not to be changed
memory.branches().pop();
// @ts-expect-error: a branch is moved to by its head
memory.moveHead(memory.branches()[0]);

// [MSG-5] Messages to begin with: the default format, one that is named beside them, or one's own.
({ id: 'a', initialMessages: [{ role: 'user', content: 'Hello' }] }) satisfies AgentMemoryOptions;
({ format: aiSdkUi, messages: [uiMessage] }) satisfies InitialMessages;
({ format: aiSdkUi, messages: [uiMessage7] }) satisfies InitialMessages;
({ format: anthropic, messages: [anthropicMessage] }) satisfies InitialMessages;
({ format: lines, messages: [{ who: 'Ann', said: 'Hello' }] }) satisfies InitialMessages;
// @ts-expect-error: a format reads, writes and renders
({ format: { name: 'lines' }, messages: [{ who: 'Ann' }] }) satisfies InitialMessages;
// @ts-expect-error: no format has this name
({ format: 'gemini', messages: [{ role: 'user', content: 'Hello' }] }) satisfies InitialMessages;
// @ts-expect-error: a message of another format
({ format: 'openai', messages: [{ who: 'Ann', said: 'Hello' }] }) satisfies InitialMessages;
// @ts-expect-error: the format has to be named
({ messages: [uiMessage] }) satisfies InitialMessages;

// A state is read and never written.
// @ts-expect-error: read only
memory.getState().status = 'ready';
// @ts-expect-error: statuses are known
export const isBusy = memory.getState().status === 'busy';
