import { BARE_REQUEST, type Connection } from './connection.ts';
import { isMixedContent, isThisDevice, modelsUrl } from './endpoint-address.ts';
import type { Failure } from './failure.ts';

/** A server that has not answered a probe by then is not going to. */
const PROBE_MS = 4_000;

/**
 * Why a request got no answer at all. A browser tells a page no more than that it failed, so two
 * probes without the key tell the reasons apart:
 *
 *     one that may not be read    nobody answers → unreachable
 *     one that may be read        it is refused  → the server does not allow this page (CORS)
 *                                 it is answered → the request itself got nowhere
 */
export async function findOutWhy(
  address: string,
  connection: Connection,
  signal: AbortSignal,
): Promise<Failure> {
  if (isMixedContent(address, connection.pageOrigin)) return { kind: 'mixed-content' };
  if (!connection.isOnline() && !isThisDevice(address)) return { kind: 'offline' };
  const deadline = afterTime(connection, PROBE_MS, signal);
  const answers = (mode: RequestMode): Promise<boolean> =>
    probe(connection, modelsUrl(address), mode, deadline.signal);
  try {
    const isThere = await answers('no-cors');
    if (deadline.signal.aborted) return { kind: 'unknown' };
    if (!isThere) return { kind: 'unreachable' };
    return (await answers('cors')) ? { kind: 'dropped' } : { kind: 'cors' };
  } finally {
    deadline.stop();
  }
}

async function probe(
  { fetch }: Connection,
  url: string,
  mode: RequestMode,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const response = await fetch(url, { ...BARE_REQUEST, mode, signal });
    await response.body?.cancel();
    return true;
  } catch {
    // That it failed is the answer.
    return false;
  }
}

/** A signal that aborts with another one, or when the time is over. */
function afterTime(
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
