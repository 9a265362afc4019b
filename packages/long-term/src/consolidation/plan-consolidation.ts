import type { MemoryDraft } from '../policy/memory-draft.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import { bareText } from '../records/bare-text.ts';
import type { Evidence, MemoryRecord, RecordSource } from '../records/memory-record.ts';
import { isSameJson } from '../records/plain-json.ts';
import type { KnownRecord } from '../records/standing.ts';
import { DAY_MS } from '../records/time.ts';
import { isUsersWord } from '../records/users-word.ts';
import { similarEpisodes } from './similar-episodes.ts';

/** Why a record may be forgotten. */
export interface ForgetProposal {
  readonly recordId: string;
  /** For people. */
  readonly reasons: readonly string[];
  readonly ageDays: number;
  /** The user said, corrected or confirmed it. */
  readonly isUsersWord: boolean;
}

/** Records that say the same, and the one that stays. */
export interface DuplicateMerge {
  readonly keptId: string;
  readonly forgottenIds: readonly string[];
  /** Says what is kept once more, with the evidence of the others, and adds no confidence [GRD-1]. */
  readonly joining: MemoryDraft;
}

/** A fact that repeated episodes show. */
export interface RepeatedFact {
  readonly draft: MemoryDraft;
  readonly episodeIds: readonly string[];
}

/** All that consolidation would do, as data: nothing has happened yet. */
export interface ConsolidationPlan {
  readonly facts: readonly RepeatedFact[];
  readonly merges: readonly DuplicateMerge[];
  readonly proposals: readonly ForgetProposal[];
}

/** When records are consolidated. */
export interface ConsolidationRules {
  readonly nowMs: number;
  /** So many episodes make a fact. */
  readonly repetitions: number;
  /** A record that was never used is proposed for forgetting when it is older. */
  readonly unusedDays: number;
}

const MOST_EVIDENCE = 60;

/** Decides what to make of the records that hold [EXT-7]. */
export function planConsolidation(
  known: readonly KnownRecord[],
  { nowMs, repetitions, unusedDays }: ConsolidationRules,
): ConsolidationPlan {
  const records = known.map(({ record }) => record);
  const merges = duplicatesOf(records);
  const gone = new Set(merges.flatMap(({ forgottenIds }) => forgottenIds));
  const left = records.filter(({ id }) => !gone.has(id));
  const episodes = left.filter(({ kind, key }) => kind === 'episode' && key === undefined);
  return {
    facts: similarEpisodes(episodes, repetitions).map(factOf),
    merges,
    proposals: left.flatMap((record) => proposalOf(record, nowMs, unusedDays)),
  };
}

function factOf(episodes: readonly MemoryRecord[]): RepeatedFact {
  const [first] = episodes;
  const newest = episodes.at(-1) ?? first;
  const days = episodes.map(({ createdAtMs }) => new Date(createdAtMs).toISOString().slice(0, 10));
  const source = leastSure(episodes);
  const draft: MemoryDraft = {
    type: newest?.type ?? 'project',
    kind: 'fact',
    text: `${newest?.text ?? ''} (${episodes.length} times, from ${days[0]} to ${days.at(-1)})`,
    source,
    // A summary is no surer than the least sure of what it sums up [GRD-1].
    confidence: Math.min(...episodes.map(({ confidence }) => confidence)),
    evidence: evidenceOf(episodes),
    // Another episode makes the fact anew in the place of this one.
    key: `repeated/${first?.id}`,
    ...(newest && { namespace: newest.namespace }),
    ...(newest?.subject !== undefined && { subject: newest.subject }),
    metadata: { episodes: episodes.map(({ id }) => id) },
  };
  return { draft, episodeIds: episodes.map(({ id }) => id) };
}

function leastSure(records: readonly MemoryRecord[]): RecordSource {
  const worth = (source: RecordSource) => WRITE_POLICY.sources[source].confidence;
  return records
    .map(({ source }) => source)
    .reduce((least, one) => (worth(one) < worth(least) ? one : least));
}

/** Records of one type, namespace and subject that say the same to the letter or nearly so, whatever their kind. */
function duplicatesOf(records: readonly MemoryRecord[]): readonly DuplicateMerge[] {
  const groups = new Map<string, MemoryRecord[]>();
  for (const record of records) {
    if (record.key !== undefined) continue;
    const { namespace, type, subject = '', kind, text } = record;
    // Files and episodes are things and happenings of their own.
    if (kind === 'artifact' || kind === 'episode') continue;
    const name = JSON.stringify([namespace, type, subject, sameWords(text)]);
    groups.set(name, [...(groups.get(name) ?? []), record]);
  }
  return [...groups.values()].flatMap((group) => {
    const [kept, ...others] = group.toSorted(surestFirst);
    if (!kept) return [];
    const same = others.filter(
      ({ value, pinned }) =>
        !pinned &&
        (value === undefined || (kept.value !== undefined && isSameJson(value, kept.value))),
    );
    if (same.length === 0) return [];
    const forgottenIds = same.map(({ id }) => id);
    return [{ keptId: kept.id, forgottenIds, joining: joiningOf(kept, same) }];
  });
}

function joiningOf(kept: MemoryRecord, same: readonly MemoryRecord[]): MemoryDraft {
  const { namespace, type, kind, subject, text, value } = kept;
  return {
    ...{ namespace, type, kind, text, nature: 'statement', confidence: 0 },
    ...(subject !== undefined && { subject }),
    ...(value !== undefined && { value }),
    source: leastSure([kept, ...same]),
    evidence: evidenceOf(same),
  };
}

/** Words that a statement can have or lack and say the same. */
const SLIGHT =
  /(?<!\p{L})(?:the|a|an|please|really|very|just|always|user|der|die|das|bitte|el|la|los|las|le|les)(?!\p{L})/giu;

function sameWords(text: string): string {
  return bareText(text.replace(SLIGHT, ' '), ' ').trim();
}

/** The surest stays; of two alike the user's word, then the one that was used, then the older one. */
function surestFirst(one: MemoryRecord, other: MemoryRecord): number {
  return (
    Number(other.pinned) - Number(one.pinned) ||
    Number(isUsersWord(other)) - Number(isUsersWord(one)) ||
    other.confidence - one.confidence ||
    other.uses - one.uses ||
    one.createdAtMs - other.createdAtMs ||
    (one.id < other.id ? -1 : 1)
  );
}

function evidenceOf(records: readonly MemoryRecord[]): readonly Evidence[] {
  const all = records.flatMap(({ evidence }) => evidence);
  const byName = new Map(all.map((one) => [JSON.stringify([one.sessionId, one.entryId]), one]));
  return [...byName.values()].slice(-MOST_EVIDENCE);
}

function proposalOf(
  record: MemoryRecord,
  nowMs: number,
  unusedDays: number,
): readonly ForgetProposal[] {
  const ageDays = Math.floor((nowMs - record.createdAtMs) / DAY_MS);
  if (record.pinned || record.uses > 0 || ageDays < unusedDays) return [];
  const isConfirmed = record.verifiedAtMs !== undefined;
  const reasons = [
    `It is ${ageDays} days old and was never used.`,
    ...(isConfirmed ? [] : ['Nobody has confirmed it.']),
    ...(record.evidence.length <= 1 ? ['It was said once.'] : []),
  ];
  return [{ recordId: record.id, reasons, ageDays, isUsersWord: isUsersWord(record) }];
}
