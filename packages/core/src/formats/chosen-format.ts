import { checkedFormat } from './checked-format.ts';
import type { FormatChoice } from './format-choice.ts';
import type { AnyFormat } from './message-format.ts';
import { openAi } from './openai/openai-format.ts';

/**
 * The format that a call names.
 *
 * @throws InvalidOptionError if it is not a format.
 */
export function chosenFormat(choice: FormatChoice): AnyFormat {
  return choice === 'openai' ? openAi : checkedFormat(choice);
}
