import { RedactionFailedError } from '../../ground/errors/redaction-failed-error.ts';

/** Takes out of a text what is not to be stored. */
export type Redact = (text: string) => string;

/** The function with its result looked at: it throws RedactionFailedError where that is no text. */
export function checkedRedact(redact: Redact): Redact {
  return (text) => {
    if (text === '') return text;
    let redacted: unknown;
    try {
      redacted = redact(text);
    } catch (cause) {
      throw new RedactionFailedError(cause);
    }
    if (typeof redacted === 'string') return redacted;
    throw new RedactionFailedError(new TypeError(`it gave something of type ${typeof redacted}`));
  };
}
