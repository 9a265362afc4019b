import { estimateTokens, type SpendingLimit } from '@agent-memory/core';
import { checkOption, checks, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { Embedder, EmbeddingModel } from '@agent-memory/long-term';
import type { EndpointOptions } from '@agent-memory/models';
import { askJson, below, ENDPOINT_OPTIONS, endpointOf } from '@agent-memory/models/device';
import { checkEmbedCall } from '../vectors/check-embed-call.ts';
import { normalized } from '../vectors/pool.ts';

/** Settings of `embeddingsEndpoint`. */
export interface EmbeddingsEndpointOptions extends Omit<EndpointOptions, 'silenceMs'> {
  /** The model's name as the server knows it. */
  readonly model: string;
  /** The limit of the day: once it is reached no text is sent, and search goes by words. Default: none. */
  readonly spending?: SpendingLimit;
}

const { silenceMs: _, ...ENDPOINT } = ENDPOINT_OPTIONS;
const OPTIONS = {
  ...ENDPOINT,
  model: true,
  spending: true,
} as const satisfies KnownNames<EmbeddingsEndpointOptions>;

/** An embedder on a server; its model is known from the start. */
export interface EndpointEmbedder extends Embedder {
  readonly model: EmbeddingModel;
}

/** Servers refuse requests of more texts, or that are longer in all. */
const MOST_TEXTS = 64;
const MOST_CHARACTERS = 200_000;
/** Room for thousands of long vectors. */
const MAX_ANSWER_CHARACTERS = 64_000_000;

/**
 * Asks any server with an OpenAI-compatible `/embeddings`. Long lists go in several requests, one
 * after the other; a query has a request of its own and waits for none of them. Vectors are brought to
 * length 1.
 *
 * The key goes to the server of `baseUrl` alone and stands in no error. No redirect is followed.
 *
 * @throws InvalidOptionError naming the option. Its calls throw ModelError, and the signal's reason
 *   when it aborts.
 *
 * @example
 * const remote = embeddingsEndpoint({ baseUrl: 'http://localhost:11434/v1', model: 'all-minilm' });
 * const signal = AbortSignal.timeout(60_000);
 * const [vector] = await remote.embed(['Where does Ada live now?'], { purpose: 'query', signal });
 */
export function embeddingsEndpoint(options: EmbeddingsEndpointOptions): EndpointEmbedder {
  refuseUnknown(options, OPTIONS, 'embeddingsEndpoint');
  const { model, spending } = options;
  checks.checkFunctions('spending', spending, ['refusal', 'add']);
  checkOption(typeof model === 'string' && model !== '', 'model', 'must be the name of a model.');
  const endpoint = endpointOf(options);
  const url = below(endpoint.baseUrl.replace(/\/embeddings(?=$|\?)/, ''), 'embeddings');
  return {
    // PERSISTED: stored vectors carry both.
    model: { id: model, version: '1' },
    async embed(texts, call) {
      checkEmbedCall(texts, call);
      const vectors: Float32Array[] = [];
      for (const input of batchesOf(texts)) {
        const refusal = spending?.refusal();
        if (refusal !== undefined) throw new Error(refusal);
        // Vectors come without figures of use.
        spending?.add({ calls: 1, tokens: estimateTokens(input.join('\n')) });
        const asked = askJson({
          endpoint,
          url,
          model,
          signal: call.signal,
          body: { model, input },
          maxCharacters: MAX_ANSWER_CHARACTERS,
          read: (answer) => vectorsIn(answer, input.length),
        });
        vectors.push(...(await asked));
      }
      return vectors;
    },
  };
}

/** The texts in lists that one request can hold, in their order; a text that is longer goes alone. */
export function batchesOf(texts: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    const fits = last && last.length < MOST_TEXTS && characters + text.length <= MOST_CHARACTERS;
    if (fits) last.push(text);
    else batches.push([text]);
    characters = fits ? characters + text.length : text.length;
  }
  return batches;
}

/** The vectors in an answer, by the index of their texts and of length 1; `undefined` for another answer. */
function vectorsIn(answer: unknown, count: number): readonly Float32Array[] | undefined {
  const { data } = fieldsOf(answer);
  if (!Array.isArray(data) || data.length !== count) return undefined;
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  for (const [place, entry] of data.entries()) {
    const { index = place, embedding } = fieldsOf(entry);
    if (Number(index) in vectors) vectors[Number(index)] = vectorOf(embedding);
  }
  const whole = vectors.filter((vector) => vector !== undefined);
  const isOneSize = whole.every(({ length }) => length === whole[0]?.length);
  return whole.length === count && isOneSize ? whole : undefined;
}

function vectorOf(values: unknown): Float32Array | undefined {
  const areNumbers = Array.isArray(values) && values.every((value) => typeof value === 'number');
  return areNumbers ? normalized(Float32Array.from(values)) : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // Each field of it is looked at before it is used.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
