import type { KnownNames } from '@agent-memory/core/internal';
import { knownRecords } from '../manifest/known-records.ts';
import { checkFilter } from '../memory/call-arguments.ts';
import type { CallOptions, LongTermMemory, MemoryFilter } from '../memory/long-term-memory.ts';
import {
  checkFunction,
  checkMade,
  checkNumber,
  checkWhole,
  fieldsOf,
} from '../platform/check-argument.ts';
import { type ForgetProposal, planConsolidation } from './plan-consolidation.ts';

/** How a memory is consolidated. */
export interface ConsolidationOptions extends CallOptions {
  /** So many episodes that tell of the same make a fact. Default: 3. */
  readonly repetitions?: number;
  /** A record that was never used is proposed for forgetting after so many days. Default: 30. */
  readonly unusedDays?: number;
  /**
   * The rule that decides about a proposal: `true` forgets it. Default: nothing is forgotten, and a person
   * looks at the proposals.
   */
  readonly decide?: (proposal: ForgetProposal) => boolean;
  /** Which records are looked at. Default: all that the memory reads. */
  readonly filter?: MemoryFilter;
  /** The time that ages are reckoned from, in milliseconds since 1970. Default: now. */
  readonly nowMs?: number;
}

const OPTIONS = {
  signal: true,
  repetitions: true,
  unusedDays: true,
  decide: true,
  filter: true,
  nowMs: true,
} as const satisfies KnownNames<ConsolidationOptions>;

/** The outcome of a consolidation. */
export interface ConsolidationReport {
  /** Facts that repeated episodes show, and the episodes that they link to. */
  readonly facts: readonly { readonly recordId: string; readonly episodeIds: readonly string[] }[];
  /** Rules by which facts were refused: `ERASED`, for instance. */
  readonly refused: readonly string[];
  readonly merged: readonly { readonly keptId: string; readonly forgottenIds: readonly string[] }[];
  /** Old and never used; whoever decides about them calls `forget`. */
  readonly proposals: readonly ForgetProposal[];
  /** Those of them that `decide` had forgotten. */
  readonly forgottenIds: readonly string[];
}

const MOST_RECORDS = 5_000;

/**
 * Consolidates a memory [EXT-7]: episodes that repeat become one fact that links to them, duplicates
 * become one record with the evidence of all, and what is old and was never used is proposed for
 * forgetting. A fact is no surer than the least sure of its episodes. Called again it changes nothing.
 *
 * @example
 * const { proposals } = await consolidateMemory(createLongTermMemory({ user: 'ada' }));
 * for (const { recordId, reasons } of proposals) console.log(recordId, reasons.join(' '));
 *
 * @throws InvalidOptionError if an option is not known or makes no sense.
 */
export async function consolidateMemory(
  longTerm: LongTermMemory,
  options: ConsolidationOptions = {},
): Promise<ConsolidationReport> {
  checkMade(longTerm, 'longTerm', 'list', 'store', 'forget');
  fieldsOf(options, OPTIONS, 'consolidateMemory');
  const { repetitions = 3, unusedDays = 30, decide, filter = {}, signal } = options;
  checkWhole(repetitions, 'repetitions', 2);
  checkWhole(unusedDays, 'unusedDays', 1);
  checkFunction(decide, 'decide');
  checkFilter(filter, 'consolidateMemory.filter');
  checkNumber(options.nowMs, 'nowMs');
  const known = await knownRecords(longTerm, { filter, most: MOST_RECORDS, signal });
  const nowMs = options.nowMs ?? Date.now();
  const plan = planConsolidation(known, { nowMs, repetitions, unusedDays });
  const facts: ConsolidationReport['facts'][number][] = [];
  const refused: string[] = [];
  for (const { draft, episodeIds } of plan.facts) {
    const outcome = await longTerm.store(draft, { signal });
    if (outcome.kind === 'refused') refused.push(outcome.refusal.rule);
    else facts.push({ recordId: outcome.record.id, episodeIds });
  }
  const merged: ConsolidationReport['merged'][number][] = [];
  for (const { keptId, forgottenIds, joining } of plan.merges) {
    // The evidence is joined first: cut short in between, nothing is lost.
    const joined = await longTerm.store(joining, { signal });
    if (joined.kind === 'refused' || joined.record.id !== keptId) continue;
    for (const id of forgottenIds) await longTerm.forget(id, { signal });
    merged.push({ keptId, forgottenIds });
  }
  const forgottenIds: string[] = [];
  for (const proposal of plan.proposals) {
    if (decide?.(proposal) !== true) continue;
    await longTerm.forget(proposal.recordId, { signal });
    forgottenIds.push(proposal.recordId);
  }
  const proposals = plan.proposals.filter(({ recordId }) => !forgottenIds.includes(recordId));
  return { facts, refused, merged, proposals, forgottenIds };
}
