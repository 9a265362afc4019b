import {
  AgentMemoryError,
  type AppendableMessage,
  type AssembledContext,
  type ContextPlan,
  createIdMaker,
  orAbort,
  type ReportedUsage,
  systemClock,
  throwIfAborted,
} from '@agent-memory/core';
import { Answer } from './answer.ts';
import type { ChatMemory, MemoryTransportOptions } from './chat-memory.ts';
import type {
  ChatMessage,
  ChatTransportLike,
  FinishedAnswer,
  PreparedSendMessagesRequest,
  PrepareSendMessagesRequestOptions,
  SendMessagesOptions,
} from './chat-transport.ts';
import { inTurn } from './in-turn.ts';
import { isOverflow as isKnownOverflow } from './is-overflow.ts';
import { kindOf } from './kind-of.ts';
import { idIn, type Opening, readOpening, withId } from './opening.ts';
import { reportFault } from './report-fault.ts';
import { tappedStream } from './tapped-stream.ts';
import { tellFault } from './tell-fault.ts';
import { usageOf as usageInMetadata } from './usage-of.ts';
import type { Wrapped } from './wrapper-over.ts';

const FORMAT = { format: 'ai-sdk-ui' } as const;

type Assembly = 'assemble' | 'onOverflow';

/** What there is to keep of an answer. */
interface Kept {
  /** The visible list with the answer; absent where nothing was answered. */
  readonly list: readonly ChatMessage[] | undefined;
  /** The context that it answers, where it is known. */
  readonly plan: ContextPlan | undefined;
  readonly usage: () => ReportedUsage | undefined;
}

const createId = createIdMaker(systemClock);

/**
 * A memory's part in a chat. What it asks of the memory it asks in turn: a context is assembled for
 * the list that was just laid beside the transcript, and after the answers that ended before.
 */
export class ChatSession {
  readonly #memory: ChatMemory;
  readonly #inTurn = inTurn();
  /** The answer that broke off last, until something else is sent: a connection may take it up again. */
  #interrupted: Answer | undefined;
  #prepared: { readonly plan: ContextPlan; readonly steps: number } | undefined;

  constructor(memory: ChatMemory) {
    this.#memory = memory;
  }

  /** `release` is called when the answer has ended and is kept, unless this rejects. */
  async send(
    wrapped: Required<Wrapped>,
    request: SendMessagesOptions,
    release: () => void,
  ): Promise<ReadableStream<unknown>> {
    refuseNoTransport(wrapped.inner);
    this.#interrupted = undefined;
    const list = [...request.messages];
    const begun = continuedBy(request);
    for (let how: Assembly = 'assemble'; ; how = 'onOverflow') {
      const context = await this.#context(how, list, request.abortSignal);
      try {
        const opening = await openingFor(wrapped, { ...request, messages: context.messages });
        const to = { list, plan: context.plan, ...(begun && { begun }) };
        return this.#followed(opening, new Answer(createId(), to), wrapped.options, release);
      } catch (error) {
        if (!isTooLong(error, wrapped.options)) throw error;
      }
    }
  }

  /** As `send`; `null` where there is no answer to take up. */
  async reconnect(
    { inner, options }: Required<Wrapped>,
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
    const answer = this.#takenUp(idIn(opening), inner.resumeStreamIsReplay ?? false);
    return this.#followed(opening, answer, options, release);
  }

  async prepare(request: PrepareSendMessagesRequestOptions): Promise<PreparedSendMessagesRequest> {
    const { id, body, trigger, messageId } = request;
    const context = await this.#context('assemble', [...request.messages]);
    this.#prepared = { plan: context.plan, steps: stepsOf(continuedBy(request)) };
    return { body: { ...body, id, messages: context.messages, trigger, messageId } };
  }

  /** Keeps an answer of a transport that is not wrapped. */
  keepFinished(
    { message, messages }: FinishedAnswer,
    options: MemoryTransportOptions,
  ): Promise<void> {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    const list = [...messages];
    // Metadata tells of the last step; only of a single one is that the step that read the context.
    const isSingleStep = prepared && stepsOf(message) - prepared.steps <= 1;
    const usage = () =>
      isSingleStep ? (options.usageOf ?? usageInMetadata)(message.metadata) : undefined;
    return this.#keep({ list, plan: prepared?.plan, usage }, options);
  }

  /** The context for a list, laid beside the transcript first. */
  #context(
    how: Assembly,
    list: readonly ChatMessage[],
    signal?: AbortSignal,
  ): Promise<AssembledContext<'ai-sdk-ui'>> {
    const assembled = this.#inTurn(async () => {
      throwIfAborted(signal);
      await this.#laidDown(list, signal);
      return this.#memory[how]({ ...FORMAT, ...(signal && { signal }) });
    });
    return orAbort(assembled, signal);
  }

  #followed(
    opening: Opening,
    answer: Answer,
    options: MemoryTransportOptions,
    release: () => void,
  ): ReadableStream<unknown> {
    const { plan, begun } = answer.to;
    // A chat goes on with a message under the id that it has.
    const named = begun ? opening : withId(opening, answer.id);
    return tappedStream(named, {
      see: (chunk) => answer.see(chunk),
      end: (how) => {
        if (how === 'broken') this.#interrupted = answer;
        const usage = () => answer.firstUsage(options.usageOf ?? usageInMetadata);
        void this.#keep({ list: answer.listWithAnswer(), plan, usage }, options).finally(release);
      },
    });
  }

  /** The answer that a connection takes up: told from its beginning again, or from where it broke off. */
  #takenUp(id: string | undefined, isReplay: boolean): Answer {
    const interrupted = this.#interrupted;
    this.#interrupted = undefined;
    const { list = [], plan } = interrupted?.to ?? {};
    const isOther = id !== undefined && id !== interrupted?.id;
    if (!interrupted || isOther) return new Answer(createId(), { list });
    return isReplay ? new Answer(interrupted.id, { list, ...(plan && { plan }) }) : interrupted;
  }

  /** Keeps what was answered, and what that took; the app hears of what could not be. */
  async #keep({ list, plan, usage }: Kept, options: MemoryTransportOptions): Promise<void> {
    const keeping = this.#inTurn(async () => {
      if (list) await this.#laidDown(list);
      // A context that was assembled since is not the one that was read.
      if (!plan || this.#memory.getState().plan !== plan) return;
      const read = usage();
      if (read) await this.#memory.reportUsage(read);
    });
    await keeping.catch((error: unknown) =>
      tellFault(error, options.onError ?? reportUnlessClosed),
    );
  }

  /** Brings the transcript to what the list says; aborting is left to the caller. */
  async #laidDown(list: readonly ChatMessage[], signal?: AbortSignal): Promise<void> {
    try {
      await this.#memory.sync(asAppendable(list), { ...FORMAT, ...(signal && { signal }) });
    } catch (error) {
      // What could not be stored is in the transcript, and the memory's state says so.
      if (!isStoreFailure(error)) throw error;
    }
  }
}

/** The opening of the answer to a request; rejects with an error that was sent ahead of all else. */
async function openingFor(
  { inner, options }: Required<Wrapped>,
  request: SendMessagesOptions,
): Promise<Opening> {
  // The messages are of the inner transport's type, which a wrapper for any cannot name.
  const opening = await readOpening(
    await inner.sendMessages(request as never),
    request.abortSignal,
  );
  if (opening.error === undefined || !isTooLong(opening.error, options)) return opening;
  await opening.rest.cancel(opening.error);
  throw opening.error;
}

/** A transport may be missing all the same: types are not checked at run time. */
function refuseNoTransport(inner: ChatTransportLike | null | undefined): void {
  if (typeof inner?.sendMessages === 'function') return;
  throw new AgentMemoryError(
    'INVALID_OPTION',
    'There is no transport to send with, so nothing was sent or kept. Give the memory the one that the ' +
      `chat would use alone, such as \`new DefaultChatTransport()\`; got ${kindOf(inner)}.`,
    { phase: 'option' },
  );
}

function isTooLong(error: unknown, { isOverflow = isKnownOverflow }: MemoryTransportOptions) {
  return error instanceof Error && isOverflow(error);
}

/** Who deletes a session while its answer streams wants none of it; that there is no place for it is no fault. */
function reportUnlessClosed(error: unknown): void {
  const isClosed = AgentMemoryError.isInstance(error) && error.code === 'SESSION_CLOSED';
  if (!isClosed) reportFault(error);
}

function isStoreFailure(error: unknown): boolean {
  return AgentMemoryError.isInstance(error) && error.phase === 'store';
}

/** The message that an answer goes on with: the one that was named, or the last one, if it is an answer. */
function continuedBy({
  trigger,
  messageId,
  messages,
}: Pick<SendMessagesOptions, 'trigger' | 'messageId' | 'messages'>): ChatMessage | undefined {
  if (trigger === 'regenerate-message') return undefined;
  const message = messages.find(({ id }) => id === messageId) ?? messages.at(-1);
  return message?.role === 'assistant' ? message : undefined;
}

function stepsOf(message: ChatMessage | undefined): number {
  return message?.parts.filter(({ type }) => type === 'step-start').length ?? 0;
}

/** Messages of a chat are what the format reads, and checks; they are typed by their shape alone here. */
function asAppendable(list: readonly ChatMessage[]): readonly AppendableMessage<'ai-sdk-ui'>[] {
  return list as readonly AppendableMessage<'ai-sdk-ui'>[];
}
