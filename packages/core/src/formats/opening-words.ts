/**
 * Words in place of the user's first message in formats where the user has to speak first and the
 * conversation began otherwise. About six tokens, which no plan counts.
 */
export const OPENING_WORDS = '(The conversation begins.)';
