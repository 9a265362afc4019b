import type { Message } from '@agent-memory/core';

/** Says by which model's rule the pictures and documents of a message are priced, where it has some. */
export function pricedAs(
  { parts }: Pick<Message, 'parts'>,
  model: string,
): Pick<Message, 'pricedAs'> {
  const hasMedia = parts.some(({ type }) => type === 'image' || type === 'document');
  return hasMedia ? { pricedAs: model } : {};
}
