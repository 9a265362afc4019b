import type { MessageFormat } from '@agent-memory/core/formats';
import { OPENAI_RESPONSES, readResponsesItem } from './read-item.ts';
import { renderResponses } from './render-responses.ts';
import type {
  OpenAiResponsesContext,
  OpenAiResponsesIncomingItem,
  OpenAiResponsesItem,
} from './responses-item.ts';
import { writeResponses } from './write-items.ts';

/**
 * OpenAI's Responses API. Its messages are items: those of a request and those of a response alike.
 *
 * - The items of one answer (reasoning, words, calls) and the outputs of its calls are one unit:
 *   they stay together and leave together. Reasoning goes back right before the item that it led
 *   to, with its encrypted content, and to no other provider.
 * - Tools that run at the provider, its `compaction` items and whatever else is unknown come back as
 *   they were, and go to this provider alone. An output without its call, and a call that the app
 *   has to run without its output, are left out.
 * - Send no `previous_response_id` and no `conversation` with a context that was assembled here: the
 *   provider would put all that it has stored before it, whatever the plan left out, and count both.
 *   With `store: false` and `include: ['reasoning.encrypted_content']` it stores nothing, and the
 *   items hold all that the next request needs.
 * - References to items (`item_reference`) are refused: give the items, from `output` of a response.
 *
 * @example
 * ```ts
 * await memory.append({ role: 'user', content: 'Find a train' }, { format: openAiResponses });
 * const { input } = await memory.assemble({ format: openAiResponses });
 * const include = ['reasoning.encrypted_content' as const];
 * const response = await client.responses.create({ model, input, store: false, include });
 * await memory.append(response, { format: openAiResponses });
 * ```
 */
export const openAiResponses: MessageFormat<
  OpenAiResponsesIncomingItem,
  OpenAiResponsesContext,
  OpenAiResponsesItem
> = {
  name: OPENAI_RESPONSES,
  holds: 'data',
  refusesOthers: true,
  read: readResponsesItem,
  write: writeResponses,
  render: renderResponses,
};
