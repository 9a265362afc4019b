import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';

/** A step of a script: an answer, an error, or a function that is told what was sent. */
export type ModelStep = AIMessage | Error | ((sent: readonly BaseMessage[]) => Promise<AIMessage>);

/** A chat model that says what its script says, and remembers what it was sent. Refuses to say more. */
export class ScriptedChatModel extends BaseChatModel {
  readonly sent: BaseMessage[][] = [];
  /** The names of the tools that it was given, by call. */
  readonly toolNames: string[][] = [];
  readonly #steps: ModelStep[];
  #bound: string[] = [];

  constructor(steps: readonly ModelStep[]) {
    super({});
    this.#steps = [...steps];
  }

  override _llmType(): string {
    return 'scripted';
  }

  override bindTools(tools: readonly unknown[]): this {
    this.#bound = tools.map((tool) => (tool as { readonly name: string }).name);
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = await this.#next(messages);
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _options: this['ParsedCallOptions'],
    manager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { id, text, tool_calls: calls = [] } = await this.#next(messages);
    const own = id !== undefined && { id };
    for (const word of text.split(/(?<= )/)) {
      const message = new AIMessageChunk({ ...own, content: word });
      yield new ChatGenerationChunk({ text: word, message });
      await manager?.handleLLMNewToken(word);
    }
    for (const [index, { id: callId = '', name, args }] of calls.entries()) {
      const chunk = { index, id: callId, name, args: JSON.stringify(args) };
      const message = new AIMessageChunk({
        ...own,
        content: '',
        tool_call_chunks: [{ ...chunk, type: 'tool_call_chunk' }],
      });
      yield new ChatGenerationChunk({ text: '', message });
    }
  }

  async #next(messages: readonly BaseMessage[]): Promise<AIMessage> {
    this.sent.push([...messages]);
    this.toolNames.push(this.#bound);
    const step = this.#steps.shift();
    if (step === undefined) throw new Error('The script is over, and the model was asked again.');
    if (step instanceof Error) throw step;
    return typeof step === 'function' ? step(messages) : step;
  }
}

/** An answer that calls tools. */
export function calling(...calls: readonly { name: string; args: object; id: string }[]) {
  return new AIMessage({
    content: '',
    tool_calls: calls.map((call) => ({
      ...call,
      args: { ...call.args },
      type: 'tool_call' as const,
    })),
  });
}
