import type { MemoryRecord } from './memory-record.ts';
import { plainJson } from './plain-json.ts';
import { END_REASONS, MEMORY_KINDS, MEMORY_TYPES, RECORD_SOURCES } from './record-names.ts';
import { isTime } from './time.ts';

type Check = (value: unknown) => boolean;

/** Every field of a record, and what it has to be. */
const FIELDS: Readonly<Record<keyof MemoryRecord, Check>> = {
  id: isName,
  revision: isCount,
  namespace: isName,
  author: optional(isName),
  reviewedBy: optional(isName),
  type: isOneOf(MEMORY_TYPES),
  kind: isOneOf(MEMORY_KINDS),
  subject: optional(isName),
  key: optional(isName),
  aliases: optional((value) => Array.isArray(value) && value.every(isName)),
  value: (value) => value === undefined || isPlain(value),
  text: isName,
  source: isOneOf(RECORD_SOURCES),
  confidence: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  confidenceAtMs: isTime,
  evidence: (value) => Array.isArray(value) && value.every(isEvidence),
  createdAtMs: isTime,
  updatedAtMs: isTime,
  verifiedAtMs: optional(isTime),
  lastUsedAtMs: optional(isTime),
  uses: isCount,
  validFromMs: isTime,
  expiresAtMs: optional(isTime),
  deadlineMs: optional(isTime),
  reviewByMs: optional(isTime),
  supersedes: optional(isName),
  alsoSupersedes: optional((value) => Array.isArray(value) && value.every(isName)),
  disputedBy: optional((value) => Array.isArray(value) && value.every(isName)),
  supersededBy: optional(isName),
  ended: optional(isEnd),
  heldFor: optional((value) => Array.isArray(value) && value.every(isName)),
  releasedAtMs: optional(isTime),
  pinned: (value) => typeof value === 'boolean',
  muted: optional((value) => value === true),
  metadata: (value) => isFields(value) && !Array.isArray(value) && isPlain(value),
};

/** The field that keeps a value from the disk or a file from being a record; `undefined`: it is one. */
export function recordProblem(value: unknown): string | undefined {
  if (!isFields(value)) return 'record';
  const unknownField = Object.keys(value).find((name) => !Object.hasOwn(FIELDS, name));
  if (unknownField !== undefined) return unknownField.slice(0, 100);
  return Object.entries(FIELDS).find(([name, check]) => !check(value[name]))?.[0];
}

/** Whether a value from outside is a record whole. */
export function isMemoryRecord(value: unknown): value is MemoryRecord {
  return recordProblem(value) === undefined;
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function isOneOf(names: ReadonlySet<string>): Check {
  return (value) => typeof value === 'string' && names.has(value);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isPlain(value: unknown): boolean {
  return plainJson(value).problem === undefined;
}

function isEvidence(value: unknown): boolean {
  return isFields(value) && isName(value.sessionId) && isName(value.entryId);
}

function isEnd(value: unknown): boolean {
  return isFields(value) && isTime(value.atMs) && isOneOf(END_REASONS)(value.why);
}
