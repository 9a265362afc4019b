import type { ContextPlan, ReportedUsage } from '@agent-memory/core';
import type { ChatMessage } from './stream/chat-message.ts';
import { MessageAssembler } from './stream/message-assembler.ts';
import { isUiMessageChunk } from './stream/ui-message-chunk.ts';

/** The list and the context that an answer was sent for. */
interface AnswerTo {
  /** The visible list that it was sent for. */
  readonly list: readonly ChatMessage[];
  /** The context that was sent for it; absent where it was not sent from here. */
  readonly plan?: ContextPlan;
  /** The message of the list that it continues. */
  readonly continued?: ChatMessage;
}

/** Puts an answer together while its chunks pass by. */
export class StreamedAnswer {
  readonly to: AnswerTo;
  readonly #assembler: MessageAssembler;
  /** Metadata that came before a second step began. */
  readonly #metadata: unknown[] = [];
  #steps = 0;
  #isFollowed = true;

  constructor(id: string, to: AnswerTo) {
    this.to = to;
    this.#assembler = new MessageAssembler(id, to.continued);
  }

  get id(): string {
    return this.#assembler.id;
  }

  /** Never throws: a chunk that does not fit ends the following, and the chat gets it all the same. */
  follow(chunk: unknown): void {
    if (!this.#isFollowed || !isUiMessageChunk(chunk)) return;
    if (chunk.type === 'start-step') this.#steps += 1;
    if (chunk.messageMetadata !== undefined && this.#steps <= 1) {
      this.#metadata.push(chunk.messageMetadata);
    }
    try {
      this.#assembler.add(chunk);
    } catch {
      // The chat refuses the same chunk and says why; it shows what came before.
      this.#isFollowed = false;
    }
  }

  /** The visible list with the answer in it; `undefined` while there is nothing of an answer. */
  listWithAnswer(): readonly ChatMessage[] | undefined {
    if (this.#assembler.isEmpty) return undefined;
    const message = this.#assembler.message();
    const { list } = this.to;
    const at = list.findIndex(({ id }) => id === message.id);
    return at < 0 ? [...list, message] : list.with(at, message);
  }

  /**
   * The usage of the call that read the context. Usage that comes with later steps does not count: their
   * calls read more than the context, and a sum over all steps includes them.
   */
  firstUsage(usageOf: (metadata: unknown) => ReportedUsage | undefined): ReportedUsage | undefined {
    for (const metadata of this.#metadata) {
      const usage = usageOf(metadata);
      if (usage) return usage;
    }
    return undefined;
  }
}
