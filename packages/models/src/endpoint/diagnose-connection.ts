import { orAbort } from '@agent-memory/core/internal';
import { isMixedContent, isThisDevice, modelsUrl } from '../address/base-url.ts';
import type { ServerFailure } from '../errors/model-failure.ts';
import { BARE_REQUEST, type Connection } from './connection.ts';

/** A server that has not answered a probe by then is not going to. */
const PROBE_MS = 4_000;

/**
 * The reason why a request got no answer at all. A browser tells a page no more than that it failed, so
 * probes without key and conversation tell the reasons apart:
 *
 *     one that may be read      it is answered   → the request itself got nowhere
 *                               it is redirected → so was the request, which does not follow
 *     one that may not be read  it is answered   → the server does not allow this page (CORS)
 *                               nobody answers   → unreachable
 */
export async function diagnoseConnection(
  baseUrl: string,
  connection: Connection,
  signal: AbortSignal,
): Promise<ServerFailure> {
  const { pageOrigin } = connection;
  if (pageOrigin !== undefined && isMixedContent(baseUrl, pageOrigin)) {
    return { kind: 'mixed-content' };
  }
  if (!connection.isOnline() && !isThisDevice(baseUrl)) return { kind: 'offline' };
  const deadline = deadlineOf(connection, PROBE_MS, signal);
  const url = modelsUrl(baseUrl);
  try {
    // `manual` follows no redirect either, and tells that there was one.
    const readable = await probe(connection, url, { redirect: 'manual' }, deadline.signal);
    if (readable) return { kind: isRedirect(readable) ? 'redirected' : 'request-lost' };
    // The platform takes a request that may not be read only if it may follow redirects.
    const opaque = await probe(
      connection,
      url,
      { mode: 'no-cors', redirect: 'follow' },
      deadline.signal,
    );
    if (deadline.signal.aborted) return { kind: 'no-answer' };
    if (!opaque) return { kind: 'unreachable' };
    return { kind: pageOrigin === undefined ? 'request-lost' : 'cors' };
  } finally {
    deadline.stop();
  }
}

async function probe(
  { fetch }: Connection,
  url: string,
  request: RequestInit,
  signal: AbortSignal,
): Promise<Response | undefined> {
  try {
    const response = await orAbort(fetch(url, { ...BARE_REQUEST, ...request, signal }), signal);
    await response.body?.cancel();
    return response;
  } catch {
    // The failure itself is the answer.
    return undefined;
  }
}

/** A browser hides the status of a redirect that it did not follow. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** A signal that aborts with another one, or when the time is over. */
function deadlineOf(
  { clock }: Connection,
  delayMs: number,
  signal: AbortSignal,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const stopTimer = clock.startTimer?.(() => controller.abort(), delayMs);
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    stop: () => stopTimer?.(),
  };
}
