import { EmbedderError } from '../errors/embedder-error.ts';

/** The error that a call ends with; anything but an `EmbedderError` fails the test. */
export async function thrownBy(call: Promise<unknown>): Promise<EmbedderError> {
  const outcome = await call.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
  if (EmbedderError.isInstance(outcome)) return outcome;
  throw new Error('No EmbedderError was thrown.', { cause: outcome });
}
