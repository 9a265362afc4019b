import {
  evidenceField,
  flagField,
  jsonField,
  metadataField,
  nameField,
  RefusedDraft,
  refuseField,
  timeField,
} from './fields.ts';
import type { Refusal } from './refusal.ts';

const FIELDS: Readonly<Record<string, (value: unknown) => unknown>> = {
  text: (value) => (typeof value === 'string' ? value : refuseField('text', 'must be a text')),
  value: (value) => jsonField('value', value),
  source: (value) => nameField('source', value),
  reason: (value) => nameField('reason', value),
  evidence: evidenceField,
  metadata: metadataField,
  expiresAtMs: (value) => (value === null ? null : timeField('expiresAtMs', value)),
  pinned: (value) => flagField('pinned', value),
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
