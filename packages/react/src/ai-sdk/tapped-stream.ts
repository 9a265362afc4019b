import type { Opening } from './opening.ts';

/** What hears of a stream. */
interface Tap {
  /** A chunk, when somebody takes it. */
  readonly see: (chunk: unknown) => void;
  /** The stream is over, once: to its end, given up by who reads it, or broken off. */
  readonly end: (how: 'finished' | 'cancelled' | 'broken') => void;
}

/**
 * The stream from its opening on, as its reader takes it: nothing is read ahead, so that what was
 * heard of is what was taken, also when the reader stops in the middle.
 */
export function tappedStream({ chunks, rest }: Opening, tap: Tap): ReadableStream<unknown> {
  const opening = chunks.values();
  let isOver = false;

  function end(how: Parameters<Tap['end']>[0]): void {
    if (isOver) return;
    isOver = true;
    tap.end(how);
  }

  async function pull(controller: ReadableStreamDefaultController<unknown>): Promise<void> {
    const held = opening.next();
    const { done, value } = held.done ? await rest.read() : held;
    if (isOver) return;
    if (done) {
      end('finished');
      controller.close();
    } else {
      tap.see(value);
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
