/** Redaction, fetched as one: what of a change, and of a message, may be stored. */
export { redactedChange } from './redacted-change.ts';
export { redactedMessage } from './redacted-message.ts';
