import { errorText } from '@agent-memory/core/internal';
import { EngineFailure } from '@agent-memory/models/local';
import { downloadFailed, fetchFile } from './fetch-file.ts';
import { keepFile } from './file-cache.ts';
import type { Shard } from './model-files.ts';
import { storageFailure } from './storage-room.ts';

/**
 * Takes one file of weights from the network into the cache as it comes, so that it never stands in
 * memory as a whole. One that is cut or too long is not kept.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function keepShard(
  shard: Shard,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const response = await fetchFile(shard, signal);
  let arrived = 0;
  let isWhole = false;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      arrived += chunk.byteLength;
      onBytes(chunk.byteLength);
      if (arrived > shard.bytes) controller.error(tooLong(shard));
      else controller.enqueue(chunk);
    },
    flush(controller) {
      if (arrived === shard.bytes) isWhole = true;
      else controller.error(tooShort(shard, arrived));
    },
  });
  try {
    await keepFile(shard, (response.body ?? emptyBody()).pipeThrough(counted), shard.bytes);
  } catch (error) {
    signal.throwIfAborted();
    if (arrived > shard.bytes) throw tooLong(shard);
    const storage = storageFailure(error);
    if (storage) throw storage;
    throw isWhole
      ? downloadFailed(shard, `It came, and could not be kept: ${errorText(error)}`, error)
      : tooShort(shard, arrived, error);
  }
}

function emptyBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

function tooShort(shard: Shard, arrived: number, cause?: unknown): EngineFailure {
  const problem = `The connection ended after ${arrived} of ${shard.bytes} bytes.`;
  return downloadFailed(shard, problem, cause);
}

function tooLong({ name, bytes }: Shard): EngineFailure {
  const problem = `${name} has more than the ${bytes} bytes that the list of weights gives it.`;
  return new EngineFailure({ kind: 'files-unreadable', problem });
}
