import { aSimulatedClock, type SimulatedClock } from '@agent-memory/core/testing';
import type { Connection } from '../endpoint/connection.ts';

/** One request, as it was made. */
export interface SeenRequest {
  readonly url: string;
  readonly request: RequestInit;
}

/** The outcome of a request: an answer, or the one error that browsers give for everything else. */
export type Scripted = (seen: SeenRequest) => Response | Promise<Response>;

export interface ScriptedConnection extends Connection {
  readonly clock: SimulatedClock;
  readonly seen: readonly SeenRequest[];
}

/**
 * A connection for what no server in Node can show, such as CORS: each request takes the next answer,
 * and one that was not scripted throws.
 *
 * @param options.pageOrigin `null` outside of a page.
 */
export function aConnection(
  answers: readonly Scripted[],
  {
    pageOrigin = 'http://localhost:4173',
    isOnline = true,
  }: { readonly pageOrigin?: string | null; readonly isOnline?: boolean } = {},
): ScriptedConnection {
  const seen: SeenRequest[] = [];
  return {
    clock: aSimulatedClock(),
    ...(pageOrigin !== null && { pageOrigin }),
    isOnline: () => isOnline,
    seen,
    fetch: async (url, request) => {
      const answer = answers[seen.length];
      seen.push({ url, request });
      if (!answer) throw new Error(`Request ${seen.length} was not scripted: ${url}`);
      return answer({ url, request });
    },
  };
}

/** Fails as browsers do: the same way for a refused connection, for CORS and for most else. */
export const failing: Scripted = () => {
  throw new TypeError('Failed to fetch');
};

/** An answer to a request that may not be read. */
export const opaque: Scripted = () => Response.error();

/** Never answers; ends when the request is given up. */
export const hanging: Scripted = ({ request }) =>
  new Promise((_, reject) => {
    const end = (): void => reject(new DOMException('', 'AbortError'));
    if (request.signal?.aborted) end();
    request.signal?.addEventListener('abort', end);
  });

export function answering(body: BodyInit | null, init: ResponseInit = {}): Scripted {
  return () => new Response(body, init);
}
