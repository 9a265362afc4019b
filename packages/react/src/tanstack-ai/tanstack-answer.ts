import type { ReportedUsage } from '@agent-memory/core';
import {
  restoreInboundChunk,
  type StreamChunk,
  StreamProcessor,
  type UIMessage,
} from '@tanstack/ai/client';
import { fieldIn, reportedUsage } from '../chat/reported-usage.ts';

/**
 * Puts an answer together while its chunks pass by, with TanStack AI's own processor.
 *
 * With every chunk the processor goes through all the messages that it has. It gets only those messages
 * of the visible list that a chunk names, so that a token costs the same in a long chat as in a new one;
 * the list is joined with the answer when that has ended.
 */
export class TanStackAnswer {
  readonly #list: readonly UIMessage[];
  readonly #earlier: ReadonlyMap<string, UIMessage>;
  readonly #processor = new StreamProcessor();
  /** Ids of the messages of the list that the processor has. */
  readonly #added = new Set<string>();
  #usage: ReportedUsage | undefined;
  #hasResults = false;
  #isFollowed = true;
  /** The server sent the whole list again: the processor has all of it. */
  #hasSnapshot = false;

  constructor(list: readonly UIMessage[]) {
    this.#list = list;
    this.#earlier = messagesById(list);
    this.#processor.prepareAssistantMessage();
  }

  /**
   * The usage of the call that read the context, if it was reported. Usage that comes after results of
   * tools does not count: it includes calls that read more than the context.
   */
  usage(): ReportedUsage | undefined {
    return this.#usage;
  }

  /** Never throws: a chunk that does not fit ends the following, and the chat gets it all the same. */
  follow(chunk: StreamChunk): void {
    if (!this.#isFollowed) return;
    if (chunk.type === 'TOOL_CALL_RESULT') this.#hasResults = true;
    try {
      // Restoring changes a chunk in place; the chat restores its own copy.
      const restored = restoreInboundChunk({ ...chunk });
      if (!this.#hasResults) this.#usage ??= usageOfRun(restored);
      this.#addNamed(restored);
      this.#processor.processChunk(restored);
    } catch {
      // The chat refuses the same chunk and says why; it shows what came before.
      this.#isFollowed = false;
    }
  }

  /** The visible list with the answer in it; `undefined` where nothing was answered. */
  listWithAnswer(): readonly UIMessage[] | undefined {
    this.#processor.finalizeStream();
    const list = this.#joinedList().filter(({ parts }) => parts.length > 0);
    const isChanged = list.some((message, index) => message !== this.#list[index]);
    return isChanged ? list : undefined;
  }

  /** The end of the visible list with the answer so far; `undefined` while there is nothing of one. */
  endOfList(): readonly UIMessage[] | undefined {
    if (this.#hasSnapshot) return undefined;
    const shown = this.#processor.getMessages().filter(({ parts }) => parts.length > 0);
    const last = this.#list.at(-1);
    const now = shown.find(({ id }) => id === last?.id) ?? last;
    const answers = shown.filter(({ id }) => !this.#added.has(id));
    if (answers.length === 0 && now === last) return undefined;
    return now ? [now, ...answers] : answers;
  }

  /** Gives the processor the earlier messages that a chunk is about; a snapshot is about all. */
  #addNamed(chunk: StreamChunk): void {
    if (this.#hasSnapshot) return;
    if (chunk.type === 'MESSAGES_SNAPSHOT') {
      this.#processor.setMessages([...this.#joinedList()]);
      this.#hasSnapshot = true;
      return;
    }
    for (const name of idsIn(chunk)) {
      const message = this.#earlier.get(name);
      if (!message || this.#added.has(message.id)) continue;
      this.#added.add(message.id);
      this.#processor.prependMessages([message]);
    }
  }

  /** The visible list with the answer so far. */
  #joinedList(): readonly UIMessage[] {
    const messages = this.#processor.getMessages();
    if (this.#hasSnapshot) return messages;
    const given = new Map(messages.map((message) => [message.id, message]));
    const earlier = this.#list.flatMap((message) => {
      if (!this.#added.has(message.id)) return [message];
      const now = given.get(message.id);
      return now ? [now] : [];
    });
    return [...earlier, ...messages.filter(({ id }) => !this.#added.has(id))];
  }
}

/** The messages by the ids that a chunk may name: their own, and those of the calls in them. */
function messagesById(list: readonly UIMessage[]): ReadonlyMap<string, UIMessage> {
  const byId = new Map<string, UIMessage>();
  for (const message of list) {
    for (const part of message.parts) {
      if (part.type === 'tool-call') byId.set(part.id, message);
    }
  }
  for (const message of list) byId.set(message.id, message);
  return byId;
}

const ID_FIELDS = ['messageId', 'parentMessageId', 'toolCallId', 'entityId'] as const;

/** Ids of the messages and calls that a chunk may be about. */
function idsIn(chunk: StreamChunk): readonly string[] {
  const interrupts = fieldIn(fieldIn(chunk, 'outcome'), 'interrupts');
  return [chunk, fieldIn(chunk, 'value'), ...(Array.isArray(interrupts) ? interrupts : [])]
    .flatMap((object) => ID_FIELDS.map((field) => fieldIn(object, field)))
    .filter((name) => typeof name === 'string');
}

/** The usage that a run reports when it is over. TanStack AI reports zero for what was not counted. */
function usageOfRun(finished: StreamChunk): ReportedUsage | undefined {
  if (finished.type !== 'RUN_FINISHED') return undefined;
  const usage = fieldIn(finished, 'usage');
  const cached = fieldIn(fieldIn(usage, 'promptTokensDetails'), 'cachedTokens');
  return reportedUsage(fieldIn(usage, 'promptTokens'), cached === 0 ? undefined : cached);
}
