import {
  ended,
  marked,
  patched,
  put,
  restored,
  swept,
  type UnbasedChange,
  verified,
} from '../change/change-record.ts';
import { typedAs, valueSaidOf } from '../change/keyed-statement.ts';
import { checkPatch } from '../policy/check-draft.ts';
import type { MemoryDraft } from '../policy/memory-draft.ts';
import type { Refusal } from '../policy/refusal.ts';
import { refusalOfSecret } from '../policy/secrets.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import type { JsonValue, MemoryRecord, RecordSource } from '../records/memory-record.ts';
import { isKept } from '../records/muted.ts';
import { knownRecord, standingOf } from '../records/standing.ts';
import { USERS_SOURCES } from '../records/users-word.ts';
import type { AuditAction } from '../store/record-change.ts';
import type { Drafts } from './drafts.ts';
import type {
  CallOptions,
  ChangeOutcome,
  CleanupReport,
  ConfirmOptions,
  RecordRef,
  RecordUpdate,
  WriteOutcome,
} from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';
import { pagesOf } from './pages.ts';
import type { Readable } from './readable.ts';

const SWEPT_AT_ONCE = 200;

/** Changes of records that are known. */
export class Changes {
  readonly #parts: MemoryParts;
  readonly #readable: Readable;
  readonly #drafts: Drafts;

  constructor(parts: MemoryParts, readable: Readable, drafts: Drafts) {
    this.#parts = parts;
    this.#readable = readable;
    this.#drafts = drafts;
  }

  async update(ref: RecordRef, update: RecordUpdate, options: CallOptions): Promise<WriteOutcome> {
    const check = checkPatch(update);
    if (check.refusal) return { kind: 'refused', refusal: check.refusal };
    const { text, value, source, reason, evidence, ...patch } =
      this.#parts.settings.redacted(update);
    const { aliases } = patch;
    if (text === undefined && value === undefined) {
      const outcome = await this.#change(
        ref,
        options,
        (record, nowMs) => put(patched(record, { ...patch, evidence }, nowMs), 'update', nowMs),
        async (record) =>
          (patch.pinned === true ? refusalOfPin(record) : undefined) ??
          refusalOfSecret(
            { ...patch, text: '' },
            this.#parts.settings.namespaces,
            record.namespace,
          ) ??
          (aliases && (await this.#drafts.refusalOfOrder({ ...record, aliases }))),
      );
      return outcome.kind === 'refused'
        ? outcome
        : { ...outcome, kind: 'merged', replaced: [], doubtful: [] };
    }
    return this.#drafts.correct(async () => {
      const refuse = (record: MemoryRecord) => (update.pinned ? refusalOfPin(record) : undefined);
      const { record, refusal } = await this.#changeable(ref, options, refuse);
      return refusal ? { refusal } : { draft: correctionOf(record, update) };
    }, options.signal);
  }

  forget(ref: RecordRef, options: CallOptions): Promise<ChangeOutcome> {
    return this.#change(ref, options, (record, nowMs) => ended(record, 'forgotten', nowMs));
  }

  restore(ref: RecordRef, { signal }: CallOptions): Promise<ChangeOutcome> {
    const { store, people } = this.#parts.settings;
    return this.#parts.records.write<ChangeOutcome>(async () => {
      const record = await this.#readable.find(ref, { signal });
      const why = record?.ended?.why;
      if (!record || (why !== 'forgotten' && why !== 'superseded')) {
        return { result: { kind: 'refused', refusal: notRestorable(record?.id) } };
      }
      const { namespace, key } = record;
      const [ofKey] = key === undefined ? [] : await store.byKeys(namespace, [key], { signal });
      const refusal = ofKey ? keyTaken(ofKey) : people.refusalOfChange(record);
      if (refusal) return { result: { kind: 'refused', refusal } };
      const nowMs = this.#parts.nowMs();
      const held = restored(record, nowMs);
      return { change: put(held, 'restore', nowMs), result: { kind: 'changed', record: held } };
    }, signal);
  }

  reject(ref: RecordRef, options: CallOptions): Promise<ChangeOutcome> {
    return this.#change(ref, options, (record, nowMs) => ended(record, 'rejected', nowMs));
  }

  verify(ref: RecordRef, { by = 'user', ...options }: ConfirmOptions): Promise<ChangeOutcome> {
    return this.#change(ref, options, (record, nowMs) =>
      put(verified(this.#parts.settings.people.reviewed(record), nowMs), 'verify', nowMs, by),
    );
  }

  pin(ref: RecordRef, pinned: boolean, options: CallOptions): Promise<ChangeOutcome> {
    const action: AuditAction = pinned ? 'pin' : 'unpin';
    return this.#change(
      ref,
      options,
      (record, nowMs) =>
        record.pinned === pinned
          ? undefined
          : put(patched(record, { pinned }, nowMs), action, nowMs),
      (record) => (pinned ? refusalOfPin(record) : undefined),
    );
  }

  mute(ref: RecordRef, muted: boolean, options: CallOptions): Promise<ChangeOutcome> {
    const action: AuditAction = muted ? 'mute' : 'unmute';
    return this.#change(
      ref,
      options,
      (record, nowMs) =>
        (record.muted === true) === muted
          ? undefined
          : put(marked(record, muted, nowMs), action, nowMs),
      (record) => (muted ? refusalOfMark(record) : undefined),
    );
  }

  /** Ends what is over, some at a time, so that no write waits long. */
  async cleanup({ signal }: CallOptions): Promise<CleanupReport> {
    const { store } = this.#parts.settings;
    const own = await this.#readable.namespaces(undefined, { signal });
    const over: string[] = [];
    const neverUsed: string[] = [];
    const page = { limit: SWEPT_AT_ONCE, signal };
    for await (const items of pagesOf((at) =>
      store.page({ namespaces: own }, { ...page, ...at }),
    )) {
      const nowMs = this.#parts.nowMs();
      for (const record of items) {
        if (standingOf(record, nowMs) !== 'active') over.push(record.id);
        else if (isUnused(record, nowMs)) neverUsed.push(record.id);
      }
    }
    const endedIds = await this.#sweep(over, { signal });
    this.#parts.listeners.tell(() => ({ type: 'sweep-end', ended: endedIds.length }));
    return { ended: endedIds, neverUsed };
  }

  async #sweep(ids: readonly string[], { signal }: CallOptions): Promise<readonly string[]> {
    const endedIds: string[] = [];
    for (let start = 0; start < ids.length; start += SWEPT_AT_ONCE) {
      const some = ids.slice(start, start + SWEPT_AT_ONCE);
      const done = await this.#parts.records.write(async () => {
        const records = await this.#parts.settings.store.byIds(some, { signal });
        const change = swept(records, this.#parts.nowMs());
        return { change, result: change?.puts?.map(({ id }) => id) ?? [] };
      }, signal);
      endedIds.push(...done);
    }
    return endedIds;
  }

  #change(
    ref: RecordRef,
    options: CallOptions,
    decide: (record: MemoryRecord, nowMs: number) => UnbasedChange | undefined,
    refuse: Refuse = () => undefined,
  ): Promise<ChangeOutcome> {
    return this.#parts.records.write<ChangeOutcome>(async () => {
      const { record, refusal } = await this.#changeable(ref, options, refuse);
      if (refusal) return { result: { kind: 'refused', refusal } };
      const change = decide(record, this.#parts.nowMs());
      const changed = change?.puts?.[0];
      if (!changed) return { result: { kind: 'unchanged', record } };
      return { change, result: { kind: 'changed', record: changed } };
    }, options.signal);
  }

  /** The record, or why it cannot be changed. */
  async #changeable(
    ref: RecordRef,
    options: CallOptions,
    refuse: Refuse,
  ): Promise<
    | { readonly record: MemoryRecord; readonly refusal?: never }
    | { readonly record?: never; readonly refusal: Refusal }
  > {
    const record = await this.#readable.find(ref, options);
    const isActive = record && standingOf(record, this.#parts.nowMs()) === 'active';
    if (!isActive) return { refusal: unknown(record?.id) };
    const refusal = this.#parts.settings.people.refusalOfChange(record) ?? (await refuse(record));
    return refusal ? { refusal } : { record };
  }
}

type Refuse = (record: MemoryRecord) => Refusal | undefined | Promise<Refusal | undefined>;

function refusalOfPin(record: MemoryRecord): Refusal | undefined {
  if (record.muted !== true) return undefined;
  return {
    rule: 'MUTED',
    sentence:
      'It is marked against recall, and a pin keeps a record for recall; nothing was changed.',
    remedy: 'Take the mark away first (`unmute`), then pin it.',
    recordId: record.id,
  };
}

function refusalOfMark(record: MemoryRecord): Refusal | undefined {
  if (record.pinned !== true) return undefined;
  return {
    rule: 'PINNED',
    sentence: 'It is pinned, which keeps it for recall; nothing was changed.',
    remedy: 'Take the pin away first (`unpin`), then mark it against recall.',
    recordId: record.id,
  };
}

function notRestorable(recordId: string | undefined): Refusal {
  return {
    rule: 'UNKNOWN_RECORD',
    sentence: 'No record of this name was forgotten or superseded; nothing was changed.',
    ...(recordId === undefined ? {} : { recordId }),
  };
}

function keyTaken({ id, key }: MemoryRecord): Refusal {
  return {
    rule: 'ENDED_SINCE',
    sentence: `Another record has the key "${key}" by now; nothing was changed.`,
    remedy: 'Forget that record first.',
    recordId: id,
  };
}

function unknown(recordId: string | undefined): Refusal {
  return {
    rule: 'UNKNOWN_RECORD',
    sentence: 'No record of this name holds; nothing was changed.',
    ...(recordId === undefined ? {} : { recordId }),
  };
}

/** The draft of a record that says something else in its place. */
function correctionOf(record: MemoryRecord, update: RecordUpdate): MemoryDraft {
  const { type, kind, namespace, subject, key, value: before, metadata, pinned } = record;
  const aliases = update.aliases ?? record.aliases;
  const kept = update.text === undefined ? before : correctedValue(record, update.text);
  const value = update.value === undefined ? kept : update.value;
  const source = update.source ?? sourceOfEdit(record);
  return {
    type,
    kind,
    namespace,
    nature: 'correction',
    ...(subject === undefined ? {} : { subject }),
    ...(key === undefined ? {} : { key }),
    ...(aliases === undefined ? {} : { aliases }),
    ...(value === undefined ? {} : { value }),
    ...(update.text === undefined ? {} : { text: update.text }),
    ...(update.text === undefined && key === undefined ? { text: record.text } : {}),
    ...(update.reason === undefined ? {} : { reason: update.reason }),
    source,
    evenIfErased: USERS_SOURCES.includes(source),
    evidence: update.evidence ?? [],
    metadata: { ...metadata, ...update.metadata },
    pinned: update.pinned ?? pinned,
    ...(typeof update.expiresAtMs === 'number' ? { expiresAtMs: update.expiresAtMs } : {}),
    supersedes: record.id,
  };
}

/** A change that nobody vouches for is worth no more than the record that it changes [GRD-1]. */
function sourceOfEdit({ source }: MemoryRecord): RecordSource {
  const { sources } = WRITE_POLICY;
  return sources[source].confidence < sources.unknown.confidence ? source : 'unknown';
}

function isUnused(record: MemoryRecord, nowMs: number): boolean {
  return !isKept(record) && knownRecord(record, nowMs).labels.includes('never-used');
}

/**
 * The value of a record whose text was put right, of the type that it had: where the new text is the old one with
 * something else in place of the value ("the invoice is INV-1", "the invoice is INV-2"), or, unless it is an
 * identifier, says a value of the key. `undefined`: the text does not surely say it, and the value that was known
 * may be wrong now.
 */
export function correctedValue(record: MemoryRecord, text: string): JsonValue | undefined {
  const { kind, text: before, value } = record;
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  const replaced = inTheSameSentence(before, text, value);
  if (replaced !== undefined || kind === 'identifier') return replaced;
  return (
    valueSaidOf(text, record) ?? (typeof value === 'string' ? undefined : typedAs(value, text))
  );
}

function inTheSameSentence(
  before: string,
  text: string,
  value: string | number | boolean,
): JsonValue | undefined {
  const [ahead, behind, ...more] = before.split(String(value));
  if (ahead === undefined || behind === undefined || more.length > 0) return undefined;
  const said = text.trim();
  const isSameSentence = said.startsWith(ahead) && said.endsWith(behind);
  const found = isSameSentence ? said.slice(ahead.length, said.length - behind.length) : '';
  if (found === '' || wordsIn(found) !== wordsIn(String(value))) return undefined;
  return typedAs(value, found);
}

/** More words than the value had may say something about it: "INV-1 of May". */
function wordsIn(text: string): number {
  return text.trim().split(/\s+/u).length;
}
