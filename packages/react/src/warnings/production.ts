import type { Warnings } from './warnings.ts';

/** Production builds warn of nothing and load no texts. */
export const warnings = undefined as Warnings | undefined;
