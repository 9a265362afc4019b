import type { ContextPlan, ReportedUsage } from '@agent-memory/core';
import type { ChatMessage } from './chat-transport.ts';
import { MessageAssembler } from './message-assembler.ts';
import { isUiMessageChunk } from './ui-message-chunk.ts';

/** What an answer answers, and what it goes on with. */
interface AnswerTo {
  /** The visible list that it was sent for. */
  readonly list: readonly ChatMessage[];
  /** The context that was sent for it; absent where it was not sent from here. */
  readonly plan?: ContextPlan;
  /** The message of the list that it goes on with. */
  readonly begun?: ChatMessage;
}

/** One answer as it streams by. */
export class Answer {
  readonly to: AnswerTo;
  readonly #assembler: MessageAssembler;
  /** Metadata that came while the first step was the only one. */
  readonly #metadata: unknown[] = [];
  #steps = 0;
  #isFollowed = true;

  constructor(id: string, to: AnswerTo) {
    this.to = to;
    this.#assembler = new MessageAssembler(id, to.begun);
  }

  get id(): string {
    return this.#assembler.id;
  }

  /** Never throws: what cannot be followed is passed on all the same. */
  see(chunk: unknown): void {
    if (!this.#isFollowed || !isUiMessageChunk(chunk)) return;
    if (chunk.type === 'start-step') this.#steps += 1;
    if (chunk.messageMetadata !== undefined && this.#steps <= 1) {
      this.#metadata.push(chunk.messageMetadata);
    }
    try {
      this.#assembler.add(chunk);
    } catch {
      // The chat refuses the same chunk and says why; what came before it is what it shows.
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
   * What the call that read the context took. Calls of later steps read more than the context, so
   * what comes with them, the sum of all steps too, does not say it.
   */
  firstUsage(usageOf: (metadata: unknown) => ReportedUsage | undefined): ReportedUsage | undefined {
    for (const metadata of this.#metadata) {
      const usage = usageOf(metadata);
      if (usage) return usage;
    }
    return undefined;
  }
}
