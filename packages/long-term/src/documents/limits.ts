import type { KnownNames } from '@agent-memory/core/internal';
import { fieldsOf, invalid } from '../platform/check-argument.ts';

const MB = 1024 * 1024;

/** How much one document may be and cost. */
export interface DocumentLimits {
  /** Bytes as they are given. Default: 25 MB. */
  readonly maxBytes?: number;
  /** Characters of the text that was read. Default: 10 million. */
  readonly maxCharacters?: number;
  /** Pages of a PDF. Default: 2,000. */
  readonly maxPages?: number;
  /** Elements within elements of an HTML page. Default: 512, as in browsers. */
  readonly maxDepth?: number;
  /** Bytes that the streams of a PDF unpack to, all together. Default: 256 MB. */
  readonly maxUnpackedBytes?: number;
  /** Milliseconds from the beginning of the reading to its end. Default: 2 minutes. */
  readonly deadlineMs?: number;
}

/** Limits with their defaults in place. */
export type CheckedLimits = Required<DocumentLimits>;

const DEFAULTS: CheckedLimits = {
  maxBytes: 25 * MB,
  maxCharacters: 10_000_000,
  maxPages: 2_000,
  maxDepth: 512,
  maxUnpackedBytes: 256 * MB,
  deadlineMs: 120_000,
};

const NAMES = {
  maxBytes: true,
  maxCharacters: true,
  maxPages: true,
  maxDepth: true,
  maxUnpackedBytes: true,
  deadlineMs: true,
} as const satisfies KnownNames<DocumentLimits>;

/** @throws InvalidOptionError if a limit is not known or is no number above 0. */
export function checkedLimits(limits: DocumentLimits = {}): CheckedLimits {
  fieldsOf(limits, NAMES, 'createDocuments.limits');
  for (const [name, limit] of Object.entries(limits)) {
    if (typeof limit === 'number' && limit > 0) continue;
    throw invalid(`limits.${name}`, 'must be a number above 0', limit);
  }
  return { ...DEFAULTS, ...limits };
}
