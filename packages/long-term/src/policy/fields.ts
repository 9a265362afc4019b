import { plainName } from '../records/given-id.ts';
import type { Evidence, JsonValue } from '../records/memory-record.ts';
import { plainJson } from '../records/plain-json.ts';
import { isTime } from '../records/time.ts';
import type { Refusal } from './refusal.ts';

/** Longest text of a record, in characters. */
export const LONGEST_TEXT = 4000;
/** Longest id, name or subject, in characters. */
export const LONGEST_NAME = 500;
/** Longest id that a record is kept under: a namespace, in which signs may be written in three, and an id. */
export const LONGEST_KEPT_ID = 4 * LONGEST_NAME + 1;
/** Longest value and metadata together, in characters of JSON. */
export const LONGEST_JSON = 20_000;
/** Most names of a record beside its key. */
export const MOST_ALIASES = 50;
/** Most messages that a record names. */
export const MOST_EVIDENCE = 1000;

/** Thrown by the checks of this folder alone, and caught by the check of the whole draft. */
export class RefusedDraft extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.sentence);
    this.refusal = refusal;
  }
}

/** Ends the check: a field is not what it should be. */
export function refuseField(field: string, problem: string): never {
  const sentence = `\`${field}\` ${problem}.`;
  throw new RefusedDraft({ rule: 'INVALID_FIELD', sentence, field });
}

/** A short text; absent where it is absent. */
export function nameField(
  field: string,
  value: unknown,
  longest = LONGEST_NAME,
): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return refuseField(field, 'must be a text');
  const name = plainName(value);
  if (name === '') return refuseField(field, 'must not be empty');
  if (name.length <= longest) return name;
  return refuseField(field, `must have at most ${longest} characters`);
}

/** Names that a record has beside its key, each once. */
export function aliasesField(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > MOST_ALIASES) {
    return refuseField('aliases', `must be a list of at most ${MOST_ALIASES} names`);
  }
  const names = value.flatMap((name: unknown) => nameField('aliases', name) ?? []);
  return [...new Set(names)];
}

/** Ids of records; none where it is absent. */
export function idsField(field: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return refuseField(field, 'must be a list of ids');
  if (value.length > MOST_EVIDENCE) return refuseField(field, `has over ${MOST_EVIDENCE} ids`);
  return value.flatMap((id: unknown) => nameField(field, id, LONGEST_KEPT_ID) ?? []);
}

export function scopeField(value: unknown): 'user' | undefined {
  return value === undefined || value === 'user' ? value : refuseField('scope', 'must be `user`');
}

export function flagField(field: string, value: unknown): boolean {
  if (value === undefined) return false;
  return typeof value === 'boolean' ? value : refuseField(field, 'must be true or false');
}

export function timeField(field: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  return isTime(value) ? Math.floor(value) : refuseField(field, 'must be milliseconds since 1970');
}

export function shareField(field: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const isShare = typeof value === 'number' && value >= 0 && value <= 1;
  return isShare ? value : refuseField(field, 'must be a number from 0 to 1');
}

export function jsonField(field: string, value: unknown): JsonValue | undefined {
  if (value === undefined) return undefined;
  const copy = plainJson(value);
  if (copy.problem !== undefined) return refuseField(field, copy.problem);
  if (JSON.stringify(copy.value).length <= LONGEST_JSON) return copy.value;
  return refuseField(field, `must have at most ${LONGEST_JSON} characters as JSON`);
}

export function metadataField(value: unknown): Readonly<Record<string, JsonValue>> {
  const copy = jsonField('metadata', value) ?? {};
  return isFields(copy) ? copy : refuseField('metadata', 'must be an object');
}

function isFields(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function evidenceField(value: unknown): readonly Evidence[] {
  if (value === undefined) return [];
  const copy = plainJson(value);
  if (copy.problem !== undefined) return refuseField('evidence', copy.problem);
  const list = copy.value;
  if (!Array.isArray(list) || list.length > MOST_EVIDENCE) {
    return refuseField('evidence', `must be a list of at most ${MOST_EVIDENCE} messages`);
  }
  return list.map((item: unknown, index) => {
    const field = `evidence.${index}`;
    if (typeof item !== 'object' || item === null) return refuseField(field, 'must be an object');
    const sessionId = nameField(`${field}.sessionId`, Reflect.get(item, 'sessionId'));
    const entryId = nameField(`${field}.entryId`, Reflect.get(item, 'entryId'));
    if (sessionId !== undefined && entryId !== undefined) return { sessionId, entryId };
    return refuseField(field, 'must name `sessionId` and `entryId`');
  });
}
