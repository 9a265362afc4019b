import type { AbortSignalLike } from '@agent-memory/core';
import { orAbort, throwIfAborted } from '@agent-memory/core/internal';
import type { Embedder, EmbeddingModel } from '@agent-memory/long-term';
import { EmbedderError } from '../errors/embedder-error.ts';
import type { EmbedderFailure } from '../errors/embedder-failure.ts';
import { checkEmbedCall } from '../vectors/check-embed-call.ts';
import { withPrefix } from '../vectors/prefixes.ts';
import { batchesOf } from './batches.ts';
import { type EmbeddingsEndpointOptions, type Endpoint, endpointOf } from './endpoint-options.ts';
import { vectorsIn } from './read-answer.ts';
import { readBody } from './read-body.ts';
import { failureOf } from './read-refusal.ts';

/** An embedder on a server; its model is known from the start. */
export interface EndpointEmbedder extends Embedder {
  readonly model: EmbeddingModel;
}

/**
 * Asks any server with an OpenAI-compatible `/embeddings`. Long lists go in several requests, one
 * after the other; a query has a request of its own and waits for none of them. Vectors are brought to
 * length 1.
 *
 * The key goes to the server of `baseUrl` alone and stands in no error. No redirect is followed.
 *
 * @throws InvalidOptionError naming the option. Its calls throw EmbedderError, and the signal's reason
 *   when it aborts.
 *
 * @example
 * const remote = embeddingsEndpoint({ baseUrl: 'http://localhost:11434/v1', model: 'all-minilm' });
 * const signal = AbortSignal.timeout(60_000);
 * const [vector] = await remote.embed(['Where does Ada live now?'], { purpose: 'query', signal });
 */
export function embeddingsEndpoint(options: EmbeddingsEndpointOptions): EndpointEmbedder {
  const endpoint = endpointOf(options);
  return {
    model: endpoint.embeddingModel,
    async embed(texts, call) {
      checkEmbedCall(texts, call);
      const { purpose, signal } = call;
      throwIfAborted(signal);
      const given = texts.map((text) => withPrefix(text, purpose, endpoint.prefixes));
      const vectors: Float32Array[] = [];
      for (const batch of batchesOf(given, endpoint.maxBatchTexts)) {
        throwIfAborted(signal);
        vectors.push(...(await ask(endpoint, batch, signal)));
      }
      return vectors;
    },
  };
}

async function ask(
  endpoint: Endpoint,
  texts: readonly string[],
  signal: AbortSignalLike | undefined,
): Promise<readonly Float32Array[]> {
  const controller = new AbortController();
  const passOn = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', passOn);
  try {
    const outcome = orAbort(answerOf(endpoint, texts, controller.signal), signal);
    const answer = await outcome;
    if (answer.kind === 'vectors') return answer.vectors;
    throw new EmbedderError(answer.failure);
  } finally {
    signal?.removeEventListener('abort', passOn);
  }
}

/** Room for thousands of long vectors. */
const MAX_ANSWER_BYTES = 64_000_000;
/** Enough for every refusal of words. */
const MAX_REFUSAL_BYTES = 64_000;
const TOO_LONG = { kind: 'unreadable', found: 'an answer of more than 64 MB' } as const;

type Answer =
  | { readonly kind: 'vectors'; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'failure'; readonly failure: EmbedderFailure };

async function answerOf(
  endpoint: Endpoint,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Answer> {
  const { server, embeddingModel, dimensions } = endpoint;
  const body = { model: embeddingModel.id, input: texts, ...(dimensions && { dimensions }) };
  try {
    const response = await endpoint.fetch(endpoint.url, {
      method: 'POST',
      headers: { ...endpoint.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
      signal,
    });
    const bound = response.ok ? MAX_ANSWER_BYTES : MAX_REFUSAL_BYTES;
    const { text, isCut } = await readBody(response, bound);
    if (!response.ok) {
      return { kind: 'failure', failure: failureOf(response, text, endpoint) };
    }
    const read = isCut ? TOO_LONG : vectorsIn(text, texts.length);
    if (read.kind === 'vectors') return read;
    const failure = {
      kind: 'answer-unreadable',
      server,
      found: endpoint.hide(read.found),
    } as const;
    return { kind: 'failure', failure };
  } catch {
    // A lost connection, CORS, a redirect: the browser says the same for all. An abort is told by its signal.
    return { kind: 'failure', failure: { kind: 'server-unreachable', server } };
  }
}
