import type { AbortSignalLike } from '@agent-memory/core';
import {
  changeOfDecision,
  decideWrite,
  type KnownRecords,
  type WriteDecision,
} from '../change/decide-write.ts';
import type { PlacedDraft } from '../change/new-record.ts';
import { absoluteDates, type DatedText, endOfDay } from '../dates/absolute-dates.ts';
import { loadDateParser } from '../dates/date-parser.ts';
import { checkDraft } from '../policy/check-draft.ts';
import { refusalByPolicy } from '../policy/check-policy.ts';
import type { CheckedDraft } from '../policy/memory-draft.ts';
import { namespaceOfDraft, refusalOfNamespace } from '../policy/namespaces.ts';
import type { Refusal } from '../policy/refusal.ts';
import { contentId, tombstoneOf } from '../records/fingerprint.ts';
import { givenId } from '../records/given-id.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { WriteOutcome } from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';

/** Most records that a draft without a subject and a key is compared with: the newest of its namespace. */
const COMPARED = 100;

/** Takes drafts in: checks, places and decides, then has the decision written. */
export class Drafts {
  readonly #parts: MemoryParts;

  constructor(parts: MemoryParts) {
    this.#parts = parts;
  }

  async store(source: unknown, signal?: AbortSignalLike): Promise<WriteOutcome> {
    const placed = await this.#placed(source);
    if ('refusal' in placed) return this.#refused(placed.refusal);
    return this.#parts.writer.run(async () => {
      const decision = await this.#decision(placed, signal);
      const change = changeOfDecision(decision, this.#parts.nowMs());
      return {
        change: change && (await this.#lifting(change, placed)),
        result: this.#outcome(decision),
      };
    }, signal);
  }

  async #placed(source: unknown): Promise<PlacedDraft | { readonly refusal: Refusal }> {
    const { settings } = this.#parts;
    const check = checkDraft(source);
    if (check.refusal) return check;
    const { draft } = check;
    const namespace = namespaceOfDraft(settings.namespaces, draft);
    const refusal =
      refusalOfNamespace(settings.namespaces, draft.type, namespace) ??
      refusalByPolicy(draft, settings.allowed);
    if (refusal) return { refusal };
    const { text, deadline } = await this.#dated(draft);
    const id = await this.#idOf({ ...draft, namespace, text });
    return { draft, namespace, text, id, ...(deadline === undefined ? {} : { deadline }) };
  }

  /** A given id is that of a record of this namespace, or a new one in it. */
  async #idOf(draft: CheckedDraft & { readonly namespace: string }): Promise<string> {
    const { id, namespace } = draft;
    if (id === undefined) return contentId(await this.#parts.secret(), draft);
    const [known] = await this.#parts.settings.store.byIds([id]);
    return known?.namespace === namespace ? id : givenId(namespace, id);
  }

  /** A deadline that the draft gives counts; one in the text counts for projects. */
  async #dated(draft: CheckedDraft): Promise<DatedText> {
    const { clock, locale, utcOffsetMinutes } = this.#parts.settings;
    const said = { nowMs: clock.nowMs(), utcOffsetMinutes };
    const { text, deadline } = await this.#absolute(draft.text, said, locale);
    if (draft.deadlineMs !== undefined) {
      const atMs = draft.deadlineMs;
      return { text, deadline: { atMs, endOfDayMs: endOfDay(atMs, said) } };
    }
    return deadline !== undefined && draft.type === 'project' ? { text, deadline } : { text };
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
      this.#parts.listeners.tell(() => ({
        type: 'degradation-add',
        sentence: `The code that reads dates could not be used; the record says on which day it was written. ${String(error)}`,
      }));
      return { text: `${text} (said on ${new Date(said.nowMs).toISOString().slice(0, 10)})` };
    }
  }

  async #decision(placed: PlacedDraft, signal?: AbortSignalLike): Promise<WriteDecision> {
    const { hypothesisLifeMs } = this.#parts.settings;
    const time = { nowMs: this.#parts.nowMs(), hypothesisLifeMs };
    return decideWrite(placed, await this.#known(placed, signal), time);
  }

  async #known(
    { draft, id, namespace, text }: PlacedDraft,
    signal?: AbortSignalLike,
  ): Promise<KnownRecords> {
    const { store } = this.#parts.settings;
    const { key, subject, supersedes } = draft;
    const hash = tombstoneOf(await this.#parts.secret(), namespace, text);
    const named = supersedes === undefined ? [] : [supersedes, givenId(namespace, supersedes)];
    const ids = [id, ...named];
    const [records, sameKey, sameSubject, newest, tombstones] = await Promise.all([
      store.byIds(ids, { signal }),
      key === undefined ? undefined : store.byKey(namespace, key, { signal }),
      subject === undefined ? [] : store.bySubject(namespace, subject, draft.kind, { signal }),
      subject === undefined && key === undefined ? this.#newest(namespace, signal) : [],
      store.tombstones([hash], { signal }),
    ]);
    return {
      sameId: records.find((record) => record.id === id),
      named: records.find((record) => record.namespace === namespace && named.includes(record.id)),
      sameKey,
      sameSubject,
      sameKind: newest.filter(({ kind }) => kind === draft.kind),
      isErased: tombstones.has(hash),
    };
  }

  /** Whatever their kind: a store finds the newest without looking at all. */
  async #newest(
    namespace: string,
    signal: AbortSignalLike | undefined,
  ): Promise<readonly MemoryRecord[]> {
    const { store } = this.#parts.settings;
    const page = await store.page({ namespaces: [namespace] }, { limit: COMPARED, signal });
    return page.items;
  }

  async #lifting<Change>(change: Change, { draft, namespace, text }: PlacedDraft) {
    if (draft.evenIfErased !== true) return change;
    return { ...change, lifted: [tombstoneOf(await this.#parts.secret(), namespace, text)] };
  }

  #outcome(decision: WriteDecision): WriteOutcome {
    if (decision.kind === 'refused') return this.#refused(decision.refusal);
    const { kind, record } = decision;
    if (decision.kind !== 'stored') return { kind, record, replaced: [], doubtful: [] };
    const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);
    return {
      kind,
      record,
      replaced: idsOf(decision.replaced),
      doubtful: idsOf(decision.doubtful),
    };
  }

  #refused(refusal: Refusal): WriteOutcome {
    this.#parts.listeners.tell(() => ({ type: 'record-refuse', rule: refusal.rule }));
    return { kind: 'refused', refusal };
  }
}
