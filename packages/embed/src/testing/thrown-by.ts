import { ModelError } from '@agent-memory/models';

/** The error that a call ends with; anything but a `ModelError` fails the test. */
export async function thrownBy(call: Promise<unknown>): Promise<ModelError> {
  const outcome = await call.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
  if (ModelError.isInstance(outcome)) return outcome;
  throw new Error('No ModelError was thrown.', { cause: outcome });
}
