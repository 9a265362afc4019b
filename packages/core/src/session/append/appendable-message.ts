import type { FormatChoice, MessageIn } from '../../formats/format-choice.ts';
import type { Message } from '../../message/message.ts';

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
   * Makes `append` idempotent: a message that the conversation has already, under the same id and with
   * the same content, is not added again [MSG-5]. Where it follows the head on another branch, it is
   * taken up from there. Any other message of a known id is kept as the next version of that id,
   * `id~2`; a session reports the first one as the degradation `ID_REPEATED` [MSG-7]. Of an assistant's
   * message it is the provider's id too: neighbours under one id are one unit [MSG-4]. `null`, as
   * OpenAI's items have it at times, is not one.
   */
  readonly id?: string | null | undefined;
};
