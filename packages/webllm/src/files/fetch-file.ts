import { errorText } from '@agent-memory/core/internal';
import { EngineFailure } from '@agent-memory/models/local';
import type { ModelFile } from './model-files.ts';

/** @throws EngineFailure of kind `download-failed`; the signal's reason when it aborts. */
export async function fetchFile(file: ModelFile, signal: AbortSignal): Promise<Response> {
  const response = await arriving(file, signal, () => fetch(file.url, { signal }));
  if (response.ok) return response;
  const problem = `The server answered with the status ${response.status}.`;
  throw downloadFailed(file, problem);
}

/**
 * Bytes of a file as its server tells them; 0 where it does not, as stores do that allow no `HEAD`.
 *
 * @throws EngineFailure of kind `download-failed`; the signal's reason when it aborts.
 */
export async function toldLength(file: ModelFile, signal: AbortSignal): Promise<number> {
  const asked = (): Promise<Response> => fetch(file.url, { method: 'HEAD', signal });
  const { ok, headers } = await arriving(file, signal, asked);
  return ok ? Number(headers.get('content-length') ?? 0) : 0;
}

/**
 * @param onPiece - Hears that more of it came.
 * @throws EngineFailure of kind `download-failed`; the signal's reason when it aborts.
 */
export function readWhole(
  file: ModelFile,
  { body }: Response,
  { signal, onPiece }: { readonly signal: AbortSignal; readonly onPiece?: () => void },
): Promise<ArrayBuffer> {
  const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      onPiece?.();
      controller.enqueue(piece);
    },
  });
  return arriving(file, signal, () => new Response(body?.pipeThrough(heard)).arrayBuffer());
}

export function downloadFailed(file: ModelFile, problem: string, cause?: unknown): EngineFailure {
  return new EngineFailure({ kind: 'download-failed', file: file.name, problem }, { cause });
}

async function arriving<Value>(
  file: ModelFile,
  signal: AbortSignal,
  act: () => Promise<Value>,
): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    signal.throwIfAborted();
    throw downloadFailed(file, errorText(error), error);
  }
}
