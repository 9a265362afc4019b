/**
 * Stands in a message where something was erased for good, also in stored ones.
 *
 * @example
 * const wasErased = textOf(message) === ERASED;
 */
export const ERASED = '[erased]';
