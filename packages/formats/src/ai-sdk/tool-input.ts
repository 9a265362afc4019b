import type { ToolCallPart } from '@agent-memory/core/formats';
import { isPlainObject } from '@agent-memory/core/internal';
import { parsedJson } from './json-text.ts';
/**
 * The arguments of a call as the value that the AI SDK takes. Where they came in one of its formats
 * they are any value again, `undefined` included. Where they came in another they must be an object,
 * because providers refuse everything else: none is an empty one, and a text that is not one is kept
 * in the field `arguments`.
 */
export function toolInputOf({ arguments: text }: ToolCallPart, isOfSdk: boolean): unknown {
  if (text === '') return isOfSdk ? undefined : {};
  const parsed = parsedJson(text);
  if (parsed && (isOfSdk || isPlainObject(parsed.value))) return parsed.value;
  return { arguments: text };
}

/** An input as providers take it: an object. A model that was cut off may have written none, or half of one. */
export function sendableInput(input: unknown): unknown {
  if (isPlainObject(input)) return input;
  return input === undefined || input === '' ? {} : { arguments: input };
}
