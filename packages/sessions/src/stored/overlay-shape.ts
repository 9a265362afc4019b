import type { Overlays } from '@agent-memory/core';
import { shape, wholeSessions } from '@agent-memory/core/internal';

type EntryOverlay = wholeSessions.EntryOverlay;

const { amount, fields, flag, list, name, oneOf, optional, place, text, whole } = shape;

/** Entries from one up to another, `toSeq` exclusive. */
export const spanFields = { fromSeq: whole, toSeq: whole };

const why = optional(wholeSessions.overlayReasonShape);
const recall = optional(flag);
const overlayBase = { seq: whole, compactionId: text, why };
const limited = { ...overlayBase, limitTokens: amount };
const ENTRY_OVERLAYS: Readonly<Record<EntryOverlay['kind'], shape.Shape>> = {
  trimmed: fields({
    ...limited,
    trims: list(fields({ partIndex: whole, headCharacters: whole, tailCharacters: whole, recall })),
  }),
  'shortened-calls': fields({
    ...limited,
    calls: list(fields({ partIndex: whole, maxCharacters: whole, arguments: text, recall })),
  }),
  'evicted-results': fields({
    ...overlayBase,
    supersededBySeq: optional(whole),
    reason: optional(oneOf('latest-only', 'ephemeral')),
    recall,
  }),
};
const overlayKind = fields({ kind: oneOf(...Object.keys(ENTRY_OVERLAYS)) });

export const entryOverlayShape: shape.Shape = (value, field) =>
  overlayKind(value, field) ?? ENTRY_OVERLAYS[(value as EntryOverlay).kind](value, field);

const indexedValue = fields({
  text: name,
  kind: text,
  uses: whole,
  lastSeq: place,
  resultSeq: optional(whole),
  fromArguments: flag,
  fromUser: flag,
  origin: optional(
    fields({
      from: oneOf('user', 'assistant', 'tool', 'pasted'),
      seq: whole,
      tool: optional(text),
    }),
  ),
  company: whole,
  label: optional(fields({ text: name, isKey: flag })),
});

const pastCondensedFields = {
  id: name,
  compactionId: text,
  text,
  beforeSeq: whole,
  coveredEntries: whole,
  coveredTokens: amount,
  summary: optional(
    fields({
      madeBy: text,
      fromSeq: place,
      toSeq: place,
      text,
      lead: optional(text),
      leadBy: optional(text),
      points: optional(list(wholeSessions.summaryPointShape)),
    }),
  ),
};

/** A condensed text as past contexts show it, without the values it was made from. */
export const pastCondensedShape: shape.Shape = fields(pastCondensedFields);

export const rangeOverlayShape: shape.Shape = fields({
  ...spanFields,
  compactionId: text,
  tokens: amount,
  source: optional(oneOf('estimated')),
  why,
});

/** Overlays as plain data has them: those of entries are a list. */
export const overlaysShape: shape.Shape = fields({
  epoch: whole,
  ranges: list(rangeOverlayShape),
  entries: list(entryOverlayShape),
  condensed: optional(
    fields({
      ...pastCondensedFields,
      values: fields({ values: list(indexedValue), newestSeq: place }),
    }),
  ),
});

/**
 * Tells whether a value from a store is overlays, down to their last field.
 *
 * @example
 * const stored = await store.load('support');
 * const isWhole = areOverlays(stored?.overlays);
 */
export function areOverlays(value: unknown): value is Overlays {
  const fields = (value ?? {}) as Partial<Record<keyof Overlays, unknown>>;
  if (!(fields.entries instanceof Map)) return false;
  const entries = [...fields.entries];
  const isOfItsPlace = entries.every(([seq, overlay]) => (overlay as EntryOverlay)?.seq === seq);
  const plain = { ...fields, entries: entries.map(([, overlay]) => overlay) };
  return isOfItsPlace && overlaysShape(plain, '') === undefined;
}
