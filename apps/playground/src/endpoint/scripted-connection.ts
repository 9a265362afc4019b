import { aSimulatedClock, type SimulatedClock } from '@agent-memory/core/testing';
import type { Connection } from './connection.ts';

/** One request, as the page made it. */
export interface SeenRequest {
  readonly url: string;
  readonly request: RequestInit;
}

/** What comes of a request: an answer, or the one error that browsers give for everything else. */
export type Scripted = (seen: SeenRequest) => Response | Promise<Response>;

export interface ScriptedConnection extends Connection {
  readonly clock: SimulatedClock;
  readonly seen: readonly SeenRequest[];
}

/** A connection for tests: each request takes the next answer, and one that was not scripted throws. */
export function aConnection(
  answers: readonly Scripted[],
  { pageOrigin = 'http://localhost:4173', isOnline = true } = {},
): ScriptedConnection {
  const seen: SeenRequest[] = [];
  return {
    clock: aSimulatedClock(),
    pageOrigin,
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

/** What browsers give for a refused connection, for CORS and for most else. */
export const failing: Scripted = () => {
  throw new TypeError('Failed to fetch');
};

/** An answer to a request that may not be read. */
export const opaque: Scripted = () => Response.error();

/** Never answers; ends when the request is given up. */
export const hanging: Scripted = ({ request }) =>
  new Promise((_, reject) => {
    request.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });

export function answering(body: BodyInit, init: ResponseInit = {}): Scripted {
  return () => new Response(body, init);
}

/** A streamed answer that the test writes to. */
export function aStream(): {
  readonly answer: Scripted;
  readonly write: (text: string) => void;
  readonly end: () => void;
  readonly breakOff: () => void;
} {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const ignoreReader = (): void => undefined;
  return {
    answer: ({ request }) => {
      // A browser ends the body of a request that was given up.
      request.signal?.addEventListener('abort', () => {
        writer.abort(new DOMException('', 'AbortError')).catch(ignoreReader);
      });
      return new Response(readable);
    },
    write: (text) => void writer.write(new TextEncoder().encode(text)).catch(ignoreReader),
    end: () => void writer.close().catch(ignoreReader),
    breakOff: () => void writer.abort(new TypeError('network error')).catch(ignoreReader),
  };
}
