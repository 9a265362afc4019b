import type { KnownNames } from '@agent-memory/core/internal';
import type { JsonValue, RecordSource } from '../records/memory-record.ts';
import { USERS_SOURCES } from '../records/users-word.ts';
import {
  evidenceField,
  flagField,
  idsField,
  jsonField,
  LONGEST_KEPT_ID,
  LONGEST_TEXT,
  metadataField,
  nameField,
  RefusedDraft,
  refuseField,
  shareField,
  timeField,
} from './fields.ts';
import type { CheckedDraft, MemoryDraft } from './memory-draft.ts';
import { natureOfText } from './nature-of-text.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import { WRITE_POLICY } from './write-policy.ts';

const DRAFT = {
  type: true,
  kind: true,
  text: true,
  id: true,
  namespace: true,
  subject: true,
  key: true,
  value: true,
  source: true,
  confidence: true,
  nature: true,
  reason: true,
  evidence: true,
  validFromMs: true,
  expiresAtMs: true,
  deadlineMs: true,
  supersedes: true,
  derivedFrom: true,
  pinned: true,
  metadata: true,
  evenIfErased: true,
  unlessEnded: true,
} as const satisfies KnownNames<MemoryDraft>;

/** A draft that can be decided about, or why it cannot. */
export type DraftCheck =
  | { readonly draft: CheckedDraft; readonly refusal?: never }
  | { readonly refusal: Refusal };

/** Reads a draft, whoever made it: a model's output comes through here as it is. */
export function checkDraft(source: unknown): DraftCheck {
  try {
    return { draft: checked(source) };
  } catch (error) {
    if (error instanceof RefusedDraft) return { refusal: error.refusal };
    throw error;
  }
}

function checked(source: unknown): CheckedDraft {
  const fields = fieldsOf(source);
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(DRAFT, name)) throw unknownField(name);
  }
  const type = listed('type', fields.type, WRITE_POLICY.types, 'UNKNOWN_TYPE');
  const kind = listed('kind', fields.kind, WRITE_POLICY.kinds, 'UNKNOWN_KIND');
  const from = listed('source', fields.source ?? 'unknown', WRITE_POLICY.sources, 'UNKNOWN_SOURCE');
  const key = nameField('key', fields.key);
  const value = jsonField('value', fields.value);
  const reason = nameField('reason', fields.reason);
  const text = textField(fields.text, key, value, reason);
  const worth = WRITE_POLICY.sources[from].confidence;
  return withoutAbsent({
    type,
    kind,
    text,
    source: from,
    key,
    value,
    reason,
    id: nameField('id', fields.id),
    namespace: nameField('namespace', fields.namespace),
    subject: nameField('subject', fields.subject),
    supersedes: nameField('supersedes', fields.supersedes, LONGEST_KEPT_ID),
    nature:
      fields.nature === undefined
        ? natureOfText(text, from)
        : listed('nature', fields.nature, WRITE_POLICY.natures, 'UNKNOWN_NATURE'),
    // A source is never worth more than the table says, whatever a draft claims [GRD-1].
    confidence: Math.min(worth, shareField('confidence', fields.confidence) ?? worth),
    evidence: evidenceField(fields.evidence),
    derivedFrom: idsField('derivedFrom', fields.derivedFrom),
    validFromMs: timeField('validFromMs', fields.validFromMs),
    expiresAtMs: timeField('expiresAtMs', fields.expiresAtMs),
    deadlineMs: timeField('deadlineMs', fields.deadlineMs),
    // A pin would let a claim from outside stand without a review: that is for a person, by `pin` [GRD-1].
    pinned: flagField('pinned', fields.pinned) && from !== 'external',
    metadata: metadataField(fields.metadata),
    evenIfErased: usersFlag(flagField('evenIfErased', fields.evenIfErased), from),
    unlessEnded: flagField('unlessEnded', fields.unlessEnded),
  });
}

/** Each field read once. Whoever hands in a draft may have made it of anything. */
function fieldsOf(source: unknown): Partial<Record<keyof MemoryDraft, unknown>> {
  if (typeof source !== 'object' || source === null) {
    return refuseField('draft', 'must be an object');
  }
  try {
    return { ...source };
  } catch {
    return refuseField('draft', 'cannot be read');
  }
}

type Absent<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | undefined };

/** Fields that are absent are left out, as exact optional fields want it. */
function withoutAbsent(fields: Absent<Required<CheckedDraft>>): CheckedDraft {
  const present = Object.entries(fields).filter(([, field]) => field !== undefined);
  // `fromEntries` forgets which name has which type; the entries are those of `fields`.
  return Object.fromEntries(present) as unknown as CheckedDraft;
}

function listed<Name extends string>(
  field: string,
  given: unknown,
  table: Readonly<Record<Name, unknown>>,
  rule: RefusalRule,
): Name {
  const names = Object.keys(table) as Name[];
  const name = names.find((known) => known === given);
  if (name !== undefined) return name;
  const sentence = `\`${field}\` must be one of ${names.join(', ')}.`;
  throw new RefusedDraft({ rule, sentence, field });
}

function textField(
  given: unknown,
  key: string | undefined,
  value: JsonValue | undefined,
  reason: string | undefined,
): string {
  if (given !== undefined && typeof given !== 'string')
    return refuseField('text', 'must be a text');
  const said = given?.toWellFormed().trim() || textOfValue(key, value);
  if (said === '') {
    const sentence = 'There is no text, and no key and value to make one from.';
    throw new RefusedDraft({ rule: 'NO_TEXT', sentence, field: 'text' });
  }
  const text = reason === undefined || said.includes(reason) ? said : `${said} Reason: ${reason}`;
  if (text.length <= LONGEST_TEXT) return text;
  throw new RefusedDraft({
    rule: 'TEXT_TOO_LONG',
    sentence: `The text has ${text.length} characters; a record has at most ${LONGEST_TEXT}.`,
    remedy: 'Say in a few sentences what is worth knowing later.',
    field: 'text',
  });
}

function textOfValue(key: string | undefined, value: JsonValue | undefined): string {
  if (key === undefined || value === undefined) return '';
  return `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** Nobody but the user lifts what the user had erased. */
function usersFlag(evenIfErased: boolean, source: RecordSource): boolean {
  if (!evenIfErased || USERS_SOURCES.includes(source)) return evenIfErased;
  throw new RefusedDraft({
    rule: 'INVALID_FIELD',
    sentence: `\`evenIfErased\` is for the user's own word, and the source of this draft is \`${source}\`.`,
    remedy: `Leave it out; or, where the user says so, give the source: ${USERS_SOURCES.join(', ')}.`,
    field: 'evenIfErased',
  });
}

function unknownField(name: string): RefusedDraft {
  const field = name.slice(0, 100);
  const sentence = `\`${field}\` is no field of a draft; known: ${Object.keys(DRAFT).join(', ')}.`;
  const remedy = 'Put fields of your own into `metadata`.';
  return new RefusedDraft({ rule: 'UNKNOWN_FIELD', sentence, remedy, field });
}
