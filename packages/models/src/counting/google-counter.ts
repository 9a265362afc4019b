import type { ContextCounter } from '@agent-memory/core';
import { refuseUnknown } from '@agent-memory/core/internal';
import type { Json } from '../endpoint/json.ts';
import { COUNTER_OPTIONS, type CounterOptions, counterAt } from './counter-endpoint.ts';
import { type Piece, readContext } from './read-messages.ts';

/** A model of Google's, and how its counting call is reached. */
export interface GoogleCounterOptions extends CounterOptions {}

/**
 * Counts contexts by the Gemini API's `POST /v1beta/models/{model}:countTokens`, as a memory's
 * `contextCounter` [TOK-7], which is asked about contexts close to the limit alone. Nothing is generated.
 *
 * The context is sent as a `generateContentRequest`, so that system text and tools are counted too. The
 * key goes out as `x-goog-api-key`, never in the address. Let `baseUrl` name a proxy of your own that
 * adds it where a page must not hold the key.
 *
 * Source: the Gemini API reference, "Counting tokens" (https://ai.google.dev/api/tokens).
 *
 * @throws InvalidOptionError naming the option. `count` rejects with a `ModelError`, in which no key
 *   stands, and with the signal's reason when it aborts; a memory goes on with its own figure then.
 *
 * @example
 * const contextCounter = googleCounter({ model: 'gemini-2.5-flash', baseUrl: '/gemini/v1beta' });
 * const memory = createAgentMemory({ id: 'support', contextWindow: 1_000_000, contextCounter });
 */
export function googleCounter(options: GoogleCounterOptions): ContextCounter {
  refuseUnknown(options, COUNTER_OPTIONS, 'googleCounter');
  const name = `${options.model}`.replace(/^models\//, '');
  return counterAt(options, {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyHeader: 'x-goog-api-key',
    headers: {},
    path: `models/${encodeURIComponent(name)}:countTokens`,
    field: 'totalTokens',
    body: (messages) => {
      const { system, turns } = readContext(messages);
      const { tools = [] } = options;
      const request = {
        model: `models/${name}`,
        contents: turns.map(({ role, pieces }) => ({
          role: role === 'assistant' ? 'model' : 'user',
          parts: pieces.map(partOf),
        })),
        ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
        ...(tools.length > 0 && { tools: [{ functionDeclarations: tools.map(declarationOf) }] }),
      };
      return { generateContentRequest: request };
    },
  });
}

function partOf(piece: Piece): Json {
  switch (piece.kind) {
    case 'text':
      return { text: piece.text };
    case 'image':
      return piece.inline ? { inlineData: piece.inline } : { fileData: { fileUri: piece.url } };
    case 'call':
      return { functionCall: { name: piece.name, args: piece.input } };
    case 'result':
      return { functionResponse: { name: piece.name, response: { result: piece.text } } };
    default:
      return piece satisfies never;
  }
}

function declarationOf(tool: {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: unknown;
}): Json {
  const { name, description, parameters } = tool;
  return {
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parametersJsonSchema: parameters }),
  };
}
