import { errorText } from '@agent-memory/core/internal';
import { downloadFailed, type RemoteFile } from './model-file.ts';

/** Asks a server for a file. @throws EngineFailure; the signal's reason when it aborts. */
export async function askFor({ name, url }: RemoteFile, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    // Browsers say the same for a lost connection, for CORS and for most else.
    const problem = `No answer came from ${new URL(url).origin}: ${errorText(error)}.`;
    throw downloadFailed(name, problem, error);
  }
  if (response.ok) return response;
  throw downloadFailed(name, `Its server answers with status ${response.status}.`);
}

/** The bytes that go over the line: fewer than the file has where a server compresses it. */
export function announcedBytes({ headers }: Response): number | undefined {
  const bytes = Number(headers.get('content-length') ?? Number.NaN);
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
}
