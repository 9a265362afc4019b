import { AgentMemoryError } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';

/** The error that says why the options of a memory were refused. */
export function refusalOf(cause: unknown): AgentMemoryError {
  if (AgentMemoryError.isInstance(cause)) return cause;
  const reason = errorText(cause);
  return new AgentMemoryError('INVALID_OPTION', `The options could not be used: ${reason}`, {
    phase: 'option',
    cause,
  });
}
