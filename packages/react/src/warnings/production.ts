import type { Warnings } from './warnings.ts';

/** Nothing is said, and no text of it is loaded. */
export const warnings = undefined as Warnings | undefined;
