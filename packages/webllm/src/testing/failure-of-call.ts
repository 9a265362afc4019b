import { type LocalFailure, LocalModelError } from '@agent-memory/models';
import { EngineFailure } from '@agent-memory/models/device';

/** The failure that a call ends with; anything else fails the test. */
export async function failureOfCall(call: Promise<unknown>): Promise<LocalFailure> {
  const outcome = await call.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
  if (outcome instanceof LocalModelError || outcome instanceof EngineFailure)
    return outcome.failure;
  throw new Error('The call did not end with a failure of a local model.', { cause: outcome });
}
