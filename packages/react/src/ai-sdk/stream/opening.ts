import { AgentMemoryError } from '@agent-memory/core';
import { orAbort } from '@agent-memory/core/internal';
import { isUiMessageChunk, type UiMessageChunk } from './ui-message-chunk.ts';

/** The beginning of an answer: everything up to the first chunk that shows something, or ends it. */
export interface Opening {
  readonly chunks: readonly unknown[];
  readonly rest: ReadableStreamDefaultReader<unknown>;
  /** The error that the answer consists of. */
  readonly error?: Error;
}

/**
 * Reads the beginning of an answer. Until it resolves only chunks are held back that show nothing, such
 * as the start of a message or step. Rejects as reading does, or with the signal's reason; then the
 * stream is cancelled.
 *
 * @throws AgentMemoryError `INVALID_OPTION` if a transport gave something other than a stream.
 */
export async function readOpening(
  stream: ReadableStream<unknown>,
  signal: AbortSignal | undefined,
): Promise<Opening> {
  const rest = readerOf(stream);
  try {
    return await orAbort(readUntilShown(rest), signal);
  } catch (error) {
    // The first error is the one to report; a failure to cancel adds nothing.
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

/** The id that the sender gave the answer, if any. */
export function idIn({ chunks }: Opening): string | undefined {
  return chunks.filter(isUiMessageChunk).find(({ type }) => type === 'start')?.messageId;
}

/**
 * The opening with an id for the answer where its sender gave none: otherwise the chat would make up an
 * id that the memory does not know. An opening that shows nothing stays as it is.
 */
export function withId(opening: Opening, id: string): Opening {
  const { chunks, error } = opening;
  const isShown = chunks.some((chunk) => !isUiMessageChunk(chunk) || !isSilent(chunk));
  if (!isShown || error || idIn(opening) !== undefined) return opening;
  const at = chunks.findIndex((chunk) => isUiMessageChunk(chunk) && chunk.type === 'start');
  const start = { type: 'start', ...(at >= 0 && Object(chunks[at])), messageId: id };
  return { ...opening, chunks: at < 0 ? [start, ...chunks] : chunks.with(at, start) };
}

/** The type of a value in a word, for the message of an error. */
export function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
