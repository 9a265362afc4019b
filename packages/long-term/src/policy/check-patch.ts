import {
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
  evidence: (value) => value,
  metadata: metadataField,
  expiresAtMs: (value) => (value === null ? null : timeField('expiresAtMs', value)),
  pinned: (value) => flagField('pinned', value),
};

/** The refusal of an update; its words are checked as a draft where they are new. */
export function checkPatch(update: unknown): { readonly refusal?: Refusal } {
  try {
    if (typeof update !== 'object' || update === null) refuseField('update', 'must be an object');
    for (const [name, value] of Object.entries(update)) checkField(name, value);
    return {};
  } catch (error) {
    if (error instanceof RefusedDraft) return { refusal: error.refusal };
    throw error;
  }
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
