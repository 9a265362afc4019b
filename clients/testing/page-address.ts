import { onTestFinished, vi } from 'vitest';

/**
 * Lets addresses of a page lead to a server of the test: `/api/chat` has none in Node, and leads to the
 * test runner in a browser. Requests and answers are real.
 */
export function addressPage(servers: Readonly<Record<string, string>>): void {
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    send(typeof input === 'string' ? (servers[input] ?? input) : input, init),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

/**
 * Stops in the middle of the first answer that is streamed from now on: when its reader has taken so many
 * events and asks for the next one.
 */
export function stopBehind(events: number, stop: AbortController): void {
  endBehind(events, () => {
    stop.abort();
    return new DOMException('The answer was stopped.', 'AbortError');
  });
}

/** The connection of the first answer that is streamed from now on breaks off behind so many events. */
export function breakBehind(events: number): void {
  endBehind(events, () => new TypeError('terminated'));
}

function endBehind(events: number, end: () => Error): void {
  const send = globalThis.fetch;
  let isEnded = false;
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const response = await send(input, init);
    if (isEnded) return response;
    isEnded = true;
    const left = (await response.text()).split(/(?<=\n\n)/).slice(0, events);
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const event = left.shift();
          if (event !== undefined) return controller.enqueue(new TextEncoder().encode(event));
          controller.error(end());
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, response);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
}
