import { AgentMemoryError, orAbort } from '@agent-memory/core';
import { kindOf } from './kind-of.ts';
import { isUiMessageChunk, type UiMessageChunk } from './ui-message-chunk.ts';

/** The beginning of an answer: everything up to the first chunk that shows something, or ends it. */
export interface Opening {
  readonly chunks: readonly unknown[];
  readonly rest: ReadableStreamDefaultReader<unknown>;
  /** The answer is an error from its beginning, and says this. */
  readonly error?: Error;
}

/**
 * Reads the beginning of an answer. What is held back until it is over shows nothing: that a message
 * and a step begin. Rejects as reading does, or with the signal's reason; then the stream is cancelled.
 *
 * @throws AgentMemoryError `INVALID_OPTION` where a transport gave something else than a stream.
 */
export async function readOpening(
  stream: ReadableStream<unknown>,
  signal: AbortSignal | undefined,
): Promise<Opening> {
  const rest = readerOf(stream);
  try {
    return await orAbort(readUntilShown(rest), signal);
  } catch (error) {
    // What went wrong is told already; that it cannot be cancelled either adds nothing.
    rest.cancel(error).catch(() => undefined);
    throw error;
  }
}

function readerOf(stream: ReadableStream<unknown> | null | undefined) {
  if (typeof stream?.getReader === 'function') return stream.getReader();
  throw new AgentMemoryError(
    'INVALID_OPTION',
    'The transport gave no stream to read an answer from; what was asked is kept. Its `sendMessages` ' +
      `and \`reconnectToStream\` must resolve to a \`ReadableStream\`; got ${kindOf(stream)}.`,
    { phase: 'option' },
  );
}

async function readUntilShown(rest: ReadableStreamDefaultReader<unknown>): Promise<Opening> {
  const chunks: unknown[] = [];
  for (;;) {
    const { done, value } = await rest.read();
    if (done) return { chunks, rest };
    chunks.push(value);
    if (isUiMessageChunk(value) && isSilent(value)) continue;
    const isError = isUiMessageChunk(value) && value.type === 'error';
    return { chunks, rest, ...(isError && { error: new Error(value.errorText) }) };
  }
}

/** Whether a chunk shows nothing by itself. */
function isSilent({ type, messageMetadata }: UiMessageChunk): boolean {
  if (type === 'start' || type === 'finish') return messageMetadata === undefined;
  return type === 'start-step' || type === 'finish-step' || type === 'abort';
}

/** The id that the sender gave the answer, if it did. */
export function idIn({ chunks }: Opening): string | undefined {
  return chunks.filter(isUiMessageChunk).find(({ type }) => type === 'start')?.messageId;
}

/**
 * The opening with an id for the answer, unless its sender gave it one: without it a chat would make
 * up an id that nobody else knows. Nothing is added to an opening that shows nothing.
 */
export function withId(opening: Opening, id: string): Opening {
  const { chunks, error } = opening;
  const isShown = chunks.some((chunk) => !isUiMessageChunk(chunk) || !isSilent(chunk));
  if (!isShown || error || idIn(opening) !== undefined) return opening;
  const at = chunks.findIndex((chunk) => isUiMessageChunk(chunk) && chunk.type === 'start');
  const start = { type: 'start', ...(at >= 0 && Object(chunks[at])), messageId: id };
  return { ...opening, chunks: at < 0 ? [start, ...chunks] : chunks.with(at, start) };
}
