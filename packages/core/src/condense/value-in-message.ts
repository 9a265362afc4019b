import type { Message, Part } from '../message/message.ts';
import { runToEnd } from '../platform/steps.ts';
import { valuesInText } from './values-in-text.ts';

/** Tells whether a value stands in a message, to the letter and not as part of a longer word. */
export function holdsValue({ parts }: Message, value: string): boolean {
  // In the JSON of arguments it stands as JSON writes it.
  const escaped = JSON.stringify(value).slice(1, -1);
  const wanted = escaped === value ? [value] : [value, escaped];
  return parts.some((part) =>
    textsOf(part).some((text) => runToEnd(valuesInText(text, wanted)).size > 0),
  );
}

function textsOf(part: Part): readonly string[] {
  switch (part.type) {
    case 'text':
    case 'tool-result':
    case 'thinking':
      return [part.text];
    case 'tool-call':
      return [part.toolName, part.arguments];
    case 'unknown':
      return [JSON.stringify(part.value) ?? ''];
    case 'document':
      return part.filename === undefined ? [] : [part.filename];
    case 'image':
      return [];
    default:
      return part satisfies never;
  }
}
