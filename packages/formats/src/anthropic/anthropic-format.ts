import type { MessageFormat } from '@agent-memory/core/formats';
import type { AnthropicContext, AnthropicMessage } from './anthropic-message.ts';
import { ANTHROPIC, readAnthropic } from './read-anthropic.ts';
import { renderAnthropic } from './render-anthropic.ts';
import { writeAnthropic } from './write-anthropic.ts';

/**
 * Anthropic Messages. A context goes into a request as it is: `system` apart, with the system
 * messages of the conversation behind the system text, and `messages` in turn.
 *
 * - Reasoning, tools that run at the provider, its `compaction` blocks and whatever else is unknown
 *   come back as they were, and go to this provider alone.
 * - Cache breakpoints stand at the end of the system text and before live text, or at the end
 *   where there is none; the caller's own stay, at most four in all.
 * - Ids of calls are made unique, and characters that ids and names of tools must not have become `_`.
 * - Where the conversation begins with the assistant, or holds nothing, the words
 *   «(The conversation begins.)» stand first, and «Go on.» last where it ends with words of the
 *   assistant: newer models want the user there. An answer that was paused in a tool that runs at
 *   the provider goes back last.
 *
 * @example
 * ```ts
 * await memory.append({ role: 'user', content: 'Find a train' }, { format: anthropic });
 * const { system, messages } = await memory.assemble({ format: anthropic });
 * const reply = await client.messages.create({ model, max_tokens: 1_024, system, messages });
 * await memory.append({ role: reply.role, content: reply.content }, { format: anthropic });
 * ```
 */
export const anthropic: MessageFormat<AnthropicMessage, AnthropicContext> = {
  name: ANTHROPIC,
  holds: 'data',
  refusesOthers: true,
  read: readAnthropic,
  write: writeAnthropic,
  render: renderAnthropic,
};
