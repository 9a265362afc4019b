import { errorText } from '@agent-memory/core/internal';
import type { EmbedOptions } from '@agent-memory/long-term';
import { Tokenizer } from '@huggingface/tokenizers';
import * as ort from 'onnxruntime-web/wasm';
import { Failed } from '../errors/failed.ts';
import type { Json } from '../files/check-file.ts';
import { placeOf, TOKENIZER_FILE } from '../files/model-source.ts';
import type { ModelFiles } from '../files/read-model-files.ts';
import { normalized, pool } from '../vectors/pool.ts';
import { withPrefix } from '../vectors/prefixes.ts';
import { beginningFor, closingTokens, truncated } from '../vectors/truncate.ts';
import { nameOf, shapeOf, type TensorShape, type TokenInput, windowOf } from './model-shape.ts';
import { type ModelSettings, versionOf } from './settings.ts';
import { asSentence, isOutOfMemory, startFailure, unsupported } from './start-failure.ts';

type Purpose = EmbedOptions['purpose'];

/** A model that is ready to run. */
export interface OnnxModel {
  readonly id: string;
  readonly version: string;
  readonly dimension: number;
  readonly maxTokens: number;
  /** @throws Failed */
  embed(text: string, purpose: Purpose): Promise<Float32Array<ArrayBuffer>>;
  release(): Promise<void>;
}

/** Starts a model of its files and runs it once, so that what is wrong with it shows at once. @throws Failed */
export async function startModel(files: ModelFiles, settings: ModelSettings): Promise<OnnxModel> {
  const window = windowOf(files.config, files.tokenizerConfig);
  const maxTokens = Math.min(settings.maxTokens ?? window, window);
  const encode = encoderOf(files, settings, maxTokens);
  const session = await sessionOf(files, settings);
  const shape = shapeOf(shapesOf(session.inputMetadata), shapesOf(session.outputMetadata));
  if (shape.kind === 'problem') throw new Failed(unsupported(shape.problem));
  const embed = async (text: string, purpose: Purpose): Promise<Float32Array<ArrayBuffer>> => {
    const ids = encode(withPrefix(beginningFor(text, maxTokens), purpose, settings.prefixes));
    const output = await runOnce(session, feedsOf(shape.inputs, ids), shape.output);
    const vector = normalized(pool(output.hidden, output.dimension, settings.pooling));
    if (vector) return vector as Float32Array<ArrayBuffer>;
    throw new Failed({ kind: 'run-failed', problem: 'it gave a vector without a direction.' });
  };
  const { length: dimension } = await embed('a', 'passage');
  return {
    id: nameOf(files.config),
    version: versionOf(files.fingerprint, settings, maxTokens),
    dimension,
    maxTokens,
    embed,
    release: () => session.release(),
  };
}

/** Makes the tokens of a text, never none. @throws Failed if the tokenizer is of no known kind. */
function encoderOf(
  { tokenizer, tokenizerConfig, config }: ModelFiles,
  { source }: ModelSettings,
  maxTokens: number,
): (text: string) => readonly number[] {
  try {
    const known = new Tokenizer(tokenizer, tokenizerConfig);
    const idsOf = (text: string): readonly number[] => known.encode(text).ids;
    const closing = closingTokens(idsOf(''), idsOf('a'));
    return (text) => {
      const ids = truncated(idsOf(text), maxTokens, closing);
      return ids.length > 0 ? ids : [padOf(config)];
    };
  } catch (error) {
    const found = `no tokenizer of a known kind: ${errorText(error)}`;
    const place = placeOf(source, TOKENIZER_FILE);
    throw new Failed({ kind: 'file-unreadable', file: TOKENIZER_FILE, place, found });
  }
}

function padOf({ pad_token_id: id }: Json): number {
  return typeof id === 'number' ? id : 0;
}

async function sessionOf(
  { weights }: ModelFiles,
  { runtime, source, modelFile }: ModelSettings,
): Promise<ort.InferenceSession> {
  // More threads need pages that are isolated by headers, and a script of their own beside the worker.
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  if (typeof runtime === 'string') ort.env.wasm.wasmPaths = { wasm: runtime };
  else if (runtime) ort.env.wasm.wasmBinary = runtime;
  try {
    return await ort.InferenceSession.create(weights, { executionProviders: ['wasm'] });
  } catch (error) {
    throw new Failed(startFailure(errorText(error), modelFile, placeOf(source, modelFile)));
  }
}

function shapesOf(metadata: readonly ort.InferenceSession.ValueMetadata[]): readonly TensorShape[] {
  return metadata.map((value) =>
    value.isTensor
      ? { name: value.name, type: value.type, shape: value.shape }
      : { name: value.name, type: 'no tensor', shape: [] },
  );
}

function feedsOf(
  inputs: readonly TokenInput[],
  ids: readonly number[],
): Record<string, ort.Tensor> {
  const values: Record<TokenInput['name'], (id: number, place: number) => number> = {
    input_ids: (id) => id,
    attention_mask: () => 1,
    token_type_ids: () => 0,
    position_ids: (_, place) => place,
  };
  return Object.fromEntries(
    inputs.map(({ name, type }) => [name, tensorOf(type, ids.map(values[name]))]),
  );
}

function tensorOf(type: TokenInput['type'], values: readonly number[]): ort.Tensor {
  const shape = [1, values.length];
  return type === 'int64'
    ? new ort.Tensor('int64', BigInt64Array.from(values, BigInt), shape)
    : new ort.Tensor('int32', Int32Array.from(values), shape);
}

async function runOnce(
  session: ort.InferenceSession,
  feeds: Record<string, ort.Tensor>,
  name: string,
): Promise<{ readonly hidden: Float32Array; readonly dimension: number }> {
  try {
    const { [name]: output } = await session.run(feeds, [name]);
    const hidden = output?.data;
    const dimension = output?.dims[2] ?? 0;
    if (hidden instanceof Float32Array && dimension > 0) return { hidden, dimension };
  } catch (error) {
    const words = errorText(error);
    if (isOutOfMemory(words)) throw new Failed({ kind: 'out-of-memory' });
    throw new Failed({ kind: 'run-failed', problem: asSentence(words) });
  }
  throw new Failed(unsupported(`its output \`${name}\` has no vector for each token`));
}
