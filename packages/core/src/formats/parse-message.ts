import type { Message } from '../message/message.ts';
import { readOwnForm } from '../message/own-form.ts';
import { parsedWith } from '../message/parsed-with.ts';
import { readOpenAiMessage } from './openai/openai-chat.ts';
import { plainForm } from './openai/plain-form.ts';

/**
 * Reads a message in this library's form (it has `parts`) or in that of OpenAI Chat Completions.
 * An `id` beside the message is the caller's and is not part of it. The message read is a copy:
 * changing the input afterwards does not change it.
 *
 * @example
 * const message = parseMessage({ role: 'user', content: 'Where is order ZFA04Y?' });
 * message.parts; // [{ type: 'text', text: 'Where is order ZFA04Y?' }]
 *
 * @throws InvalidMessageError naming the field at fault [MSG-3]. What is passed through unread must
 * at least be data: it is counted, stored and sent as JSON.
 */
export function parseMessage(input: unknown): Message {
  return parsedWith(input, (fields) =>
    Object.hasOwn(fields, 'parts') ? readOwnForm(fields) : readOpenAiMessage(plainForm(fields)),
  );
}
