import { frozenCopy } from '../../message/frozen-copy.ts';
import type { Message } from '../../message/message.ts';
import { perMessage } from '../../message/per-message.ts';
import type { OpenAiFormat } from '../format-choice.ts';
import type { ReadMessage, WritableEntry } from '../message-format.ts';
import { parseMessage } from '../parse-message.ts';
import { originalOpenAiMessages } from './openai-chat.ts';
import type { OpenAiMessage } from './openai-message.ts';
import { givenForm, idOfMessage } from './plain-form.ts';
import { renderOpenAi } from './render-openai.ts';

/**
 * OpenAI Chat Completions, and every endpoint compatible with it: the format that is used where none
 * is named. Its messages have no `format`, like those in this library's own form, which it reads too.
 *
 * A context holds what the real API takes:
 * - A result of a tool is words alone. A picture or a file that a tool answered with stands in a message
 *   of the user right behind the last result, and a line before it names the call.
 * - In words of the assistant or the system `[image]` or `[file]` stands for one.
 * - Arguments of a call are an object. Others (cut off, empty, a list) go out in its field `arguments`.
 * - Blank texts are left out, and so is what a provider adds to its answers beside the fields that a
 *   request has: `openAiFor` of `@agent-memory/formats` is for endpoints that want some of it back.
 * - A refusal is words, and so is the transcript of speech.
 * - Ids have 40 characters at most, but those of LiteLLM that hold a signature, and names of tools 64
 *   letters, digits, `_` and `-`. A call and its result are named alike in every context.
 *
 * It reads whole answers too, and what servers like OpenAI's give: a call without an id goes by the name of
 * its tool, and a result without one answers the first open call.
 *
 * Equal content comes back in one way: a list of one plain text as that text, several texts of
 * a tool's result as one, an assistant's missing content as `null`, and calls with the ids by which they go.
 *
 * @example
 * ```ts
 * const { messages } = await memory.assemble({ format: openAi });
 * await fetch(url, { method: 'POST', body: JSON.stringify({ model, messages }) });
 * ```
 */
export const openAi: OpenAiFormat = {
  name: 'openai',
  holds: 'data',
  refusesOthers: true,
  read: readOpenAi,
  write: writeOpenAi,
  render: (plan) => ({ messages: renderOpenAi(plan) }),
};

/** One message; its `id`, where it has one, names the entry and is no part of it. */
function readOpenAi(input: unknown): readonly ReadMessage[] {
  const message: Message = frozenCopy(parseMessage(input));
  const id = idOfMessage(input);
  return [typeof id === 'string' && id !== '' ? { id, message } : { message }];
}

const originals = perMessage((message) =>
  frozenCopy(originalOpenAiMessages(message).map(givenForm)),
);

/** Originals as they were, also those that say nothing and are never sent. */
function writeOpenAi(entries: readonly WritableEntry[]): readonly OpenAiMessage[] {
  return entries.flatMap(({ message }) => originals(message));
}
