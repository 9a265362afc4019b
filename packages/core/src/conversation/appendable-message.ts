import type { FormatChoice, MessageIn } from '../formats/named-formats.ts';
import type { Message } from '../message/message.ts';

/**
 * A message that may be appended: in this library's form, or in the format that was named; by
 * default that of OpenAI Chat Completions. Beside a format of one's own whose messages have `parts`
 * too, this library's form is known by a field that only it has, such as `format`.
 */
export type AppendableMessage<Format extends FormatChoice = 'openai'> = (
  | Message
  | MessageIn<Format>
) & {
  /**
   * Makes `append` idempotent: a second message of the same id is not added again [MSG-5]. Where the
   * first one follows the same entry on another branch, it is taken up from there.
   */
  readonly id?: string;
};
