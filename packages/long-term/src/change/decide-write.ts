import { isSameValue } from '@agent-memory/core/internal';
import type { CheckedDraft } from '../policy/memory-draft.ts';
import type { People } from '../policy/people.ts';
import type { Refusal } from '../policy/refusal.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import { bareText, normalisedText } from '../records/bare-text.ts';
import { correctedIds } from '../records/given-id.ts';
import type { EndReason, MemoryRecord } from '../records/memory-record.ts';
import { mutedTwin, withMarkOf } from '../records/muted.ts';
import { confidenceAt, standingOf } from '../records/standing.ts';
import { auditOf, put, type UnbasedChange } from './change-record.ts';
import { contradictionsOf, relationBetween } from './contradiction.ts';
import { mergedRecord } from './merged-record.ts';
import { newRecord, type PlacedDraft, type WriteTime } from './new-record.ts';
import { isCorrection, overruled, overrules } from './overruling.ts';
import { toldPrivately } from './private-statements.ts';
import { replacedRecord, revised } from './revised.ts';
import { isWitness } from './trust.ts';

/** The stored records that bear on a draft. */
export interface KnownRecords {
  /** The one with the draft's id, ended or not. */
  readonly sameId?: MemoryRecord | undefined;
  /** The one under the draft's key that has not ended. */
  readonly sameKey?: MemoryRecord | undefined;
  /**
   * Those of its kind that have not ended and may be about the same: with its subject, or where it or
   * they name none.
   */
  readonly comparable: readonly MemoryRecord[];
  /**
   * Where the user speaks of themselves: facts beside a preference and preferences beside a fact, since
   * anyone who told them apart may have done so otherwise. They are replaced and never joined.
   */
  readonly ofOtherKind?: readonly MemoryRecord[];
  /** Those without a key whose words give a value to what the draft keeps under its key. */
  readonly saidOfKey?: readonly MemoryRecord[];
  /** The one that the draft says it corrects. */
  readonly named?: MemoryRecord | undefined;
  /** Records that a review found wrong; looked for where the draft is an inference. */
  readonly rejected: readonly MemoryRecord[];
  /** Records that are marked against recall, whatever their kind, and may say the same. */
  readonly marked?: readonly MemoryRecord[];
  /** The same statement was erased before. */
  readonly isErased: boolean;
  /** A private record that says the same, where others would read the draft. */
  readonly told?: MemoryRecord | undefined;
}

/** The decision about a draft, as data: nothing has happened yet. */
export type WriteDecision =
  | {
      readonly kind: 'stored';
      readonly record: MemoryRecord;
      /** Under its id something else was known, which is its history now. */
      readonly isNextVersion: boolean;
      /** Records that it corrects; they are history from now on. */
      readonly replaced: readonly MemoryRecord[];
      /** Records that may say something else about the same; both hold until somebody compares them. */
      readonly doubtful: readonly MemoryRecord[];
      /** Those of them that speak against it: none of them is recalled alone. */
      readonly disputed: readonly MemoryRecord[];
    }
  | {
      readonly kind: 'merged';
      readonly record: MemoryRecord;
      /** The record that the draft names, where another one says already what it is corrected to. */
      readonly replaced: readonly MemoryRecord[];
    }
  | { readonly kind: 'unchanged'; readonly record: MemoryRecord }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Ends that somebody wanted; the others come by themselves. */
const TAKEN_AWAY: ReadonlySet<EndReason> = new Set(['forgotten', 'rejected', 'superseded']);

/** Decides about a draft that the policy has let in [LTM-3, LTM-5]. */
export function decideWrite(
  placed: PlacedDraft,
  known: KnownRecords,
  time: WriteTime,
  people: People,
): WriteDecision {
  const refusal = refusalOf(placed, known, time.nowMs) ?? refusalOfOthers(known, people);
  if (refusal) return { kind: 'refused', refusal };
  const own = ownAmong(known, people);
  const twin = twinOf(placed, own, time.nowMs);
  if (twin) {
    const named = namedBeside(twin, known, time.nowMs);
    if (named.some((one) => overrules(one, placed.draft, time.nowMs))) {
      return { kind: 'refused', refusal: overruled(named[0] ?? twin) };
    }
    const merged = mergedRecord(twin, placed, time);
    const record = named.length === 0 ? merged : correcting(merged, twin, named, time.nowMs);
    if (isCorrection(placed.draft) && twin.text !== placed.text) {
      // The same words in another form, "hunterA" and "HunterA": what the user put right counts.
      const { revision } = twin;
      const { source } = placed.draft;
      const next = revised({ ...record, revision }, time.nowMs, { text: placed.text, source });
      return {
        kind: 'stored',
        record: next,
        isNextVersion: true,
        replaced: named,
        doubtful: [],
        disputed: [],
      };
    }
    return record === twin
      ? { kind: 'unchanged', record }
      : { kind: 'merged', record, replaced: named };
  }
  const ended = endedBefore(placed, known.sameId);
  if (ended) return { kind: 'refused', refusal: ended };
  if (known.named !== undefined && standingOf(known.named, time.nowMs) !== 'active') {
    return { kind: 'refused', refusal: notThere(known.named.id) };
  }
  const rejected = rejectedBefore(placed, own);
  if (rejected) return { kind: 'refused', refusal: foundWrong(rejected) };
  const { replaced, doubtful, disputed } = withoutOthers(
    rivalsOf(placed, known, time.nowMs),
    placed.text,
    people,
  );
  // Under its own id a record is corrected as well: a surer one stays.
  const rivals = [known.sameId, ...replaced].filter((record) => record !== undefined);
  const overruling = rivals.find((record) => overrules(record, placed.draft, time.nowMs));
  if (overruling) return { kind: 'refused', refusal: overruled(overruling) };
  const corrected = replaced.map(({ id }) => id);
  const fresh = inItsPlace(newRecord(placed, corrected, time), known.sameId, time.nowMs);
  // A mark against recall outlives corrections and every way of saying it again.
  const marked = withMarkOf(fresh, [...rivals, mutedTwin(fresh, own.marked ?? [])]);
  const record = withDispute(marked, disputed);
  const isNextVersion =
    known.sameId !== undefined && standingOf(known.sameId, time.nowMs) === 'active';
  return { kind: 'stored', record, isNextVersion, replaced, doubtful, disputed };
}

/** The change that carries a decision out; `undefined`: there is nothing to write. */
export function changeOfDecision(
  decision: WriteDecision,
  nowMs: number,
): UnbasedChange | undefined {
  if (decision.kind === 'refused' || decision.kind === 'unchanged') return undefined;
  const { record } = decision;
  const ended = decision.replaced.map((old) => replacedRecord(old, record.id, nowMs));
  if (decision.kind !== 'stored') {
    const by = isWitness(record.source) ? record.source : undefined;
    const { puts = [], audit = [] } = put(record, 'merge', nowMs, by);
    return { puts: [...ended, ...puts], audit: [...audit, ...auditOf('supersede', ended, nowMs)] };
  }
  const disputed = decision.disputed
    .filter((other) => other.author === record.author && !other.disputedBy?.includes(record.id))
    .map((other) => revised(withDispute(other, [record]), nowMs, {}));
  const action = decision.isNextVersion || ended.length > 0 ? 'correct' : 'store';
  return {
    puts: [...ended, ...disputed, record],
    audit: [
      ...auditOf(action, [record], nowMs),
      ...auditOf('supersede', ended, nowMs),
      ...auditOf('update', disputed, nowMs),
    ],
  };
}

/** The record that a draft corrects to what a twin says already. */
function namedBeside(
  twin: MemoryRecord,
  { named }: KnownRecords,
  nowMs: number,
): readonly MemoryRecord[] {
  const isOther = named !== undefined && named.id !== twin.id;
  return isOther && standingOf(named, nowMs) === 'active' ? [named] : [];
}

/** The twin as the record that corrects others. */
function correcting(
  merged: MemoryRecord,
  { revision }: MemoryRecord,
  named: readonly MemoryRecord[],
  nowMs: number,
): MemoryRecord {
  const ids = [...new Set([...correctedIds(merged), ...named.map(({ id }) => id)])];
  const [supersedes, ...alsoSupersedes] = ids;
  return revised({ ...withMarkOf(merged, named), revision }, nowMs, {
    ...(supersedes !== undefined && { supersedes }),
    ...(alsoSupersedes.length > 0 && { alsoSupersedes }),
  });
}

/** Most others that a record is disputed by: the newest. */
const MOST_DISPUTES = 5;

function withDispute(record: MemoryRecord, others: readonly MemoryRecord[]): MemoryRecord {
  if (others.length === 0) return record;
  const ids = [...(record.disputedBy ?? []), ...others.map(({ id }) => id)];
  return { ...record, disputedBy: [...new Set(ids)].slice(-MOST_DISPUTES) };
}

function refusalOf(
  { draft, namespace, deadline }: PlacedDraft,
  known: KnownRecords,
  nowMs: number,
): Refusal | undefined {
  if (known.isErased && draft.evenIfErased !== true) {
    return {
      rule: 'ERASED',
      sentence: 'This was erased, and is not taken in again.',
      remedy:
        'Where the user says it again, store it as the word of the user with `evenIfErased: true`.',
    };
  }
  if (known.told) return toldPrivately(known.told);
  // A deadline that was found in the text may be a misreading, and refuses nothing.
  const dueMs = draft.deadlineMs === undefined ? undefined : deadline?.endOfDayMs;
  if (Math.min(draft.expiresAtMs ?? Infinity, dueMs ?? Infinity) <= nowMs) {
    return { rule: 'OVER_ALREADY', sentence: 'Its time is over already: it would never be read.' };
  }
  if (known.sameId !== undefined && known.sameId.namespace !== namespace) {
    return { rule: 'INVALID_FIELD', sentence: 'This id cannot be used here.', field: 'id' };
  }
  if (draft.supersedes === undefined || known.named?.namespace === namespace) return undefined;
  return notThere(draft.supersedes);
}

/** The records that a draft would replace, by id, by key or by name. */
function refusalOfOthers(
  { sameId, sameKey, named }: KnownRecords,
  people: People,
): Refusal | undefined {
  const known = [named, sameId, sameKey].filter((record) => record !== undefined);
  return known.map((record) => people.refusalOfChange(record)).find(Boolean);
}

/** Nobody's words are joined with another user's, and no mark or review of theirs counts for this one [NS-3]. */
function ownAmong(known: KnownRecords, people: People): KnownRecords {
  const isOwn = (record: MemoryRecord) => !people.isOfOther(record);
  const { comparable, marked = [], rejected } = known;
  return {
    ...known,
    comparable: comparable.filter(isOwn),
    marked: marked.filter(isOwn),
    rejected: rejected.filter(isOwn),
  };
}

type Rivals = ReturnType<typeof rivalsOf>;

/** A statement of another user stands beside a draft that would replace it, unless this user has the right. */
function withoutOthers(
  { replaced, doubtful, disputed }: Rivals,
  said: string,
  people: People,
): Rivals {
  const isFixed = (record: MemoryRecord) => people.refusalOfChange(record) !== undefined;
  const fixed = replaced.filter(isFixed);
  return {
    replaced: replaced.filter((record) => !isFixed(record)),
    doubtful: [...doubtful, ...fixed],
    disputed: [...disputed, ...fixed.filter(({ text }) => bareText(text) !== bareText(said))],
  };
}

function notThere(id: string): Refusal {
  return {
    rule: 'UNKNOWN_RECORD',
    sentence: `No record "${id}" holds that could be corrected.`,
    field: 'supersedes',
  };
}

/** The same was taken away, and no other message says it since. */
function endedBefore(
  { draft }: PlacedDraft,
  record: MemoryRecord | undefined,
): Refusal | undefined {
  if (draft.unlessEnded !== true || !record?.ended || !TAKEN_AWAY.has(record.ended.why)) {
    return undefined;
  }
  const isHeardAnew = draft.evidence.some(
    (one) => !record.evidence.some((known) => isSameValue(known, one)),
  );
  if (isHeardAnew) return undefined;
  return {
    rule: 'ENDED_SINCE',
    sentence: 'The same was forgotten, rejected or corrected since it was said.',
    remedy: 'Where it is said again, store it with the message that says so.',
    recordId: record.id,
  };
}

/** A record that says the same and did not pass its review: an inference does not bring it back. */
function rejectedBefore(
  { draft, text }: PlacedDraft,
  { rejected }: KnownRecords,
): MemoryRecord | undefined {
  if (!isInference(draft)) return undefined;
  const said = bareText(text);
  return rejected.find((record) => bareText(record.text) === said && agrees(record, draft));
}

/** A draft whose source nobody takes for known without a review. */
export function isInference({ source }: Pick<CheckedDraft, 'source'>): boolean {
  return WRITE_POLICY.sources[source].confidence < WRITE_POLICY.sources.tool_verified.confidence;
}

/** The record that says the same already. */
function twinOf(
  { draft, id, text }: PlacedDraft,
  { sameId, sameKey, comparable, named }: KnownRecords,
  nowMs: number,
): MemoryRecord | undefined {
  const said = normalisedText(text);
  const { type, subject, confidence } = draft;
  // In other words only where nothing that is less sure would gain from it: it may say more [GRD-1].
  const isRestated = (record: MemoryRecord) =>
    confidenceAt(record, nowMs) >= confidence &&
    relationBetween({ text, type, subject }, record) === 'same';
  return [sameId, sameKey, ...comparable].find(
    (record) =>
      record !== undefined &&
      standingOf(record, nowMs) === 'active' &&
      (normalisedText(record.text) === said || isRestated(record)) &&
      record.type === type &&
      (record.key === draft.key || (draft.key === undefined && record.id !== id)) &&
      agrees(record, draft) &&
      record.id !== named?.id,
  );
}

function agrees({ value }: MemoryRecord, draft: CheckedDraft): boolean {
  if (value === undefined || draft.value === undefined) return true;
  return isSameValue(value, draft.value);
}

/** Those whose place it takes, and those that may contradict it. */
function rivalsOf(
  { draft, id, text }: PlacedDraft,
  { sameKey, comparable, ofOtherKind = [], saidOfKey = [], named }: KnownRecords,
  nowMs: number,
): Readonly<Record<'replaced' | 'doubtful' | 'disputed', readonly MemoryRecord[]>> {
  const isRival = (record: MemoryRecord) =>
    record.type === draft.type && standingOf(record, nowMs) === 'active';
  // Two keys are two things, however alike their texts are.
  const isUnkeyed = ({ key }: MemoryRecord) => key === undefined || draft.key === undefined;
  const others = comparable.filter(isRival).filter(isUnkeyed);
  const { type, subject } = draft;
  const statement = { text, type, subject };
  const { replaced, doubtful, disputed, restated } = contradictionsOf(statement, others);
  const strangers = ofOtherKind.filter(isRival).filter(isUnkeyed);
  const elsewhere = contradictionsOf(statement, strangers).replaced;
  const said = normalisedText(text);
  const unkeyed = others.filter(
    (record) => record.key === undefined && normalisedText(record.text) === said,
  );
  // The same words with two values: about one thing where the subject says so.
  const isAboutSame = (record: MemoryRecord) =>
    record.subject === draft.subject || agrees(record, draft);
  const all = [
    named,
    sameKey,
    ...saidOfKey.filter(isRival),
    ...replaced,
    ...restated,
    ...elsewhere,
    ...unkeyed.filter(isAboutSame),
  ];
  const byId = byIdBeside(id, all);
  return {
    replaced: [...byId.values()].filter(({ ended }) => ended === undefined),
    doubtful: [...byIdBeside(id, [...doubtful, ...unkeyed]).values()].filter(
      (record) => !byId.has(record.id),
    ),
    disputed: disputed.filter((record) => record.id !== id && !byId.has(record.id)),
  };
}

/** Each record once, without the draft's own. */
function byIdBeside(
  id: string,
  records: readonly (MemoryRecord | undefined)[],
): ReadonlyMap<string, MemoryRecord> {
  const known = records.filter((record) => record !== undefined);
  return new Map(known.filter((one) => one.id !== id).map((one) => [one.id, one]));
}

function foundWrong({ id }: MemoryRecord): Refusal {
  return {
    rule: 'REJECTED',
    sentence: 'A review has found this wrong, and it is not taken in again.',
    remedy: 'Where the user says it or a tool verified it, store it with that source.',
    recordId: id,
  };
}

/** A known id continues with its next version, so that what it said before stays in its history. */
function inItsPlace(
  record: MemoryRecord,
  before: MemoryRecord | undefined,
  nowMs: number,
): MemoryRecord {
  if (before === undefined) return record;
  return {
    ...record,
    revision: before.revision + 1,
    createdAtMs: before.createdAtMs,
    updatedAtMs: Math.max(nowMs, before.updatedAtMs),
    uses: before.uses,
    ...(before.disputedBy && { disputedBy: record.disputedBy ?? before.disputedBy }),
    ...(before.lastUsedAtMs === undefined ? {} : { lastUsedAtMs: before.lastUsedAtMs }),
  };
}
