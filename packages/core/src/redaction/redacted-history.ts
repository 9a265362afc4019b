import type { ContextSurroundings, HistoryRecord } from '../history/history-record.ts';
import type { OverlaysDelta } from '../view/overlays-delta.ts';
import { type DerivedRules, withDerived } from './derived-rules.ts';
import type { Redact } from './redact.ts';
import { withMessage } from './redacted-message.ts';
import { withCondensedTexts, withOverlay, withRange } from './redacted-overlays.ts';
import { withJson, withTexts } from './redacted-values.ts';

/** A record of a session's history with every text in it redacted; ids, keys, codes and figures stay. */
export function withHistoryRecord(record: HistoryRecord, rules: DerivedRules): HistoryRecord {
  switch (record.kind) {
    case 'compaction':
      return { ...record, delta: withDelta(record.delta, rules) };
    case 'head-move':
    case 'settings':
      return { ...record, ...(record.delta && { delta: withDelta(record.delta, rules) }) };
    case 'context':
      return { ...record, changed: withSurroundings(record.changed, rules) };
    case 'refused':
    case 'usage':
      return record;
    default:
      return withEveryText(record satisfies never, rules.redact);
  }
}

/** A record of a kind that a later release added: which of its texts are names is not known. */
function withEveryText(record: HistoryRecord, redact: Redact): HistoryRecord {
  const { kind } = record;
  return { ...(withTexts(record, redact) as object), kind } as HistoryRecord;
}

function withDelta(delta: OverlaysDelta, rules: DerivedRules): OverlaysDelta {
  const { removedEntries, removedRanges, condensedBefore } = delta;
  return {
    ...delta,
    removedRanges: removedRanges.map((range) => withRange(range, rules)),
    removedEntries: removedEntries.map((overlay) => withOverlay(overlay, rules)),
    ...(condensedBefore && { condensedBefore: withCondensedTexts(condensedBefore, rules) }),
  };
}

function withSurroundings(
  changed: Partial<ContextSurroundings>,
  rules: DerivedRules,
): Partial<ContextSurroundings> {
  const { system, tools, live, degraded } = changed;
  const { redact } = rules;
  return {
    ...changed,
    ...(system !== undefined && { system: redact(system) }),
    ...(tools !== undefined && { tools: withJson(tools, redact) }),
    ...(live && {
      live: {
        ...live,
        items: live.items.map((item) => ({ ...item, message: withMessage(item.message, redact) })),
      },
    }),
    ...(degraded && {
      degraded: degraded.map(({ code, message }) => ({
        code,
        message: withDerived(message, rules),
      })),
    }),
  };
}
