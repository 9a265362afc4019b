import type { Message, Part } from '@agent-memory/core';

/**
 * Whether a message holds a value by `isIn`: as it is, or as JSON writes it in arguments.
 *
 * @example
 * const isThere = memory
 *   .entries()
 *   .some(({ message }) => messageHolds(message, 'INV-2041', (text, value) => text.includes(value)));
 */
export function messageHolds(
  { parts }: Message,
  value: string,
  isIn: (text: string, value: string) => boolean,
): boolean {
  const escaped = JSON.stringify(value).slice(1, -1);
  const forms = escaped === value ? [value] : [value, escaped];
  return parts.some((part) =>
    textsOf(part).some(
      (text) => typeof text === 'string' && forms.some((form) => isIn(text, form)),
    ),
  );
}

/** The texts of a part, each as it is sent. */
function textsOf(part: Part): readonly unknown[] {
  if (part.type === 'unknown') return [JSON.stringify(part.value)];
  return Object.entries(part).flatMap(([field, text]) => (TEXT_FIELDS.has(field) ? [text] : []));
}

const TEXT_FIELDS = new Set(['text', 'toolName', 'arguments', 'url', 'filename', 'fileId', 'data']);
