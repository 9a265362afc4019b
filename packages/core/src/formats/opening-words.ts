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
