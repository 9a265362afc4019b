import { answerIdOf, type Message } from '../message/message.ts';

/** Tells whether the provider means the two as one message: it streamed it apart, or has it in items [MSG-4]. */
export function isStreamedApart(first: Message, next: Message): boolean {
  const answerId = answerIdOf(next);
  return answerId !== undefined && answerId === answerIdOf(first);
}

const joined = new WeakMap<Message, { readonly first: Message; readonly whole: Message }>();

/** Both as one message: the same object for the same two, so that it is rendered once. */
export function joinedApart(first: Message, next: Message): Message {
  const known = joined.get(next);
  if (known?.first === first) return known.whole;
  const isMore = first.extra ?? next.extra;
  const whole = {
    ...first,
    parts: [...first.parts, ...next.parts],
    ...(isMore && { extra: { ...first.extra, ...next.extra } }),
  };
  joined.set(next, { first, whole });
  return whole;
}

/**
 * The items with what was streamed apart as one, under the first one's id: calls of one answer in two
 * messages would each lack the results that stand behind both.
 */
export function withJoinedAnswers<Item extends { readonly message: Message }>(
  items: readonly Item[],
): readonly Item[] {
  const list: Item[] = [];
  for (const item of items) {
    const last = list.at(-1);
    if (last && isStreamedApart(last.message, item.message)) {
      list.splice(-1, 1, { ...last, message: joinedApart(last.message, item.message) });
    } else list.push(item);
  }
  return list;
}
