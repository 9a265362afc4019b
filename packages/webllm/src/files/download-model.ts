import type { LoadProgress } from '@agent-memory/models';
import { EngineFailure } from '@agent-memory/models/local';
import type { WebLlmModel } from '../model/model-record.ts';
import { leftMs } from '../progress/pace.ts';
import { contentProblem, jsonIn } from './check-content.ts';
import { fetchFile, readWhole } from './fetch-file.ts';
import { keepFile, keptFile, keptUrls, removeFile } from './file-cache.ts';
import { keepShard } from './keep-shard.ts';
import {
  baseOf,
  firstFiles,
  type ModelFile,
  type Shard,
  shardsOf,
  tokenizerFile,
} from './model-files.ts';
import { checkRoom, saved } from './storage-room.ts';

/** A model whose files are all on this device, where web-llm looks for them. */
export interface DownloadedModel {
  /** `mlc-chat-config.json`. */
  readonly config: unknown;
  readonly weightBytes: number;
  /** The library as it was kept. */
  readonly library: Blob;
}

/** The listener to a download, and the way to end it. */
export interface DownloadCall {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
}

/** As many files of weights as web-llm itself fetches at once. */
const MOST_AT_ONCE = 4;
/** Often enough for a bar that moves, and no flood of messages. */
const PROGRESS_STEP_BYTES = 250_000;

/**
 * Brings the files that are missing onto this device, each where web-llm looks for it. web-llm would do
 * it too, but tells neither bytes nor which file failed, and keeps half a file and a sign-in page alike.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function downloadModel(
  record: WebLlmModel,
  { signal, onProgress }: DownloadCall,
): Promise<DownloadedModel> {
  const base = baseOf(record);
  const first = firstFiles(record);
  // How many bytes there are is not known before the first files are here.
  onProgress({ phase: 'download' });
  const config = jsonIn(await smallFile(first.config, signal));
  const tokenizer = tokenizerFile(config, base);
  if (!tokenizer) throw unreadable(`${first.config.name} names no tokenizer that web-llm reads.`);
  const weightList = jsonIn(await smallFile(first.weightList, signal));
  const shards = shardsOf(weightList, base);
  if (!shards) throw unreadable(`${first.weightList.name} is no list of weights.`);
  const small = [tokenizer, first.library, ...(first.manifest ? [first.manifest] : [])];
  const contents = await Promise.all(small.map((file) => smallFile(file, signal)));
  const tally = new Tally(sumOf(contents.map(({ byteLength }) => byteLength)), shards, onProgress);
  await downloadShards(shards, tally, signal);
  return {
    config,
    weightBytes: sumOf(shards.map(({ bytes }) => bytes)),
    library: new Blob([contents[1] ?? new ArrayBuffer()]),
  };
}

/** A file that is read as a whole, and kept only when it is what its name says. */
async function smallFile(file: ModelFile, signal: AbortSignal): Promise<ArrayBuffer> {
  const kept = await keptFile(file);
  const response = kept ?? (await fetchFile(file, signal));
  const bytes = await readWhole(file, response, signal);
  const problem = contentProblem(file, bytes);
  if (problem !== undefined) {
    if (kept) await removeFile(file);
    throw unreadable(problem);
  }
  if (!kept) await saved(keepFile(file, bytes, bytes.byteLength));
  return bytes;
}

async function downloadShards(
  shards: readonly Shard[],
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  const kept = await keptUrls('webllm/model');
  const missing = shards.filter(({ url }) => !kept.has(url));
  for (const { url, bytes } of shards) if (kept.has(url)) tally.addKept(bytes);
  tally.tell();
  await checkRoom(sumOf(missing.map(({ bytes }) => bytes)));
  const controller = new AbortController();
  const oneOfThem = AbortSignal.any([signal, controller.signal]);
  const waiting = missing.values();
  const takeTurns = async (): Promise<void> => {
    for (const shard of waiting) await keepShard(shard, oneOfThem, (bytes) => tally.add(bytes));
  };
  try {
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, takeTurns));
  } catch (error) {
    controller.abort(error);
    throw error;
  }
}

/** Counts bytes, and tells of them in steps. */
class Tally {
  readonly #totalBytes: number;
  readonly #onProgress: DownloadCall['onProgress'];
  readonly #beganMs = performance.now();
  #loadedBytes: number;
  #fetchedBytes = 0;
  #toldBytes = 0;

  constructor(
    smallBytes: number,
    shards: readonly Shard[],
    onProgress: DownloadCall['onProgress'],
  ) {
    this.#loadedBytes = smallBytes;
    this.#totalBytes = smallBytes + sumOf(shards.map(({ bytes }) => bytes));
    this.#onProgress = onProgress;
  }

  addKept(bytes: number): void {
    this.#loadedBytes += bytes;
  }

  add(bytes: number): void {
    this.#loadedBytes += bytes;
    this.#fetchedBytes += bytes;
    const isStep = this.#loadedBytes - this.#toldBytes >= PROGRESS_STEP_BYTES;
    if (isStep || this.#loadedBytes === this.#totalBytes) this.tell();
  }

  tell(): void {
    this.#toldBytes = this.#loadedBytes;
    const left = leftMs({
      elapsedMs: performance.now() - this.#beganMs,
      done: this.#fetchedBytes,
      left: this.#totalBytes - this.#loadedBytes,
    });
    this.#onProgress({
      phase: 'download',
      loadedBytes: this.#loadedBytes,
      totalBytes: this.#totalBytes,
      ...(left !== undefined && { leftMs: left }),
    });
  }
}

function unreadable(problem: string): EngineFailure {
  return new EngineFailure({ kind: 'files-unreadable', problem });
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
