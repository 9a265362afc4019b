import type { TextPart } from '@agent-memory/core/formats';

/**
 * Words in place of the user's first message in formats where the user has to speak first and the
 * conversation began otherwise. About six tokens, which no plan counts.
 */
export const OPENING_WORDS = '(The conversation begins.)';

/**
 * Words in place of the user's newest message where the context would end with the assistant, as it
 * does behind a blank message. Models that take no beginning of their answer refuse such a context.
 */
export const CLOSING_WORDS = 'Go on.';

/** Stands for a file that the provider could not open: another one knows it, or it is of no kind that is taken. */
export const ABSENT_FILE: TextPart = Object.freeze({ type: 'text', text: '[file]' });
