import type { ChatDelta, ChatReply, ChatUsage } from '@agent-memory/models';
import type { EngineMessage } from '../requests/engine-messages.ts';
import type { KeptContext } from '../requests/kept-context.ts';
import { ThinkingSplitter } from '../requests/split-thinking.ts';
import type { MlcChunk } from './mlc.ts';

const NOTHING: ChatDelta = { text: '', thinking: '' };

/** Puts one streamed answer together. */
export class AnswerReader {
  readonly #isOfCalls: boolean;
  readonly #keptTokens: number;
  readonly #splitter = new ThinkingSplitter();
  readonly #told = { text: '', thinking: '' };
  #raw = '';
  /** `undefined` where web-llm found no list of calls in the answer. */
  #toolCalls: ChatReply['toolCalls'] | undefined;
  #finishReason: string | undefined;
  #usage: ChatUsage | undefined;

  constructor(about: {
    /** Calls come as text first, which is not one of the answer's. */
    readonly isOfCalls: boolean;
    readonly keptTokens: number;
  }) {
    this.#isOfCalls = about.isOfCalls;
    this.#keptTokens = about.keptTokens;
  }

  /** The words that the chunk adds. */
  read({ choices: [choice], usage }: MlcChunk): ChatDelta {
    if (usage) this.#usage = this.#wholeUsage(usage);
    if (!choice) return NOTHING;
    this.#finishReason = choice.finish_reason ?? this.#finishReason;
    if (choice.delta.tool_calls) this.#toolCalls = callsIn(choice.delta.tool_calls);
    const piece = choice.delta.content ?? '';
    this.#raw += piece;
    return this.#isOfCalls ? NOTHING : this.#tell(this.#splitter.add(piece));
  }

  /** The words that were held back until the answer was at its end. */
  end(): ChatDelta {
    if (this.#toolCalls) return NOTHING;
    return this.#tell(this.#isOfCalls ? { text: this.#raw, thinking: '' } : this.#splitter.end());
  }

  get reply(): ChatReply {
    return {
      ...this.#told,
      toolCalls: this.#toolCalls ?? [],
      unreadable: 0,
      ...(this.#finishReason !== undefined && { finishReason: this.#finishReason }),
      ...(this.#usage && { usage: this.#usage }),
    };
  }

  /** The conversation that web-llm can continue from; it cannot from an answer that was cut. */
  keptContext(asked: readonly EngineMessage[]): KeptContext | undefined {
    if (this.#finishReason !== 'stop' || !this.#usage) return undefined;
    const { inputTokens, outputTokens = 0 } = this.#usage;
    const messages = [...asked, { role: 'assistant', content: this.#raw } as const];
    return { messages, tokens: inputTokens + outputTokens };
  }

  #tell(delta: ChatDelta): ChatDelta {
    this.#told.text += delta.text;
    this.#told.thinking += delta.thinking;
    return delta;
  }

  /** web-llm counts the part of the prompt that it read again. */
  #wholeUsage(usage: NonNullable<MlcChunk['usage']>): ChatUsage {
    const { prompt_tokens: read, completion_tokens: outputTokens } = usage;
    return {
      inputTokens: this.#keptTokens + read,
      outputTokens,
      ...(this.#keptTokens > 0 && { cachedInputTokens: this.#keptTokens }),
    };
  }
}

/** web-llm gives calls no ids of their own when it streams. */
function callsIn(
  calls: NonNullable<MlcChunk['choices'][number]['delta']['tool_calls']>,
): ChatReply['toolCalls'] {
  return calls.map(({ function: { name = '', arguments: given = '{}' } = {} }) => ({
    id: `call_${crypto.randomUUID()}`,
    type: 'function',
    function: { name, arguments: given },
  }));
}
