import { type AbortSignalLike, type Clock, systemClock } from '@agent-memory/core';
import { errorText, orAbort, throwIfAborted } from '@agent-memory/core/internal';
import type { Embedder } from '../embedder.ts';
import type { QuestionVector } from '../engine.ts';
import { isVector, type VectorBacklog } from './vector-backlog.ts';

/** The means to make a question's vector, and the longest wait for it. */
export interface QuestionEmbedding {
  readonly embedder: Embedder;
  readonly backlog: VectorBacklog;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** A question's vector where it came in time and can be compared; else a sentence why not. */
export interface EmbeddedQuestion {
  readonly vector?: QuestionVector;
  readonly degraded: readonly string[];
}

/**
 * Embeds a question. An embedder that fails, or that gives no answer in time, leaves the words to
 * decide; its late answer is dropped.
 */
export async function embedQuestion(
  text: string,
  { embedder, backlog, timeoutMs, clock }: QuestionEmbedding,
  signal: AbortSignalLike | undefined,
): Promise<EmbeddedQuestion> {
  try {
    // No abort when time is up: it would end the loading of a model that the next question needs.
    const asked = embedder.embed([text], { purpose: 'query', ...(signal && { signal }) });
    const inTime = withinTime(asked, timeoutMs, clock);
    const [values] = await orAbort(backlog.ahead(inTime), signal);
    if (!isVector(values)) throw new Error('It gave no usable vector for the question.');
    const { model } = embedder;
    if (model === undefined) throw new Error('It does not say which model it is.');
    return comparable({ id: model.id, version: model.version }, values, backlog);
  } catch (error) {
    throwIfAborted(signal);
    return { degraded: [`The embedder failed, so words alone decided: ${errorText(error)}`] };
  }
}

function comparable(
  model: QuestionVector['model'],
  values: Float32Array,
  backlog: VectorBacklog,
): EmbeddedQuestion {
  const made = backlog.dimensionOf(model);
  if (made === undefined || made === values.length) {
    return { vector: { model, values, outdatesOthers: made === undefined }, degraded: [] };
  }
  const sentence = `The embedder gives vectors of ${values.length} numbers for questions and of ${made} for documents, which cannot be compared, so words alone decided.`;
  return { degraded: [sentence] };
}

function withinTime<Value>(
  promise: Promise<Value>,
  timeoutMs: number,
  clock: Clock,
): Promise<Value> {
  const timers = clock.startTimer === undefined ? systemClock : clock;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`It did not answer within ${timeoutMs / 1000} s.`));
    const stop = timers.startTimer?.(giveUp, timeoutMs);
    promise.then(resolve, reject).finally(stop);
  });
}
