import { errorText } from './error-text.ts';
import { AgentMemoryError } from './errors.ts';

/**
 * The caller's `redact` failed on a text, so that nothing of this write was stored [STO-5]. What was
 * said stays in this page, and the next write tries again; it is not to be appended anew.
 */
export class RedactionFailedError extends AgentMemoryError {
  constructor(cause: unknown) {
    super(
      'REDACTION_FAILED',
      `Nothing was stored, because \`redact\` failed: ${errorText(cause)}. The message is in this conversation ` +
        'already, and is stored with the next write that works; do not append it again.',
      { phase: 'store', cause },
    );
  }
}
