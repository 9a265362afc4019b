import type { JsonValue, RecordSource } from '../records/memory-record.ts';
import { USERS_SOURCES } from '../records/users-word.ts';
import {
  aliasesField,
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
  scopeField,
  shareField,
  timeField,
} from './fields.ts';
import type { CheckedDraft, MemoryDraft } from './memory-draft.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import { type StatementNature, WRITE_POLICY } from './write-policy.ts';

const { types, kinds, sources, natures } = WRITE_POLICY;

/** How each field of a draft is read, absent ones too; each throws RefusedDraft. */
const READERS = {
  type: (value: unknown) => listed('type', value, types, 'UNKNOWN_TYPE'),
  kind: (value: unknown) => listed('kind', value, kinds, 'UNKNOWN_KIND'),
  text: (value: unknown) => givenText(value),
  id: (value: unknown) => nameField('id', value),
  namespace: (value: unknown) => nameField('namespace', value),
  scope: scopeField,
  subject: (value: unknown) => nameField('subject', value),
  key: (value: unknown) => nameField('key', value),
  aliases: aliasesField,
  value: (value: unknown) => jsonField('value', value),
  source: (value: unknown = 'unknown') => listed('source', value, sources, 'UNKNOWN_SOURCE'),
  confidence: (value: unknown) => shareField('confidence', value),
  nature: (value: unknown) =>
    value === undefined ? undefined : listed('nature', value, natures, 'UNKNOWN_NATURE'),
  reason: (value: unknown) => nameField('reason', value),
  evidence: evidenceField,
  validFromMs: (value: unknown) => timeField('validFromMs', value),
  expiresAtMs: (value: unknown) => timeField('expiresAtMs', value),
  deadlineMs: (value: unknown) => timeField('deadlineMs', value),
  supersedes: (value: unknown) => nameField('supersedes', value, LONGEST_KEPT_ID),
  derivedFrom: (value: unknown) => idsField('derivedFrom', value),
  pinned: (value: unknown) => flagField('pinned', value),
  metadata: metadataField,
  evenIfErased: (value: unknown) => flagField('evenIfErased', value),
  evenIfSecret: (value: unknown) => flagField('evenIfSecret', value),
  unlessEnded: (value: unknown) => flagField('unlessEnded', value),
} as const satisfies Readonly<Record<keyof MemoryDraft, (value: unknown) => unknown>>;

type Read = { readonly [Name in keyof MemoryDraft]-?: ReturnType<(typeof READERS)[Name]> };

/** A draft that can be decided about, or why it cannot. */
type DraftCheck =
  | { readonly draft: CheckedDraft; readonly refusal?: never }
  | { readonly refusal: Refusal };

/** Reads a draft, no matter who made it: a model's output comes through here as it is. */
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
  const stranger = Object.keys(fields).find((name) => !Object.hasOwn(READERS, name));
  if (stranger !== undefined) throw unknownField(stranger);
  const read = readFields(fields);
  const { source: from, key, value, reason } = read;
  const text = textField(read.text, key, value, reason);
  const worth = sources[from].confidence;
  return withoutAbsent({
    ...read,
    text,
    nature: read.nature ?? natureOfText(text, from),
    // A source is never worth more than the table says, whatever a draft claims [GRD-1].
    confidence: Math.min(worth, read.confidence ?? worth),
    // A pin would let a claim from outside stand without a review: that is for a person, by `pin` [GRD-1].
    pinned: read.pinned && from !== 'external',
    evenIfErased: usersFlag(read.evenIfErased, from),
  });
}

function readFields(fields: Partial<Record<keyof MemoryDraft, unknown>>): Read {
  const names = Object.keys(READERS) as (keyof MemoryDraft)[];
  // `fromEntries` forgets which name has which type.
  return Object.fromEntries(
    names.map((name) => [name, READERS[name](fields[name])]),
  ) as unknown as Read;
}

/** Each field read once. Anyone who hands in a draft may have made it of anything. */
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

function givenText(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string') return given.toWellFormed().trim();
  return refuseField('text', 'must be a text');
}

function textField(
  given: string | undefined,
  key: string | undefined,
  value: JsonValue | undefined,
  reason: string | undefined,
): string {
  const said = given || textOfValue(key, value);
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
  const sentence = `\`${field}\` is no field of a draft; known: ${Object.keys(READERS).join(', ')}.`;
  const remedy = 'Put fields of your own into `metadata`.';
  return new RefusedDraft({ rule: 'UNKNOWN_FIELD', sentence, remedy, field });
}

const SPEAKER = /^\s*(?:user|assistant|human|ai|system|tool)\s*:/gimu;
const STACK = /^\s+at .+:\d+:\d+\)?$|^Traceback \(most recent call last\)/mu;
const FAILURE =
  /^(?:uncaught )?(?:\w+)?(?:error|exception)\b\s*[:(]|^(?:request|call|command) failed\b/iu;
const THINKING = /<\/?think(?:ing)?>|^(?:let me (?:think|check|see)|let's think step by step)\b/iu;
const GUESS = /^(?:maybe|perhaps|possibly|probably|i guess|it (?:might|may|could) be)\b/iu;
const PROGRESS =
  /^(?:in progress|pending|running|waiting|loading|step \d+ of \d+|\d{1,3} ?% (?:done|complete))\b/iu;

/** Lines with a speaker that make a log of turns, and a transcript. */
const TURN_LOG_LINES = 2;
const TRANSCRIPT_LINES = 4;

/**
 * Tells the sort of statement that a text is on its face. It finds only the obvious: an author knows
 * better, and says it in the draft.
 */
export function natureOfText(text: string, source: RecordSource): StatementNature {
  const speakers = text.match(SPEAKER)?.length ?? 0;
  if (speakers >= TRANSCRIPT_LINES) return 'transcript';
  if (speakers >= TURN_LOG_LINES) return 'turn-log';
  if (STACK.test(text) || FAILURE.test(text)) return 'failed-call';
  if (THINKING.test(text)) return 'reasoning';
  if (PROGRESS.test(text)) return 'status';
  // Somebody who says "maybe" of their own wishes has said so; an agent that does is guessing.
  return source === 'agent_inferred' && GUESS.test(text) ? 'speculation' : 'statement';
}

const { text, value, source, reason, evidence, metadata, expiresAtMs, pinned, aliases } = READERS;
const FIELDS: Readonly<Record<string, (value: unknown) => unknown>> = {
  ...{ text, value, source, reason, evidence, metadata, pinned, aliases },
  expiresAtMs: (end) => (end === null ? null : expiresAtMs(end)),
};

/** The refusal of an update; its words are checked as a draft where they are new. */
export function checkPatch(update: unknown): { readonly refusal?: Refusal } {
  try {
    if (typeof update !== 'object' || update === null) refuseField('update', 'must be an object');
    for (const [name, value] of Object.entries(update)) checkField(name, value);
    refuseAlone({ ...update });
    return {};
  } catch (error) {
    if (error instanceof RefusedDraft) return { refusal: error.refusal };
    throw error;
  }
}

/** They are about new words: without any they would be of no effect. */
function refuseAlone({ text, value, source, reason }: Readonly<Record<string, unknown>>): void {
  if (text !== undefined || value !== undefined) return;
  const field = source !== undefined ? 'source' : reason !== undefined ? 'reason' : undefined;
  if (field === undefined) return;
  throw new RefusedDraft({
    rule: 'INVALID_FIELD',
    sentence: `\`${field}\` belongs to a new \`text\` or \`value\`, and the update has neither; nothing was changed.`,
    remedy:
      'Give the words that it is about, or `verify` the record where it is right as it stands.',
    field,
  });
}

function checkField(name: string, value: unknown): void {
  const check = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (check !== undefined) {
    if (value !== undefined) check(value);
    return;
  }
  const sentence = `\`${name}\` is no field of an update; known: ${Object.keys(FIELDS).join(', ')}.`;
  throw new RefusedDraft({ rule: 'UNKNOWN_FIELD', sentence, field: name });
}
