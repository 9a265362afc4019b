import type { AbortSignalLike } from '@agent-memory/core';
import { inBackground, throwIfAborted } from '@agent-memory/core/internal';
import { draftOfRecord } from '../change/draft-of-record.ts';
import { joinedEvidence } from '../change/merged-record.ts';
import { loadDateParser } from '../dates/date-parser.ts';
import type { ExtractionModel } from '../extraction/model/extraction-model.ts';
import { knownRecords } from '../manifest/known-records.ts';
import type { ChangeOutcome, LongTermMemory, WriteOutcome } from '../memory/long-term-memory.ts';
import * as check from '../platform/check-argument.ts';
import type { MemoryDraft } from '../policy/memory-draft.ts';
import type { Refusal } from '../policy/refusal.ts';
import { type KnownRecord, standingOf } from '../records/standing.ts';
import { findChanges } from './find-changes.ts';
import {
  declinedIn,
  isAsProposed,
  type ProposedChange,
  summarizedBy,
  summaryMetadata,
  withDeclined,
} from './proposed-change.ts';
import { proposeSummaries, subjectOf } from './summarize.ts';

/** How a consolidation looks for changes. */
export interface ConsolidationOptions {
  /** Sums up persons and projects: at most three calls. Default: none, and no summaries. */
  readonly chatModel?: ExtractionModel;
  readonly signal?: AbortSignalLike;
}

/** What became of a change that was accepted. Plain data: keep it for `undoChanges`. */
export type AcceptedChange =
  | {
      readonly kind: 'done';
      readonly changeId: string;
      /** Ids of the records that ended. */
      readonly ended: readonly string[];
      /** The id of the summary. */
      readonly stored?: string;
    }
  /** These records say something else by now, or hold no more; nothing was changed. */
  | { readonly kind: 'stale'; readonly changeId: string; readonly recordIds: readonly string[] }
  | { readonly kind: 'refused'; readonly changeId: string; readonly refusal: Refusal };

/**
 * Looks for what could be tidied up in a memory, a few milliseconds at a time while the page is idle, and changes
 * nothing [EXT-9]: records that say the same, that contradict each other or that are over; with a model, a summary
 * of a person or project of whom four records or more are known. What was declined is not proposed again.
 *
 * @example
 * const changes = await proposeConsolidation(longTerm);
 * const accepted = await acceptChanges(longTerm, changes.filter(({ action }) => action === 'merge'));
 * await undoChanges(longTerm, accepted);
 *
 * @throws InvalidOptionError for a wrong argument; what the model throws; the signal's reason.
 */
export async function proposeConsolidation(
  longTerm: LongTermMemory,
  options: ConsolidationOptions = {},
): Promise<readonly ProposedChange[]> {
  check.checkValue(longTerm, 'longTerm', check.having('store', 'list'));
  check.checkFields(options, OPTIONS, 'proposeConsolidation');
  const { chatModel, signal = new AbortController().signal } = options;
  const all = await knownRecords(longTerm, { most: Infinity, signal });
  const known = all.filter(isOwn);
  const declined = new Set(known.flatMap(({ record }) => declinedIn(record)));
  const parts = { nowMs: Date.now(), dates: await loadDateParser('en') };
  const found = await inBackground(findChanges(known, parts), { goOn: () => !signal.aborted });
  throwIfAborted(signal);
  const changes = (found ?? []).filter(({ id }) => !declined.has(id));
  if (!chatModel) return changes;
  const ending = new Set(changes.flatMap(({ before }) => before.at(-1)?.id ?? []));
  const lasting = known.filter(({ record }) => !ending.has(record.id));
  return [...changes, ...(await proposeSummaries(lasting, chatModel, { declined, signal }))];
}

/** What other users wrote, and what is only read, stays as it is. */
function isOwn({ saidBy, isReadOnly }: KnownRecord): boolean {
  return saidBy === undefined && isReadOnly !== true;
}

/**
 * Carries changes out, one after the other, by the ordinary calls of the memory: its policy, guard, history and audit
 * log hold. All or some of a proposal can be accepted, in any order.
 *
 * @example
 * const changes = await proposeConsolidation(longTerm);
 * const outcomes = await acceptChanges(longTerm, changes);
 */
export async function acceptChanges(
  longTerm: LongTermMemory,
  changes: readonly ProposedChange[],
): Promise<readonly AcceptedChange[]> {
  const accepted: AcceptedChange[] = [];
  for (const change of changes) accepted.push(await accept(longTerm, change));
  return accepted;
}

async function accept(longTerm: LongTermMemory, change: ProposedChange): Promise<AcceptedChange> {
  const { id: changeId, before } = change;
  const known = await Promise.all(before.map(({ id }) => holding(longTerm, id)));
  const stale = before.filter((then, index) => {
    const now = known[index];
    return now === undefined || !isOwn(now) || !isAsProposed(now.record, then);
  });
  const [first, second] = known;
  if (stale.length > 0 || first === undefined) {
    return { kind: 'stale', changeId, recordIds: stale.map(({ id }) => id) };
  }
  if (change.action === 'end') {
    return doneWith(changeId, await longTerm.forget(first.record.id), [first.record.id]);
  }
  const draft =
    change.action === 'summarize'
      ? summaryOf(
          change,
          known.filter((one) => one !== undefined),
        )
      : second && inPlaceOf(second, first);
  if (!draft) return { kind: 'stale', changeId, recordIds: [] };
  const outcome = await longTerm.store(draft);
  const ended = outcome.kind === 'refused' ? [] : outcome.replaced;
  return doneWith(changeId, outcome, ended, change.action === 'summarize');
}

/** A record that holds now. */
async function holding(longTerm: LongTermMemory, id: string): Promise<KnownRecord | undefined> {
  const known = await longTerm.record(id);
  return known && standingOf(known.record, Date.now()) === 'active' ? known : undefined;
}

function doneWith(
  changeId: string,
  outcome: ChangeOutcome | WriteOutcome,
  ended: readonly string[],
  isNew = false,
): AcceptedChange {
  if (outcome.kind === 'refused') return { kind: 'refused', changeId, refusal: outcome.refusal };
  const stored = isNew && outcome.kind === 'stored' ? outcome.record.id : undefined;
  return { kind: 'done', changeId, ended, ...(stored !== undefined && { stored }) };
}

/** The record that stays, said once more: as sure as it is, with the messages of both. */
function inPlaceOf(
  { record: ends }: KnownRecord,
  { record, confidence }: KnownRecord,
): MemoryDraft {
  return {
    ...draftOfRecord(record),
    confidence,
    nature: 'statement',
    evidence: joinedEvidence(record.evidence, ends.evidence, true),
    // Its words are stored already.
    evenIfSecret: true,
    supersedes: ends.id,
  };
}

/** An inference, no surer than the least sure of the records that it names; it ends after 30 days. */
function summaryOf({ text, by = '' }: ProposedChange, known: readonly KnownRecord[]): MemoryDraft {
  const all = known.map(({ record }) => record);
  const records = all.filter((record) => summarizedBy(record) === undefined);
  const [earlier] = all.filter(summarizedBy);
  const ids = records.map(({ id }) => id);
  const [{ namespace, type } = { namespace: '', type: 'user' as const }] = records;
  const subject = records[0] && subjectOf(records[0]);
  return {
    ...{ namespace, type, kind: 'episode', nature: 'session-summary', source: 'agent_inferred' },
    ...(text !== undefined && { text }),
    ...(subject !== undefined && subject !== '' && { subject }),
    derivedFrom: ids,
    metadata: summaryMetadata(ids, by),
    ...(earlier && { supersedes: earlier.id }),
  };
}

/**
 * Keeps changes from being proposed again: the first record of each remembers it, as long as the records say what
 * they say.
 *
 * @example
 * const changes = await proposeConsolidation(longTerm);
 * await declineChanges(longTerm, changes.filter(({ action }) => action === 'summarize'));
 */
export async function declineChanges(
  longTerm: LongTermMemory,
  changes: readonly ProposedChange[],
): Promise<void> {
  for (const { id, before } of changes) {
    const known = before[0] && (await holding(longTerm, before[0].id));
    // A record that is gone proposes nothing.
    if (!known) continue;
    await longTerm.update(known.record.id, { metadata: withDeclined(known.record, id) });
  }
}

/**
 * Takes back what was accepted: what had ended holds again as it was, and summaries are forgotten.
 *
 * @example
 * const outcomes = await acceptChanges(longTerm, await proposeConsolidation(longTerm));
 * await undoChanges(longTerm, outcomes);
 */
export async function undoChanges(
  longTerm: LongTermMemory,
  accepted: readonly AcceptedChange[],
): Promise<readonly ChangeOutcome[]> {
  const outcomes: ChangeOutcome[] = [];
  for (const one of accepted.toReversed()) {
    if (one.kind !== 'done') continue;
    if (one.stored !== undefined) outcomes.push(await longTerm.forget(one.stored));
    for (const id of one.ended) outcomes.push(await longTerm.restore(id));
  }
  return outcomes;
}

const OPTIONS: check.Checks<ConsolidationOptions> = {
  chatModel: check.having('chat'),
  signal: check.aSignal,
};
