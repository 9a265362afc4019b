import type { Message } from '@agent-memory/core';
import type { WritableEntry } from '@agent-memory/core/formats';
import { inTheirPlaces, type JoinedItems, joinedMessages } from '../joined-messages.ts';
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
  // The results of tools stand ahead here, in whatever order the message had them.
  const places = group.at(-1)?.message.extra?.content;
  const content =
    group.length === 1
      ? contentOf(first)
      : inTheirPlaces(
          group.flatMap(({ message }) => blocksOf(message)),
          places,
        );
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
