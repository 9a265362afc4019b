import type { MessageFormat } from '@agent-memory/core/formats';
import type {
  GoogleContent,
  GoogleContext,
  GoogleIncomingAnswer,
  GoogleIncomingContent,
} from './google-content.ts';
import { contentIn, GOOGLE, readGoogle } from './read-google.ts';
import { renderGoogle } from './render-google.ts';
import { writeGoogle } from './write-google.ts';

/**
 * Google's Gemini API. Its messages are contents of the roles `user` and `model`; `systemInstruction`
 * of a context holds the system text, with the system messages of the conversation behind it.
 *
 * - A call without an id goes by the name of its function, and calls and answers are paired in their
 *   order, so that the same contents give the same ids again. An id that came goes back.
 * - A `thoughtSignature` stays in the part that it came in, and goes to this provider alone. It is
 *   counted. A call of another provider says that it has none, as Google documents it.
 * - Files in a content, and files by their address, are priced by Google's rule.
 * - The user begins and ends a context: «(The conversation begins.)» and «Go on.» stand there where
 *   nothing of the user does.
 * - Parts without data, and those of kinds that Google does not document, stay with the original; their
 *   signature is sent. An answer without a response gets an empty one.
 * - Append an answer whole, or its content. Contents of a stream are pieces of one: join their parts first.
 *
 * @example
 * ```ts
 * await memory.append({ role: 'user', parts: [{ text: 'Find a train' }] }, { format: google });
 * const { contents, systemInstruction } = await memory.assemble({ format: google });
 * const config = { systemInstruction, tools };
 * const response = await ai.models.generateContent({ model, contents, config });
 * await memory.append(response, { format: google });
 * ```
 */
export const google: MessageFormat<
  GoogleIncomingContent | GoogleIncomingAnswer,
  GoogleContext,
  GoogleContent
> = {
  name: GOOGLE,
  holds: 'data',
  refusesOthers: true,
  plain: contentIn,
  read: readGoogle,
  write: writeGoogle,
  render: renderGoogle,
};
