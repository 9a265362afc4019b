import type { Opening } from './opening.ts';

/** Listens to a stream. */
interface Tap {
  /** Called with each chunk that the reader takes. */
  readonly onChunk: (chunk: unknown) => void;
  /**
   * Called once when the stream is over: read to its end, cancelled by its reader, or broken off. An
   * error that it gives ends a stream that was read to its end, in place of an ordinary end.
   */
  readonly onEnd: (how: 'finished' | 'cancelled' | 'broken') => Promise<Error | undefined>;
}

/**
 * The stream from its opening on. Nothing is read before its reader, so that the tap sees the chunks
 * that the reader took, also when it stops in the middle.
 */
export function tappedStream({ chunks, rest }: Opening, tap: Tap): ReadableStream<unknown> {
  const opening = chunks.values();
  let isOver = false;

  async function end(how: Parameters<Tap['onEnd']>[0]): Promise<Error | undefined> {
    if (isOver) return undefined;
    isOver = true;
    return tap.onEnd(how);
  }

  async function pull(controller: ReadableStreamDefaultController<unknown>): Promise<void> {
    const held = opening.next();
    const { done, value } = held.done ? await rest.read() : held;
    if (isOver) return;
    if (done) {
      const error = await end('finished');
      if (error) controller.error(error);
      else controller.close();
    } else {
      tap.onChunk(value);
      controller.enqueue(value);
    }
  }

  const source: UnderlyingDefaultSource<unknown> = {
    pull: (controller) =>
      pull(controller).catch((error: unknown) => {
        void end('broken');
        controller.error(error);
      }),
    cancel: (reason) => {
      void end('cancelled');
      return rest.cancel(reason);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
