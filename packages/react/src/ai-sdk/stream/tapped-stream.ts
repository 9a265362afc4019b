import type { Opening } from './opening.ts';

/** Listens to a stream. */
interface Tap {
  /** Called with each chunk that the reader takes. */
  readonly onChunk: (chunk: unknown) => void;
  /** Called once when the stream is over: read to its end, cancelled by its reader, or broken off. */
  readonly onEnd: (how: 'finished' | 'cancelled' | 'broken') => void;
}

/**
 * The stream from its opening on. Nothing is read ahead of its reader, so that the tap sees the chunks
 * that the reader took, also when it stops in the middle.
 */
export function tappedStream({ chunks, rest }: Opening, tap: Tap): ReadableStream<unknown> {
  const opening = chunks.values();
  let isOver = false;

  function end(how: Parameters<Tap['onEnd']>[0]): void {
    if (isOver) return;
    isOver = true;
    tap.onEnd(how);
  }

  async function pull(controller: ReadableStreamDefaultController<unknown>): Promise<void> {
    const held = opening.next();
    const { done, value } = held.done ? await rest.read() : held;
    if (isOver) return;
    if (done) {
      end('finished');
      controller.close();
    } else {
      tap.onChunk(value);
      controller.enqueue(value);
    }
  }

  const source: UnderlyingDefaultSource<unknown> = {
    pull: (controller) =>
      pull(controller).catch((error: unknown) => {
        end('broken');
        controller.error(error);
      }),
    cancel: (reason) => {
      end('cancelled');
      return rest.cancel(reason);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
