import type { LoadProgress } from '@agent-memory/models';
import { checkRoom, EngineFailure } from '@agent-memory/models/local';
import type { WebLlmModel } from '../model/model-record.ts';
import { Tally } from '../progress/tally.ts';
import { contentProblem } from './check-content.ts';
import { fetchFile, readWhole } from './fetch-file.ts';
import { keepFile, keptFile, keptUrls, removeFile } from './file-cache.ts';
import { keepShard } from './keep-shard.ts';
import { readContents, weightBytes } from './model-contents.ts';
import type { ModelFile, Shard } from './model-files.ts';
import { saved } from './storage-room.ts';

/** A model whose files are all on this device, where web-llm looks for them. */
export interface DownloadedModel {
  /** `mlc-chat-config.json`. */
  readonly config: unknown;
  readonly weightBytes: number;
  readonly library: ArrayBuffer;
}

/** The listener to a download, and the way to end it. */
export interface DownloadCall {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
}

/** As many files of weights as web-llm itself fetches at once. */
const MOST_AT_ONCE = 4;

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
  // The sum of all bytes is not known before the first files are here.
  const onPiece = (): void => onProgress({ phase: 'download' });
  onPiece();
  const read = (file: ModelFile): Promise<ArrayBuffer> => smallFile(file, { signal, onPiece });
  const { config, shards, library, others } = await readContents(record, read);
  const kept = await keptUrls('webllm/model');
  const missing = shards.filter(({ url }) => !kept.has(url));
  await checkRoom(weightBytes(missing));
  const [libraryBytes, otherBytes] = await Promise.all([
    read(library),
    Promise.all(others.map(read)),
  ]);
  const smallBytes = otherBytes.reduce(
    (sum, { byteLength }) => sum + byteLength,
    libraryBytes.byteLength,
  );
  const totalBytes = smallBytes + weightBytes(shards);
  const hereBytes = totalBytes - weightBytes(missing);
  const nowMs = (): number => performance.now();
  const tally = new Tally({ totalBytes, hereBytes, onProgress, nowMs });
  await downloadShards(missing, signal, (bytes) => tally.add(bytes));
  return { config, weightBytes: weightBytes(shards), library: libraryBytes };
}

/** A file that is read as a whole, and kept only when it is what its name says. */
async function smallFile(
  file: ModelFile,
  call: { readonly signal: AbortSignal; readonly onPiece: () => void },
): Promise<ArrayBuffer> {
  const kept = await keptFile(file);
  const response = kept ?? (await fetchFile(file, call.signal));
  const bytes = await readWhole(file, response, call);
  const problem = contentProblem(file, bytes);
  if (problem !== undefined) {
    if (kept) await removeFile(file);
    throw new EngineFailure({ kind: 'files-unreadable', problem });
  }
  if (!kept) await saved(keepFile(file, bytes, bytes.byteLength));
  return bytes;
}

/** Several at once; when one fails the others end with it. */
async function downloadShards(
  missing: readonly Shard[],
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const controller = new AbortController();
  const anyEnd = AbortSignal.any([signal, controller.signal]);
  const waiting = missing.values();
  const takeTurns = async (): Promise<void> => {
    for (const shard of waiting) await keepShard(shard, anyEnd, onBytes);
  };
  try {
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, takeTurns));
  } catch (error) {
    controller.abort(error);
    throw error;
  }
}
