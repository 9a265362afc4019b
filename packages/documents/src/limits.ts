import { check } from '@agent-memory/long-term/internal';

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

/** @throws InvalidOptionError if one is not known or is no number above 0. */
export function checkedLimits(limits: DocumentLimits = {}): CheckedLimits {
  const names = Object.keys(DEFAULTS).map((name) => [name, check.anAmount] as const);
  check.checkFields(limits, Object.fromEntries(names), 'limits');
  return { ...DEFAULTS, ...limits };
}
