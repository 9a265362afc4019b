import type { AbortSignalLike } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import type { UnbasedChange } from '../change/change-record.ts';
import {
  changeOfDecision,
  decideWrite,
  isInference,
  type KnownRecords,
  type WriteDecision,
} from '../change/decide-write.ts';
import { valueSaidOf } from '../change/keyed-statement.ts';
import type { PlacedDraft, WriteTime } from '../change/new-record.ts';
import { asSureAsItsOrigins, isWitness, repeatedBy } from '../change/trust.ts';
import { isOfUser, USER_SUBJECT } from '../change/user/first-person.ts';
import { speaksOfSelf } from '../change/user/speaks-of-self.ts';
import { absoluteDates, type DatedText, endOfDay } from '../dates/absolute-dates.ts';
import { loadDateParser } from '../dates/date-parser.ts';
import { checkOrHold, NOT_FETCHED, type TextCheck } from '../guard/load-check.ts';
import { checkDraft } from '../policy/check-draft.ts';
import { refusalByPolicy } from '../policy/check-policy.ts';
import type { CheckedDraft, MemoryDraft } from '../policy/memory-draft.ts';
import { authorIn, namespaceOfDraft, refusalOfNamespace, withOwn } from '../policy/namespaces.ts';
import type { Refusal } from '../policy/refusal.ts';
import { refusalOfSecret } from '../policy/secrets.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import { heldDraft, ordersIn, reasonsToHold } from '../quarantine/held-record.ts';
import { contentId, type Statement, tombstonesAgainst } from '../records/fingerprint.ts';
import { givenId } from '../records/given-id.ts';
import type { MemoryKind, MemoryRecord, RecordSource } from '../records/memory-record.ts';
import { RECORD_SOURCES } from '../records/record-names.ts';
import { standingOf } from '../records/standing.ts';
import { isTime } from '../records/time.ts';
import { USERS_SOURCES } from '../records/users-word.ts';
import type { RecordFilter } from '../store/record-store.ts';
import type { Decided } from './indexed-records.ts';
import type { WriteOutcome } from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';
import { type Pause, REFUSAL_WHILE_PAUSED } from './pause.ts';
import { privateStatements } from './private-records.ts';
import type { QuarantineKeeper } from './quarantine-keeper.ts';
import type { Readable } from './readable.ts';
import { unwantedDraft } from './unwanted-draft.ts';

/** Most records that a draft is compared with: the newest. */
const COMPARED = 100;

/** The words that a confirmation quotes. */
const CONFIRMED = /"(.+)"/su;

/** A draft that was let in; its id waits for the secret of the store. */
type AdmittedDraft = Omit<PlacedDraft, 'id'>;

/** Makes a draft of what is stored now, or says why there is none. */
type MakeDraft = () => Promise<
  { readonly draft: MemoryDraft; readonly refusal?: never } | { readonly refusal: Refusal }
>;

/** Takes drafts in: checks, places and decides, then has the decision written. */
export class Drafts {
  readonly #parts: MemoryParts;
  readonly #readable: Readable;
  readonly #quarantine: QuarantineKeeper;
  readonly #pause: Pause;

  constructor(parts: MemoryParts, readable: Readable, quarantine: QuarantineKeeper, pause: Pause) {
    this.#parts = parts;
    this.#readable = readable;
    this.#quarantine = quarantine;
    this.#pause = pause;
  }

  async store(source: unknown, signal?: AbortSignalLike): Promise<WriteOutcome> {
    const admitted = await this.#admitted(source);
    if ('refusal' in admitted) return this.#refused(admitted.refusal);
    return this.#parts.records.write<WriteOutcome>(async (secret) => {
      // Another tab may have paused it meanwhile.
      const isPaused = await this.#pause.isPaused({ signal });
      if (isPaused) return { result: this.#refused(REFUSAL_WHILE_PAUSED) };
      return this.#decided(admitted, secret, signal);
    }, signal);
  }

  /** Takes in a draft that is made of what is stored when its turn comes. */
  correct(make: MakeDraft, signal?: AbortSignalLike): Promise<WriteOutcome> {
    return this.#parts.records.write<WriteOutcome>(async (secret) => {
      const made = await make();
      if (made.refusal) return { result: { kind: 'refused', refusal: made.refusal } };
      const admitted = await this.#admitted(made.draft);
      if ('refusal' in admitted) return { result: this.#refused(admitted.refusal) };
      return this.#decided(admitted, secret, signal);
    }, signal);
  }

  async #decided(
    given: AdmittedDraft,
    secret: Uint8Array,
    signal: AbortSignalLike | undefined,
  ): Promise<Decided<WriteOutcome>> {
    const admitted = await this.#underItsKey(given, signal);
    const id = await this.#idOf(admitted, secret, signal);
    const origins = await this.#originsOf(admitted, signal);
    if ('refusal' in origins) return { result: this.#refused(origins.refusal) };
    const unwanted = await unwantedDraft(admitted, this.#parts, this.#readable, signal);
    if (unwanted) return { result: this.#refused(unwanted) };
    const draft = asSureAsItsOrigins(admitted.draft, origins.records);
    const placed = { ...admitted, draft, id };
    const known = await this.#known(placed, secret, signal);
    const isRefused = known.isErased || known.told !== undefined;
    const reasons = isRefused ? [] : await this.#reasonsToHold(placed, origins.records);
    if (reasons.length > 0) return this.#held(placed, reasons, signal);
    const decision = decideWrite(placed, known, this.#time(), this.#parts.settings.people);
    const change = changeOfDecision(decision, this.#parts.nowMs());
    return {
      change: change && this.#lifting(change, placed, secret),
      result: this.#outcome(decision),
    };
  }

  /** A statement of the user about what a record keeps under a key is the next one under that key [LTM-11]. */
  async #underItsKey(
    admitted: AdmittedDraft,
    signal: AbortSignalLike | undefined,
  ): Promise<AdmittedDraft> {
    const { draft, namespace, text } = admitted;
    const { key, value, source, type, kind } = draft;
    const isOpen = key === undefined && value === undefined && kind !== 'episode';
    if (!isOpen || !USERS_SOURCES.includes(source)) return admitted;
    const { people, store } = this.#parts.settings;
    const filter = { namespaces: [namespace], types: [type], keyPrefix: '' };
    const { items } = await store.page(filter, { limit: COMPARED, signal });
    for (const record of items) {
      if (standingOf(record, this.#parts.nowMs()) !== 'active') continue;
      const said = people.refusalOfChange(record) ? undefined : valueSaidOf(text, record);
      if (said === undefined || record.key === undefined) continue;
      const names = draft.aliases ?? record.aliases;
      const kept = { key: record.key, value: said, ...(names && { aliases: names }) };
      return { ...admitted, draft: { ...draft, ...kept } };
    }
    return admitted;
  }

  async #held(
    placed: PlacedDraft,
    reasons: readonly string[],
    signal: AbortSignalLike | undefined,
  ): Promise<Decided<WriteOutcome>> {
    const record = heldDraft(placed, reasons, this.#time());
    const decided = await this.#quarantine.hold(record, { signal });
    return { ...decided, result: this.#refused(decided.result.refusal) };
  }

  /** Its own words, or those of a text in quarantine that it repeats. */
  async #reasonsToHold(
    { draft, text }: PlacedDraft,
    origins: readonly MemoryRecord[],
  ): Promise<readonly string[]> {
    const reasons = reasonsToHold(await this.#check(), { ...draft, text });
    if (reasons.length > 0 || isWitness(draft.source)) return reasons;
    return origins.find(({ ended }) => ended?.why === 'held')?.heldFor ?? [];
  }

  /** Why a record may not be changed so: it would read like an order to the assistant [GRD-1]. */
  async refusalOfOrder(record: MemoryRecord): Promise<Refusal | undefined> {
    const reasons = ordersIn(await this.#check(), record, false);
    if (reasons.length === 0) return undefined;
    const sentence = `With this it would read like an order to the assistant; nothing was changed: ${reasons.join(' ')}`;
    return { rule: 'HELD', sentence, recordId: record.id };
  }

  #check(): Promise<TextCheck> {
    return checkOrHold((error) =>
      this.#parts.onProblem(
        `${NOT_FETCHED} What others said waits in quarantine. ${errorText(error)}`,
      ),
    );
  }

  #time(): WriteTime {
    const { hypothesisLifeMs } = this.#parts.settings;
    return { nowMs: this.#parts.nowMs(), hypothesisLifeMs };
  }

  async #admitted(source: unknown): Promise<AdmittedDraft | { readonly refusal: Refusal }> {
    const { settings } = this.#parts;
    const check = checkDraft(source);
    if (check.refusal) return check;
    const draft = settings.redacted(check.draft);
    const namespace = namespaceOfDraft(settings.namespaces, { ...draft, ...scopeOf(draft) });
    const refusal =
      refusalOfNamespace(settings.namespaces, draft.type, namespace) ??
      refusalByPolicy(draft, settings.allowed) ??
      refusalOfSecret(draft, settings.namespaces, namespace);
    if (refusal) return { refusal };
    const { text, deadline } = await this.#dated(draft);
    const author = authorIn(settings.namespaces, namespace);
    return {
      ...{ draft, namespace, text },
      ...(author === undefined ? {} : { author }),
      ...(deadline === undefined ? {} : { deadline }),
    };
  }

  /** A given id is that of a record of this namespace, or a new one in it. */
  async #idOf(
    { draft, namespace, author, text }: AdmittedDraft,
    secret: Uint8Array,
    signal: AbortSignalLike | undefined,
  ): Promise<string> {
    const { id } = draft;
    if (id === undefined) return contentId(secret, { ...draft, ...place(namespace, author), text });
    const [known] = await this.#parts.settings.store.byIds([id], { signal });
    return known?.namespace === namespace ? id : givenId(namespace, id);
  }

  /** A deadline that the draft gives counts; one in the text counts for projects. */
  async #dated(draft: CheckedDraft): Promise<DatedText> {
    const { clock, locale, store, utcOffsetMinutes } = this.#parts.settings;
    const said = { nowMs: clock.nowMs(), utcOffsetMinutes };
    // What is stored in these words was dated on the day on which it was said.
    const known = draft.id === undefined ? [] : await store.byIds([draft.id]);
    const isDated = known.some((record) => record.text === draft.text);
    const { text, deadline }: DatedText = isDated
      ? draft
      : await this.#absolute(draft.text, said, locale);
    if (draft.deadlineMs !== undefined) {
      const atMs = draft.deadlineMs;
      const end = endOfDay(atMs, said);
      // The day of the last moment that there is has no end.
      return { text, deadline: { atMs, endOfDayMs: isTime(end) ? end : atMs } };
    }
    return deadline !== undefined && draft.type === 'project' ? { text, deadline } : { text };
  }

  /**
   * The less sure records that a draft repeats, corrects or was made of [GRD-1].
   *
   * A source that knows it by itself repeats nothing. Who confirms an answer may not know that it repeats
   * what somebody else has claimed.
   */
  async #originsOf(
    { draft, namespace, text }: AdmittedDraft,
    signal: AbortSignalLike | undefined,
  ): Promise<{ readonly records: readonly MemoryRecord[] } | { readonly refusal: Refusal }> {
    const { source, nature, derivedFrom, supersedes } = draft;
    const named = await Promise.all(derivedFrom.map((id) => this.#readable.find(id, { signal })));
    const missing = named.indexOf(undefined);
    if (missing >= 0) return { refusal: unknownOrigin(derivedFrom[missing] ?? '') };
    if (isWitness(source)) {
      if (nature !== 'confirmation') return { records: [] };
      const claims = await this.#lessSure('agent_inferred', signal);
      const confirmed = CONFIRMED.exec(text)?.[1] ?? text;
      return { records: [...repeatedBy(text, claims), ...repeatedBy(confirmed, claims)] };
    }
    const [corrected, lessSure] = await Promise.all([
      supersedes === undefined
        ? []
        : this.#parts.settings.store.byIds([supersedes, givenId(namespace, supersedes)], {
            signal,
          }),
      this.#lessSure(source, signal),
    ]);
    const own = corrected.filter((record) => record.namespace === namespace);
    const { people } = this.#parts.settings;
    const origins = [...named, ...own].filter((record) => record !== undefined);
    return {
      records: [...origins.map((record) => people.asOrigin(record)), ...repeatedBy(text, lessSure)],
    };
  }

  /** Claims that a source may repeat: what is less sure, and what other users say. */
  async #lessSure(
    source: RecordSource,
    signal: AbortSignalLike | undefined,
  ): Promise<readonly MemoryRecord[]> {
    const namespaces = await this.#readable.namespaces(undefined, { signal });
    const sources = lessSureThan(source);
    const { people } = this.#parts.settings;
    const newest = async (filter: RecordFilter) => {
      const page = await this.#parts.settings.store.page(filter, { limit: COMPARED, signal });
      return page.items;
    };
    const [held, lessSure, shared] = await Promise.all([
      newest({ namespaces, endedAs: 'held' }),
      sources.length === 0 ? [] : newest({ namespaces, sources, withEnded: true }),
      newest({ namespaces: namespaces.filter((name) => people.isShared(name)), withEnded: true }),
    ]);
    const ofOthers = shared.filter((record) => people.isOfOther(record));
    return [...held, ...lessSure, ...ofOthers.map((record) => people.asOrigin(record))];
  }

  /** Without the parser the day on which it was said keeps its relative dates readable. */
  async #absolute(
    text: string,
    said: Parameters<typeof absoluteDates>[2],
    locale: Parameters<typeof loadDateParser>[0],
  ): Promise<DatedText> {
    try {
      return absoluteDates(text, await loadDateParser(locale), said);
    } catch (error) {
      this.#parts.onProblem(
        `The code that reads dates could not be used; the record says on which day it was written. ${String(error)}`,
      );
      return { text: `${text} (said on ${new Date(said.nowMs).toISOString().slice(0, 10)})` };
    }
  }

  async #known(
    { draft, id, namespace, author, text }: PlacedDraft,
    secret: Uint8Array,
    signal: AbortSignalLike | undefined,
  ): Promise<KnownRecords> {
    const { store } = this.#parts.settings;
    const { key, subject, supersedes, ...rest } = draft;
    const hashes = this.#tombstonesAgainst(secret, { ...draft, namespace, text });
    const named = supersedes === undefined ? [] : [supersedes, givenId(namespace, supersedes)];
    const content = { ...rest, ...(key && { key }), ...place(namespace, author), text };
    const unnamed = [contentId(secret, content)];
    const isCompared = subject !== undefined || key === undefined;
    const { about, otherKind } = ofUser({ ...draft, text });
    const bySubject = (kind: MemoryKind | undefined) =>
      about === undefined || kind === undefined
        ? []
        : store.bySubject(namespace, about, kind, { signal });
    const [
      records,
      [sameKey],
      sameSubject,
      strangers,
      newest,
      unkeyed,
      ended,
      tombstones,
      secrets,
    ] = await Promise.all([
      store.byIds([...new Set([id, ...named, ...unnamed])], { signal }),
      key === undefined ? [] : store.byKeys(namespace, [key], { signal }),
      bySubject(draft.kind),
      bySubject(otherKind),
      isCompared ? this.#newest(namespace, signal) : [],
      key === undefined || draft.value === undefined ? [] : this.#newest(namespace, signal),
      isInference(draft) ? this.#newest(namespace, signal, true) : [],
      store.tombstones(hashes, { signal }),
      author === undefined ? undefined : privateStatements(this.#parts, signal),
    ]);
    const isNearby = (record: MemoryRecord) =>
      record.kind === draft.kind && (subject === undefined || record.subject === undefined);
    const nearby = [...records.filter((record) => unnamed.includes(record.id)), ...newest];
    const ofOtherKind = [...strangers, ...newest].filter(
      (record) => record.kind === otherKind && isOfUser(record),
    );
    return {
      sameId: records.find((record) => record.id === id),
      named: records.find((record) => record.namespace === namespace && named.includes(record.id)),
      sameKey,
      comparable: [...sameSubject, ...nearby.filter(isNearby)],
      ofOtherKind,
      saidOfKey: unkeyed.filter(
        (record) => record.key === undefined && valueSaidOf(record.text, draft) !== undefined,
      ),
      rejected: [...records, ...ended].filter((record) => record.ended?.why === 'rejected'),
      marked: [...records, ...nearby, ...strangers].filter(
        (record) => record.namespace === namespace && record.muted === true,
      ),
      isErased: tombstones.size > 0,
      told: secrets?.saidBy({ ...draft, text }),
    };
  }

  #lifting(
    change: UnbasedChange,
    { draft, namespace, text }: PlacedDraft,
    secret: Uint8Array,
  ): UnbasedChange {
    if (draft.evenIfErased !== true) return change;
    return { ...change, lifted: this.#tombstonesAgainst(secret, { ...draft, namespace, text }) };
  }

  #tombstonesAgainst(
    secret: Uint8Array,
    statement: Statement & Pick<PlacedDraft, 'namespace'>,
  ): readonly string[] {
    const places = withOwn(this.#parts.settings.namespaces, statement.namespace);
    return tombstonesAgainst(secret, statement, places);
  }

  /** Whatever their kind: a store finds the newest without looking at all. */
  async #newest(
    namespace: string,
    signal: AbortSignalLike | undefined,
    withEnded = false,
  ): Promise<readonly MemoryRecord[]> {
    const { store } = this.#parts.settings;
    const filter = { namespaces: [namespace], withEnded };
    const page = await store.page(filter, { limit: COMPARED, signal });
    return page.items;
  }

  #outcome(decision: WriteDecision): WriteOutcome {
    if (decision.kind === 'refused') return this.#refused(decision.refusal);
    const { kind, record } = decision;
    if (kind === 'unchanged') return { kind, record, replaced: [], doubtful: [] };
    const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);
    const doubtful = kind === 'stored' ? idsOf(decision.doubtful) : [];
    return { kind, record, replaced: idsOf(decision.replaced), doubtful };
  }

  #refused(refusal: Refusal): WriteOutcome {
    this.#parts.listeners.tell(() => ({ type: 'record-refuse', rule: refusal.rule }));
    return { kind: 'refused', refusal };
  }
}

/** The subject of a draft, named or the user who speaks of themselves, and the kind it may be mistaken for. */
function ofUser(draft: CheckedDraft): {
  readonly about: string | undefined;
  readonly otherKind: MemoryKind | undefined;
} {
  const { type, kind, subject } = draft;
  if (type !== 'user' || !isOfUser(draft)) return { about: subject, otherKind: undefined };
  const others: Partial<Record<MemoryKind, MemoryKind>> = {
    fact: 'preference',
    preference: 'fact',
  };
  return { about: subject ?? USER_SUBJECT, otherKind: others[kind] };
}

/** A statement about oneself is for its user alone, unless the draft says otherwise [NS-3]. */
function scopeOf({ scope, text, subject }: CheckedDraft): Pick<CheckedDraft, 'scope'> {
  if (scope !== undefined || !speaksOfSelf(text, subject)) return {};
  return { scope: 'user' };
}

function place(namespace: string, author: string | undefined) {
  return { namespace, ...(author === undefined ? {} : { author }) };
}

function lessSureThan(source: RecordSource): readonly RecordSource[] {
  const { sources } = WRITE_POLICY;
  const names = [...RECORD_SOURCES] as RecordSource[];
  return names.filter((name) => sources[name].confidence < sources[source].confidence);
}

function unknownOrigin(id: string): Refusal {
  return {
    rule: 'UNKNOWN_RECORD',
    sentence: `No record "${id.slice(0, 80)}" is there that this could be derived from.`,
    field: 'derivedFrom',
  };
}
