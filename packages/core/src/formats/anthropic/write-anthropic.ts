import type { Message } from '../../message/message.ts';
import { type JoinedItems, joinedMessages } from '../joined-messages.ts';
import type { WritableEntry } from '../message-format.ts';
import type { AnthropicMessage } from './anthropic-message.ts';
import { ANTHROPIC } from './read-anthropic.ts';
import { type Block, blocksOf } from './write-blocks.ts';

/** Originals as messages of Anthropic's: what came as one message is one again. */
export function writeAnthropic(entries: readonly WritableEntry[]): readonly AnthropicMessage[] {
  return joinedMessages(entries, isOneSide).map(writtenGroup);
}

/** The role under which the provider takes a message: results are the user's. */
export function sideOf({ role }: Message): AnthropicMessage['role'] {
  return role === 'tool' ? 'user' : role;
}

function isOneSide(first: Message, next: Message): boolean {
  return sideOf(first) === sideOf(next);
}

function writtenGroup(group: JoinedItems<WritableEntry>): AnthropicMessage {
  const [{ message: first }] = group;
  const isOwn = first.format === ANTHROPIC;
  const { content: _, ...extra } = (isOwn && first.extra) || {};
  const content = group.length === 1 ? contentOf(first) : joinedContent(group);
  // Every block was read out of a message of this format, or made for one.
  return { ...extra, role: sideOf(first), content: content as AnthropicMessage['content'] };
}

/** A mere text is one again; `markedAsList` marked those that came in a list. */
function contentOf(message: Message): string | readonly Block[] {
  const [first, ...others] = message.parts;
  const isMereText = first?.type === 'text' && others.length === 0;
  const isMarked = message.format === ANTHROPIC && first?.type === 'text' && first.extra;
  return isMereText && !isMarked ? first.text : blocksOf(message);
}

function joinedContent(group: JoinedItems<WritableEntry>): readonly Block[] {
  const blocks = group.flatMap(({ message }) => blocksOf(message));
  const places = group.at(-1)?.message.extra?.content;
  if (!Array.isArray(places)) return blocks;
  let result = 0;
  let other = places.length;
  return blocks.flatMap((_, index) => {
    const from = places.includes(index) ? result++ : other++;
    return blocks.slice(from, from + 1);
  });
}
