import { throwIfAborted } from '@agent-memory/core/internal';
import type { ChatDelta, ChatRequest } from '../chat/chat-model.ts';
import type { ChatReply } from '../chat/chat-reply.ts';
import type { ServerFailure } from '../errors/model-failure.ts';
import { type Call, callError, timedOut } from './ask-server.ts';
import { type BodyPiece, readBody } from './read-body.ts';
import { readStreamError } from './read-refusal.ts';
import {
  charactersIn,
  hasRead,
  READING_STARTED,
  readEnd,
  readOn,
  type StreamReading,
} from './read-stream.ts';
import type { Secrets } from './secrets.ts';
import { finishedCalls } from './tool-calls.ts';

const EXCERPT_CHARACTERS = 120;

/**
 * Reads the answer as it comes, and tells its pieces.
 *
 * @throws ModelError where it does not end as it should; the signal's reason when it aborts.
 */
export async function readReply(
  call: Call,
  response: Response,
  onDelta: ChatRequest['onDelta'],
): Promise<ChatReply> {
  const { endpoint, exchange, signal } = call;
  const deltas = tellDeltas(endpoint.secrets, onDelta);
  const body = readBody(response, exchange.signal);
  let reading = READING_STARTED;
  let piece: BodyPiece;
  try {
    do {
      piece = await body.next();
      throwIfAborted(signal);
      const before = charactersIn(reading);
      reading = piece.kind === 'text' ? readOn(reading, piece.text) : readEnd(reading);
      // Comments and empty pieces keep a line open for ever, and say nothing of an answer.
      if (reading.isOver || charactersIn(reading) > before) exchange.heard(reading.isOver);
      deltas.tell(reading.news);
    } while (piece.kind === 'text' && !reading.isDone);
    deltas.end();
    throwIfAborted(signal);
  } finally {
    body.close();
  }
  const failure = failureIn(reading, call);
  const reply = replyIn(reading, endpoint.secrets);
  if (!failure) return reply;
  const cause = piece.kind === 'broken' && !exchange.isTimedOut() ? piece.cause : undefined;
  throw callError(call, failure, { partial: { ...reply, toolCalls: [] }, cause });
}

/** The failure of a body that has ended otherwise than it should. */
function failureIn(
  reading: StreamReading,
  { endpoint, exchange }: Call,
): ServerFailure | undefined {
  const { reply, calls, error, isOver, isDone, stray } = reading;
  if (error !== undefined) return readStreamError(error, endpoint.secrets);
  if (isOver) {
    const isEmpty = reply.text === '' && calls.length === 0;
    return isEmpty ? { kind: 'answer-empty' } : undefined;
  }
  if (exchange.isTimedOut()) return timedOut(endpoint);
  const isBlank = stray.trim() === '' && reply.unreadable === 0;
  if (!isDone && (hasRead(reading) || isBlank)) return { kind: 'connection-lost' };
  // Hidden before the cut: what is left of a key at the end would not be recognised.
  const excerpt = endpoint.secrets.hide(stray.trim()).slice(0, EXCERPT_CHARACTERS);
  return { kind: 'answer-unreadable', excerpt };
}

/** The answer without the keys that a server may repeat in it. */
function replyIn({ reply, calls }: StreamReading, { hideInAnswer }: Secrets): ChatReply {
  const { text, thinking, finishReason, ...rest } = reply;
  return {
    ...rest,
    text: hideInAnswer(text),
    thinking: hideInAnswer(thinking),
    ...(finishReason !== undefined && { finishReason: hideInAnswer(finishReason) }),
    toolCalls: finishedCalls(calls).map(({ id, type, function: called }) => ({
      id: hideInAnswer(id),
      type,
      function: { name: hideInAnswer(called.name), arguments: hideInAnswer(called.arguments) },
    })),
  };
}

/** Tells the pieces of an answer, without the keys that a server may repeat in it. */
interface Deltas {
  tell(news: ChatDelta): void;
  /** Tells the rest that was held back, since it might have been the beginning of a key. */
  end(): void;
}

/** @param onDelta not called for a piece that adds nothing. */
function tellDeltas(
  { hideInPieces }: Secrets,
  onDelta: ((delta: ChatDelta) => void) | undefined,
): Deltas {
  const [text, thinking] = [hideInPieces(), hideInPieces()];
  const tell = (delta: ChatDelta): void => {
    if (delta.text !== '' || delta.thinking !== '') onDelta?.(delta);
  };
  return {
    tell: (news) => tell({ text: text.next(news.text), thinking: thinking.next(news.thinking) }),
    end: () => tell({ text: text.end(), thinking: thinking.end() }),
  };
}
