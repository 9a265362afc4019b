import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { SessionChange } from '../storage/memory-store.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { type DerivedRules, rulesFor, withDerived } from './derived-rules.ts';
import { checkedRedact, type Redact } from './redact.ts';
import { withHistoryRecord } from './redacted-history.ts';
import { withMessage } from './redacted-message.ts';
import { withOverlays } from './redacted-overlays.ts';
import { withStrings, withTexts } from './redacted-values.ts';

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
    ...(parts && { parts: withParts(parts, safe) }),
  };
}

/** Names of parts stay, and in them everything that a feature knows its state by. */
function withParts(
  parts: ReadonlyMap<string, unknown>,
  redact: Redact,
): ReadonlyMap<string, unknown> {
  return new Map([...parts].map(([name, value]) => [name, withTexts(value, redact)]));
}

function withRecord(record: CompactionRecord, rules: DerivedRules): CompactionRecord {
  const { stages, lost, summaryFailure } = record;
  return {
    ...record,
    stages: stages.map(({ failure, ...stage }) => ({
      ...stage,
      ...(failure !== undefined && { failure: withDerived(failure, rules) }),
    })),
    ...(summaryFailure !== undefined && { summaryFailure: withDerived(summaryFailure, rules) }),
    ...(lost && { lost: { ...lost, values: withLost(lost.values, rules) } }),
  };
}

function withLost(values: readonly string[], { redact, taken }: DerivedRules): readonly string[] {
  return values.map(redact).filter((value) => taken.without(value) === value);
}
