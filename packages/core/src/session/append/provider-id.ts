import type { ReadMessage } from '../../formats/message-format.ts';

/**
 * An assistant's message under the id that it came with, as its provider's id too: neighbours that
 * were streamed apart under one id are one unit, whichever format they came in [MSG-4].
 */
export function withProviderId(read: ReadMessage): ReadMessage {
  const { id, message } = read;
  if (id === undefined || message.role !== 'assistant') return read;
  if (message.providerMessageId !== undefined) return read;
  return { id, message: Object.freeze({ ...message, providerMessageId: id }) };
}
