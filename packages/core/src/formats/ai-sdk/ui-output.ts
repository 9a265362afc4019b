import type { Message, ToolResultPart } from '../../message/message.ts';
import { parsedJson } from './json-text.ts';
import type { AiSdkToolOutput } from './model-message.ts';
import type { AiSdkJson } from './plain-values.ts';
import { UI_FORMAT } from './provider-fields.ts';

/**
 * The result of a `UIMessage` as JSON, where it was that; `undefined` where it is words, or was
 * shortened to such.
 */
export function jsonOutputOf(
  result: ToolResultPart,
  message: Message,
): AiSdkToolOutput | undefined {
  if (message.format !== UI_FORMAT || result.extra?.outputType !== 'json') return undefined;
  const parsed = parsedJson(result.text);
  return parsed && { type: 'json', value: parsed.value as AiSdkJson };
}
