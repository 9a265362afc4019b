import { type OpenAiFormat, openAi } from '@agent-memory/core/formats';
import { checkOption, formatKit } from '@agent-memory/core/internal';

/** What well-known endpoints take, or want, of their own answers beside the fields of OpenAI. */
const KEPT = {
  // Their reasoning has to come back where tools were called, and is ignored elsewhere.
  // https://api-docs.deepseek.com/guides/thinking_mode, https://platform.moonshot.ai/docs
  deepseek: ['reasoning_content'],
  moonshot: ['reasoning_content'],
  // A call without its `thought_signature` is refused: https://ai.google.dev/gemini-api/docs/thought-signatures
  gemini: ['extra_content', 'name'],
  // https://openrouter.ai/docs/guides/best-practices/reasoning-tokens
  openrouter: ['reasoning', 'reasoning_details', 'cache_control'],
  // https://docs.litellm.ai/docs/reasoning_content
  litellm: ['reasoning_content', 'thinking_blocks', 'provider_specific_fields', 'cache_control'],
  // Takes nothing more: `property 'reasoning_content' is unsupported`.
  groq: [],
  // Reasoning is a part of the content: https://docs.mistral.ai/studio-api/conversations/reasoning
  mistral: ['thinking', 'closed', 'prefix', 'name'],
  // https://github.com/vllm-project/vllm/issues/27755
  vllm: ['reasoning'],
  // https://github.com/ggml-org/llama.cpp/pull/21249
  llamaCpp: ['reasoning_content'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** An endpoint by its name, or the fields that it takes beside OpenAI's, and kinds of content. */
export type OpenAiEndpoint = keyof typeof KEPT | { readonly keep: readonly string[] };

/**
 * OpenAI's format for an endpoint that takes more than OpenAI does. `'openai'` sends what OpenAI's request
 * schema has and nothing else of an answer: servers as strict as Groq's and Mistral's take that too.
 * DeepSeek, Gemini and others demand a field of their answers back; this names it. Originals keep all.
 *
 * @throws InvalidOptionError if the endpoint is not known.
 *
 * @example
 * ```ts
 * const format = openAiFor('deepseek');
 * const { messages } = await memory.assemble({ format });
 * ```
 */
export function openAiFor(endpoint: OpenAiEndpoint): OpenAiFormat {
  const keep = typeof endpoint === 'string' ? KEPT[endpoint] : endpoint?.keep;
  const isList = Array.isArray(keep) && keep.every((name) => typeof name === 'string');
  const known = Object.keys(KEPT).join(', ');
  checkOption(isList, 'endpoint', `must be one of ${known}, or { keep: names of fields }.`);
  const taken = formatKit.takenWith([...keep]);
  return { ...openAi, render: (plan) => ({ messages: formatKit.renderOpenAi(plan, taken) }) };
}
