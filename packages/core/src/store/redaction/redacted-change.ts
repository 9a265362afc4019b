import type { CompactionRecord } from '../../compaction/compaction-record.ts';
import type { ContextSurroundings, HistoryRecord } from '../../history/history-record.ts';
import type { Transcript } from '../../transcript/transcript.ts';
import type { OverlaysDelta } from '../../view/overlays-delta.ts';
import type { SessionChange } from '../memory-store.ts';
import { type DerivedRules, rulesFor, withDerived, withDerivedFields } from './derived-rules.ts';
import { checkedRedact, type Redact } from './redact.ts';
import { withMessage } from './redacted-message.ts';
import { withOverlay, withOverlays } from './redacted-overlays.ts';
import { withJson, withStrings, withTexts } from './redacted-values.ts';

/** A change, and what was said in the session that it belongs to. */
export interface ChangeToRedact extends SessionChange {
  /**
   * The transcript that compactions were made of: a piece that `redact` takes out of an original stays
   * out of texts made of it. Absent: the change's own entries.
   */
  readonly said?: Transcript;
}

/**
 * A change as it may be stored: every text in it has passed through `redact` [STO-5]. Ids, roles,
 * types, names of tools and what is opaque (signatures, base64) stay where the format has them, as
 * do names of fields outside of arguments, and all figures of an entry, of the history and of parts.
 * Costs what the change holds and what its overlays cover.
 *
 * @throws RedactionFailedError if `redact` throws, or gives no text.
 */
export function redactedChange({ said, ...change }: ChangeToRedact, redact: Redact): SessionChange {
  const safe = checkedRedact(redact);
  const { entries, overlays, compaction, scratchpad, system, title, history, parts } = change;
  const rules = rulesFor(change, said, safe);
  return {
    ...change,
    ...(entries && {
      entries: entries.map((entry) => ({ ...entry, message: withMessage(entry.message, safe) })),
    }),
    ...(overlays && { overlays: { ...overlays, value: withOverlays(overlays.value, rules) } }),
    ...(compaction && { compaction: withRecord(compaction, rules) }),
    ...(scratchpad && { scratchpad: { value: withStrings(scratchpad.value, safe) } }),
    ...(system && { system: { value: safe(system.value) } }),
    ...(title && { title: { value: safe(title.value) } }),
    ...(history && { history: history.map((record) => withHistoryRecord(record, rules)) }),
    // Names of parts stay, and in them everything that a feature knows its state by.
    ...(parts && {
      parts: new Map([...parts].map(([name, value]) => [name, withTexts(value, safe)])),
    }),
  };
}

function withRecord(record: CompactionRecord, rules: DerivedRules): CompactionRecord {
  const { lost } = record;
  return {
    ...withDerivedFields(record, rules),
    ...(lost && { lost: { ...lost, values: withLost(lost.values, rules) } }),
  };
}

function withLost(values: readonly string[], { redact, taken }: DerivedRules): readonly string[] {
  return values.map(redact).filter((value) => taken(value) === value);
}

/** A record of a session's history with every text in it redacted; ids, keys, codes and figures stay. */
function withHistoryRecord(record: HistoryRecord, rules: DerivedRules): HistoryRecord {
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
  return {
    ...withDerivedFields(delta, rules),
    removedEntries: delta.removedEntries.map((overlay) => withOverlay(overlay, rules)),
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
