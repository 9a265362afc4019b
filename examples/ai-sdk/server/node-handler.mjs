import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Lets a function from `Request` to `Response` answer on a plain Node server.
 *
 * @param {(request: Request) => Promise<Response>} answer
 * @returns {import('node:http').RequestListener}
 */
export function nodeHandler(answer) {
  return async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    try {
      const response = await answer(requestOf(incoming, gone.signal));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body) await pipeline(Readable.fromWeb(response.body), outgoing);
      else outgoing.end();
    } catch (error) {
      if (gone.signal.aborted) return;
      console.error(error);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    }
  };
}

/**
 * @param {import('node:http').IncomingMessage} incoming
 * @param {AbortSignal} signal
 */
function requestOf(incoming, signal) {
  return new Request(new URL(incoming.url ?? '/', 'http://localhost'), {
    method: incoming.method ?? 'GET',
    headers: { 'content-type': incoming.headers['content-type'] ?? '' },
    body: Readable.toWeb(incoming),
    duplex: 'half',
    signal,
  });
}
