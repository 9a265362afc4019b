import { errorText } from '@agent-memory/core/internal';
import {
  bytesOf,
  EngineFailure,
  type FetchedFile,
  fingerprint,
  jsonOf,
  unreadable,
} from '@agent-memory/models/device';
import { Tokenizer } from '@huggingface/tokenizers';
import * as ort from 'onnxruntime-web/wasm';
import { MODEL_FILE, type ModelSettings, TOKENIZER_FILE } from '../files/model-source.ts';
import { meanOf, normalized } from '../vectors/pool.ts';
import { beginningFor, closingTokens, truncated } from '../vectors/truncate.ts';
import {
  type Json,
  nameOf,
  shapeOf,
  type TensorShape,
  type TokenInput,
  windowOf,
} from './model-shape.ts';
import { asSentence, isOutOfMemory, startFailure, unsupported } from './start-failure.ts';

/** A model that is ready to run. */
export interface OnnxModel {
  readonly id: string;
  readonly version: string;
  readonly dimension: number;
  readonly maxTokens: number;
  /** @throws EngineFailure */
  embed(text: string): Promise<Float32Array<ArrayBuffer>>;
  release(): Promise<void>;
}

/** The files of a model, read. */
interface ModelFiles {
  readonly config: Json;
  readonly tokenizer: Json;
  readonly tokenizerConfig: Json;
  readonly weights: Uint8Array<ArrayBuffer>;
}

/**
 * Starts a model of its files, the weights last, and runs it once, so that what is wrong with it shows at
 * once.
 *
 * @throws EngineFailure
 */
export async function startModel(
  fetched: readonly FetchedFile[],
  settings: ModelSettings,
): Promise<OnnxModel> {
  const files = await readFiles(fetched);
  const maxTokens = windowOf(files.config, files.tokenizerConfig);
  const encode = encoderOf(files, maxTokens);
  const session = await sessionOf(files, settings);
  const shape = shapeOf(shapesOf(session.inputMetadata), shapesOf(session.outputMetadata));
  if (shape.kind === 'problem') throw new EngineFailure(unsupported(shape.problem));
  const embed = async (text: string): Promise<Float32Array<ArrayBuffer>> => {
    const ids = encode(beginningFor(text, maxTokens));
    const output = await runOnce(session, feedsOf(shape.inputs, ids), shape.output);
    const vector = normalized(meanOf(output.hidden, output.dimension));
    if (vector) return vector as Float32Array<ArrayBuffer>;
    throw new EngineFailure({
      kind: 'run-failed',
      problem: 'it gave a vector without a direction.',
    });
  };
  const { length: dimension } = await embed('a');
  return {
    id: nameOf(files.config),
    // PERSISTED: stored vectors carry it, and it changes with the files [RET-7].
    version: fingerprint(fetched.map(({ sha256 }) => sha256).join()),
    dimension,
    maxTokens,
    embed,
    release: () => session.release(),
  };
}

async function readFiles([config, tokenizer, tokenizerConfig, weights]: readonly FetchedFile[]) {
  if (!config || !tokenizer || !tokenizerConfig || !weights) throw new Error('A file is missing.');
  return {
    config: await jsonOf(config),
    tokenizer: await jsonOf(tokenizer),
    tokenizerConfig: await jsonOf(tokenizerConfig),
    weights: await bytesOf(weights),
  };
}

/** Makes the tokens of a text, never none. @throws EngineFailure if the tokenizer is of no known kind. */
function encoderOf(
  { tokenizer, tokenizerConfig, config }: ModelFiles,
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
    throw unreadable(TOKENIZER_FILE, `no tokenizer of a known kind: ${errorText(error)}`);
  }
}

function padOf({ pad_token_id: id }: Json): number {
  return typeof id === 'number' ? id : 0;
}

async function sessionOf(
  { weights }: ModelFiles,
  { runtime }: ModelSettings,
): Promise<ort.InferenceSession> {
  // More threads need pages that are isolated by headers, and a script of their own beside the worker.
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  if (typeof runtime === 'string') ort.env.wasm.wasmPaths = { wasm: runtime };
  else if (runtime) ort.env.wasm.wasmBinary = runtime;
  try {
    return await ort.InferenceSession.create(weights, { executionProviders: ['wasm'] });
  } catch (error) {
    throw new EngineFailure(startFailure(errorText(error), MODEL_FILE));
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
    if (isOutOfMemory(words)) throw new EngineFailure({ kind: 'out-of-memory', problem: words });
    throw new EngineFailure({ kind: 'run-failed', problem: asSentence(words) });
  }
  throw new EngineFailure(unsupported(`its output \`${name}\` has no vector for each token`));
}
