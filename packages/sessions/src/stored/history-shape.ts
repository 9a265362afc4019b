import { type HistoryRecord, InvalidMessageError } from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import { shape, wholeSessions } from '@agent-memory/core/internal';
import { entryOverlayShape, pastCondensedShape, rangeOverlayShape } from './overlay-shape.ts';

type Shape = shape.Shape;

const { amount, anything, fields, figure, list, name, nameOrNull, oneOf, optional } = shape;
const { recordOf, text, time, whole } = shape;

const tokenSource = oneOf('estimated', 'counted', 'provider');
const count = shape.shape(
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  'must be a whole number from 1',
);
/** Figures behind a rule may also be none, or without end. */
const numbers = recordOf(shape.shape((value) => typeof value === 'number', 'must be a number'));

const tier = fields({ tokens: figure, items: whole });

const delta = fields({
  epochBefore: whole,
  addedRanges: list(whole),
  removedRanges: list(rangeOverlayShape),
  addedEntries: list(whole),
  removedEntries: list(entryOverlayShape),
  condensedBefore: orNull(optional(pastCondensedShape)),
});

const decided = {
  itemId: text,
  tier: text,
  fate: text,
  rule: text,
  tokens: fields({ raw: figure, sent: figure, source: tokenSource }),
  numbers,
  by: optional(list(text)),
};
const decision = fields({ ...decided, parts: optional(list(fields(decided))) });

const withParts = fields({ parts: list(anything) });

/** A message in this library's own form. */
const ownMessage: Shape = (value, field) => {
  const fault = withParts(value, field);
  if (fault) return fault;
  try {
    parseMessage(value);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidMessageError)) throw error;
    return wholeSessions.messageFaultAt(field, error);
  }
};

const item = fields({
  id: text,
  kind: text,
  tier: text,
  seq: optional(whole),
  message: ownMessage,
  decision,
});

const surroundings = fields({
  budget: optional(
    fields({
      contextWindow: amount,
      replyTokens: amount,
      safetyTokens: amount,
      toolResultTokens: amount,
      reservedTokens: amount,
      inputTokens: amount,
      highTokens: amount,
      lowTokens: amount,
      pacing: optional(text),
    }),
  ),
  system: optional(text),
  tools: optional(text),
  live: optional(
    fields({
      items: list(item),
      withheld: list(decision),
    }),
  ),
  degraded: optional(list(fields({ code: text, message: text }))),
});

const happened = { index: whole, atMs: time, kind: name };

const RECORDS: Readonly<Record<HistoryRecord['kind'], Shape>> = {
  compaction: fields({ compactionId: text, undoes: optional(text), delta }),
  'head-move': fields({ headId: nameOrNull, delta: optional(delta) }),
  settings: fields({
    settingsKey: text,
    epoch: whole,
    inputTokens: amount,
    delta: optional(delta),
  }),
  context: fields({
    call: count,
    headId: nameOrNull,
    entries: whole,
    overlayVersion: whole,
    epoch: whole,
    totalTokens: figure,
    tokenSource,
    tiers: fields({
      system: tier,
      archive: tier,
      working: tier,
      live: tier,
      headroom: tier,
    }),
    schedule: fields({ state: oneOf('act', 'wait'), reason: text, numbers }),
    ledger: fields({
      factor: figure,
      reservedTokens: figure,
      predictedTokens: figure,
      reportedTokens: optional(figure),
    }),
    cache: optional(
      fields({
        keptTokens: figure,
        lostTokens: figure,
        newTokens: figure,
        firstChange: optional(fields({ itemId: text, cause: text })),
      }),
    ),
    livePlacement: fields({ kind: text, itemId: optional(text) }),
    liveHosts: optional(text),
    model: optional(text),
    headMoves: optional(whole),
    changed: surroundings,
  }),
  refused: fields({
    headId: nameOrNull,
    entries: whole,
    epoch: whole,
    totalTokens: figure,
    tokenSource,
    inputTokens: amount,
  }),
  usage: fields({
    call: count,
    inputTokens: amount,
    cachedInputTokens: optional(amount),
    outputTokens: optional(amount),
    model: optional(text),
    ms: optional(amount),
    cost: optional(amount),
  }),
};

/** The first thing that makes a value no record of a history; one of a kind that is not known here is one. */
export function historyRecordFault(value: unknown, field: string): shape.ShapeFault | undefined {
  const fault = fields(happened)(value, field);
  if (fault) return fault;
  const { kind } = value as HistoryRecord;
  return Object.hasOwn(RECORDS, kind) ? RECORDS[kind](value, field) : undefined;
}

/**
 * Tells whether a value is a record of a session's history. Stores ask it of each record that enters.
 * A record of a kind that a later release added is one too, and is handed on as it is.
 *
 * @example
 * const stored = await store.load('support');
 * const isWhole = stored?.history.every(isHistoryRecord);
 */
export function isHistoryRecord(value: unknown): value is HistoryRecord {
  return historyRecordFault(value, '') === undefined;
}

function orNull(inner: Shape): Shape {
  return (value, field) => (value === null ? undefined : inner(value, field));
}
