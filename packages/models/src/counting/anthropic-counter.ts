import type { ContextCounter } from '@agent-memory/core';
import { refuseUnknown } from '@agent-memory/core/internal';
import type { Json } from '../endpoint/json.ts';
import { COUNTER_OPTIONS, type CounterOptions, counterAt } from './counter-endpoint.ts';
import { type Piece, readContext } from './read-messages.ts';

/** A model of Anthropic's, and how its counting call is reached. */
export interface AnthropicCounterOptions extends CounterOptions {}

/**
 * Counts contexts by Anthropic's `POST /v1/messages/count_tokens`, as a memory's `contextCounter`
 * [TOK-7], which is asked about contexts close to the limit alone. Nothing is generated.
 *
 * The key goes out as `x-api-key`. A page that asks Anthropic directly has to add
 * `'anthropic-dangerous-direct-browser-access': 'true'` to `headers`; better, let `baseUrl` name a
 * proxy of your own that adds the key. `anthropic-version` is 2023-06-01 unless `headers` names
 * another. Where tools were called and none are given, they are declared by name alone, since calls of
 * unknown tools are refused.
 *
 * Sources: Anthropic's API reference, "Count tokens in a Message" (request, `input_tokens`), and the
 * types of `@anthropic-ai/sdk`.
 *
 * @throws InvalidOptionError naming the option. `count` rejects with a `ModelError`, in which no key
 *   stands, and with the signal's reason when it aborts; a memory goes on with its own figure then.
 *
 * @example
 * const contextCounter = anthropicCounter({ model: 'claude-sonnet-4-5', baseUrl: '/anthropic/v1' });
 * const memory = createAgentMemory({ id: 'support', contextWindow: 200_000, contextCounter });
 */
export function anthropicCounter(options: AnthropicCounterOptions): ContextCounter {
  refuseUnknown(options, COUNTER_OPTIONS, 'anthropicCounter');
  return counterAt(options, {
    baseUrl: 'https://api.anthropic.com/v1',
    keyHeader: 'x-api-key',
    headers: { 'anthropic-version': '2023-06-01' },
    path: 'messages/count_tokens',
    field: 'input_tokens',
    body: (messages) => {
      const { system, turns, called } = readContext(messages);
      const tools = options.tools ?? called.map((name) => ({ name }));
      return {
        model: options.model,
        messages: turns.map(({ role, pieces }) => ({ role, content: pieces.map(blockOf) })),
        ...(system !== '' && { system }),
        ...(tools.length > 0 && { tools: tools.map(toolOf) }),
      };
    },
  });
}

function blockOf(piece: Piece): Json {
  switch (piece.kind) {
    case 'text':
      // An answer that ends in white space is refused.
      return { type: 'text', text: piece.text.trimEnd() };
    case 'image': {
      const { inline, url } = piece;
      const source = inline
        ? { type: 'base64', media_type: inline.mimeType, data: inline.data }
        : { type: 'url', url };
      return { type: 'image', source };
    }
    case 'call':
      return { type: 'tool_use', id: idOf(piece.id), name: piece.name, input: piece.input };
    case 'result':
      return { type: 'tool_result', tool_use_id: idOf(piece.id), content: piece.text };
    default:
      return piece satisfies never;
  }
}

/** Ids of other providers may have letters that Anthropic refuses. */
function idOf(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_') || 'call';
}

function toolOf(tool: {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: unknown;
}): Json {
  const { name, description, parameters = { type: 'object' } } = tool;
  return { name, ...(description !== undefined && { description }), input_schema: parameters };
}
