import { AgentMemoryError, type AppendableMessage, systemClock } from '@agent-memory/core';
import { createIdMaker, isOverflow, sessionHost } from '@agent-memory/core/internal';
import { aiSdkUi } from '@agent-memory/formats';
import type { ChatMemory } from '../chat/chat-memory.ts';
import { keepAnswer } from '../chat/keep-answer.ts';
import { keepDraft } from '../chat/keep-draft.ts';
import { takeTurn } from '../chat/take-turn.ts';
import type { VisibleList } from '../chat/visible-list.ts';
import type { ChatTransportLike, SendMessagesOptions } from './chat-transport.ts';
import type { ChatMessage } from './stream/chat-message.ts';
import { idIn, kindOf, type Opening, readOpening, withId } from './stream/opening.ts';
import { tappedStream } from './stream/tapped-stream.ts';
import { StreamedAnswer } from './streamed-answer.ts';
import { usageInMetadata } from './usage-in-metadata.ts';

type Format = typeof aiSdkUi;

/** An answer on its way, and the trouble of storing its question. */
interface Following {
  readonly opening: Opening;
  readonly answer: StreamedAnswer;
  readonly trouble?: AgentMemoryError | undefined;
}

const createId = createIdMaker(systemClock);

/** A memory's part in a chat of AI SDK: sends contexts, follows the answers and keeps them. */
export class ChatSession {
  readonly #memory: ChatMemory;
  /** The answer that broke off last, until something else is sent: a connection may resume it. */
  #interrupted: StreamedAnswer | undefined;

  constructor(memory: ChatMemory) {
    this.#memory = memory;
    void sessionHost.prefetchMessages();
  }

  /** `release` is called when the answer has ended and is kept, unless this rejects. */
  async send(
    inner: ChatTransportLike | undefined,
    request: SendMessagesOptions,
    release: () => void,
  ): Promise<ReadableStream<unknown>> {
    refuseNoTransport(inner);
    this.#interrupted = undefined;
    const list = [...request.messages];
    const continued = continuedMessage(request);
    let trouble: AgentMemoryError | undefined;
    const onNotStored = (error: AgentMemoryError) => {
      trouble = error;
    };
    const turn = {
      memory: this.#memory,
      list: visibleList(list),
      contextFormat: aiSdkUi,
      signal: request.abortSignal,
      onNotStored,
    };
    return takeTurn(turn, async ({ messages, plan }) => {
      const opening = await openingOf(inner, { ...request, messages });
      const to = { list, plan, ...(continued && { continued }) };
      const answer = new StreamedAnswer(createId(), to);
      return this.#followed({ opening, answer, trouble }, release);
    });
  }

  /** As `send`; `null` where there is no answer to resume. */
  async reconnect(
    inner: ChatTransportLike | undefined,
    request: { readonly abortSignal?: AbortSignal },
    release: () => void,
  ): Promise<ReadableStream<unknown> | null> {
    refuseNoTransport(inner);
    const source = await inner.reconnectToStream(request as never);
    if (source === null) {
      release();
      return null;
    }
    const opening = await readOpening(source, request.abortSignal);
    const answer = this.#resumed(idIn(opening), inner.resumeStreamIsReplay ?? false);
    return this.#followed({ opening, answer }, release);
  }

  /** Where the question or the answer could not be stored, the chat shows both, and then the error. */
  #followed({ opening, answer, trouble }: Following, release: () => void): ReadableStream<unknown> {
    const { plan, continued } = answer.to;
    // A chat continues a message under the id that it has.
    const named = continued ? opening : withId(opening, answer.id);
    return tappedStream(named, {
      onChunk: (chunk) => {
        answer.follow(chunk);
        const messages = answer.listWithAnswer();
        if (messages) keepDraft(this.#memory, visibleList(messages));
      },
      onEnd: async (how) => {
        if (how === 'broken') this.#interrupted = answer;
        // The list is made now: a resumed answer continues growing.
        const messages = answer.listWithAnswer();
        const list = messages && visibleList(messages);
        const usage = () => answer.firstUsage(usageInMetadata);
        const ended = { listWithAnswer: () => list, plan, usage };
        const kept = await keepAnswer(this.#memory, ended).finally(release);
        return kept ?? trouble;
      },
    });
  }

  /** The answer that a connection resumes: from its beginning again, or from where it broke off. */
  #resumed(id: string | undefined, isReplay: boolean): StreamedAnswer {
    const interrupted = this.#interrupted;
    this.#interrupted = undefined;
    const { list = [], plan } = interrupted?.to ?? {};
    const isOther = id !== undefined && id !== interrupted?.id;
    if (!interrupted || isOther) return new StreamedAnswer(createId(), { list });
    return isReplay
      ? new StreamedAnswer(interrupted.id, { list, ...(plan && { plan }) })
      : interrupted;
  }
}

/** The opening of the answer to a request; rejects where it is an error about the context's length. */
async function openingOf(inner: ChatTransportLike, request: SendMessagesOptions): Promise<Opening> {
  // The messages have the inner transport's type, which a wrapper for any transport cannot name.
  const opening = await readOpening(
    await inner.sendMessages(request as never),
    request.abortSignal,
  );
  if (opening.error === undefined || !isOverflow(opening.error)) return opening;
  await opening.rest.cancel(opening.error);
  throw opening.error;
}

function refuseNoTransport(
  inner: ChatTransportLike | null | undefined,
): asserts inner is ChatTransportLike {
  if (typeof inner?.sendMessages === 'function') return;
  throw new AgentMemoryError(
    'INVALID_OPTION',
    'There is no transport to send with, so nothing was sent or kept. Give the memory the one that the ' +
      `chat would use alone, such as \`new DefaultChatTransport()\`; got ${kindOf(inner)}.`,
    { phase: 'option' },
  );
}

/** The message that an answer continues: the named one or else the last one, if it is an answer. */
function continuedMessage({
  trigger,
  messageId,
  messages,
}: Pick<SendMessagesOptions, 'trigger' | 'messageId' | 'messages'>): ChatMessage | undefined {
  if (trigger === 'regenerate-message') return undefined;
  const message = messages.find(({ id }) => id === messageId) ?? messages.at(-1);
  return message?.role === 'assistant' ? message : undefined;
}

/** The messages are typed by their shape alone; the format reads and checks them. */
function visibleList(messages: readonly ChatMessage[]): VisibleList<Format> {
  return { messages: messages as readonly AppendableMessage<Format>[], format: aiSdkUi };
}
