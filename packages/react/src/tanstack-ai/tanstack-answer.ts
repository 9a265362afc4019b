import type { ContextPlan, ReportedUsage } from '@agent-memory/core';
import {
  restoreInboundChunk,
  type StreamChunk,
  StreamProcessor,
  type UIMessage,
} from '@tanstack/ai/client';

/**
 * One answer as it streams by, put together by TanStack AI's own processor.
 *
 * With every chunk the processor goes through all the messages that it has. It is given none of the
 * visible list but those that a chunk names, so that a token costs the same in a long chat as in a new
 * one; the list is joined with the answer when that has ended.
 */
export class TanStackAnswer {
  readonly plan: ContextPlan;
  readonly #list: readonly UIMessage[];
  readonly #earlier: ReadonlyMap<string, UIMessage>;
  readonly #processor = new StreamProcessor();
  /** The messages of the list that the processor was given. */
  readonly #given = new Set<string>();
  #usage: ReportedUsage | undefined;
  #hasResults = false;
  #isFollowed = true;
  /** The server told the whole list anew: what the processor has is all of it. */
  #isToldWhole = false;

  constructor(list: readonly UIMessage[], plan: ContextPlan) {
    this.plan = plan;
    this.#list = list;
    this.#earlier = messagesByName(list);
    this.#processor.prepareAssistantMessage();
  }

  /**
   * What the call that read the context took, if it was told. Where tools ran in between, what is
   * told counts calls that read more than the context.
   */
  get usage(): ReportedUsage | undefined {
    return this.#usage;
  }

  /** Never throws: what cannot be followed is passed on all the same. */
  see(chunk: StreamChunk, usageOf: (finished: StreamChunk) => ReportedUsage | undefined): void {
    if (!this.#isFollowed) return;
    if (chunk.type === 'TOOL_CALL_RESULT') this.#hasResults = true;
    try {
      // It is changed in its place, and the chat restores its own.
      const restored = restoreInboundChunk({ ...chunk });
      if (!this.#hasResults) this.#usage ??= usageOf(restored);
      this.#giveWhatIsNamed(restored);
      this.#processor.processChunk(restored);
    } catch {
      // The chat refuses the same chunk and says why; what came before it is what it shows.
      this.#isFollowed = false;
    }
  }

  /** The visible list with the answer in it; `undefined` where nothing was answered. */
  listWithAnswer(): readonly UIMessage[] | undefined {
    this.#processor.finalizeStream();
    const list = this.#joined().filter(({ parts }) => parts.length > 0);
    const isChanged = list.some((message, index) => message !== this.#list[index]);
    return isChanged ? list : undefined;
  }

  /** Gives the processor the earlier messages that a chunk is about; a retold list is about all. */
  #giveWhatIsNamed(chunk: StreamChunk): void {
    if (this.#isToldWhole) return;
    if (chunk.type === 'MESSAGES_SNAPSHOT') {
      this.#processor.setMessages([...this.#joined()]);
      this.#isToldWhole = true;
      return;
    }
    for (const name of namesIn(chunk)) {
      const message = this.#earlier.get(name);
      if (!message || this.#given.has(message.id)) continue;
      this.#given.add(message.id);
      this.#processor.prependMessages([message]);
    }
  }

  /** The visible list as the answer left it. */
  #joined(): readonly UIMessage[] {
    const messages = this.#processor.getMessages();
    if (this.#isToldWhole) return messages;
    const given = new Map(messages.map((message) => [message.id, message]));
    const earlier = this.#list.flatMap((message) => {
      if (!this.#given.has(message.id)) return [message];
      const now = given.get(message.id);
      return now ? [now] : [];
    });
    return [...earlier, ...messages.filter(({ id }) => !this.#given.has(id))];
  }
}

/** The messages by what a chunk names them with: their own id, and those of the calls in them. */
function messagesByName(list: readonly UIMessage[]): ReadonlyMap<string, UIMessage> {
  const byName = new Map<string, UIMessage>();
  for (const message of list) {
    for (const part of message.parts) {
      if (part.type === 'tool-call') byName.set(part.id, message);
    }
  }
  for (const message of list) byName.set(message.id, message);
  return byName;
}

const NAMING_FIELDS = ['messageId', 'parentMessageId', 'toolCallId', 'entityId'] as const;

/** The messages and calls that a chunk may be about. */
function namesIn(chunk: StreamChunk): readonly string[] {
  const interrupts = fieldIn(fieldIn(chunk, 'outcome'), 'interrupts');
  return [chunk, fieldIn(chunk, 'value'), ...(Array.isArray(interrupts) ? interrupts : [])]
    .flatMap((naming) => NAMING_FIELDS.map((field) => fieldIn(naming, field)))
    .filter((name) => typeof name === 'string');
}

/** The usage that a run reports when it is over. */
export function usageOfRun(finished: StreamChunk): ReportedUsage | undefined {
  if (finished.type !== 'RUN_FINISHED') return undefined;
  const { usage } = finished as { readonly usage?: unknown };
  const inputTokens = countIn(usage, 'promptTokens');
  if (inputTokens === undefined) return undefined;
  const cachedInputTokens = countIn(fieldIn(usage, 'promptTokensDetails'), 'cachedTokens');
  return { inputTokens, ...(cachedInputTokens !== undefined && { cachedInputTokens }) };
}

function fieldIn(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

/** A provider that does not count is told of as zero. */
function countIn(value: unknown, field: string): number | undefined {
  const count = fieldIn(value, field);
  return typeof count === 'number' && count > 0 ? count : undefined;
}
