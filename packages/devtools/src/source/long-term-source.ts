import type {
  ChangeOutcome,
  EraseOptions,
  EraseReport,
  KnownRecord,
  LongTermMemory,
  MemoryDraft,
  MemoryRecord,
  Refusal,
  WriteOutcome,
} from '@agent-memory/long-term';
import { type AuditPage, type AuditQuery, auditPage } from './audit-facts.ts';
import type { DocumentSource } from './document-facts.ts';
import { type DrawnRecords, drawnRecords } from './drawn-records.ts';
import type { ExtractionSource } from './extraction-facts.ts';
import { type HeldPage, heldCount, heldPage } from './held-facts.ts';
import { type ImportFacts, importFile } from './import-facts.ts';
import {
  type ErasureFacts,
  eraseNamespace,
  type NamespaceExtent,
  type NamespaceFacts,
  namespaceExtent,
  namespaceList,
} from './namespace-facts.ts';
import { type RecallFacts, type RecallQuery, tryRecall } from './recall-facts.ts';
import { type RecordPage, type RecordQuery, scanForPage } from './record-scan.ts';
import { pageStorage, type StorageFacts, storageFacts } from './storage-facts.ts';

/**
 * The part of a long-term memory that the panel uses. It reads; what changes something is called only
 * when a person presses a button.
 */
export type InspectableLongTerm = Pick<
  LongTermMemory,
  | 'list'
  | 'record'
  | 'history'
  | 'audit'
  | 'namespaces'
  | 'retrieve'
  | 'pin'
  | 'unpin'
  | 'mute'
  | 'unmute'
  | 'verify'
  | 'reject'
  | 'correct'
  | 'forget'
  | 'store'
  | 'erase'
  | 'exportLines'
  | 'importLines'
  | 'quarantine'
  | 'subscribe'
>;

/** The audit log keeps who decided about a text in quarantine: here a person pressed the button. */
const REVIEWER = 'user';

/** The outcome of an action: the record as it is now, or why nothing was done. */
export type ActionOutcome =
  | { readonly kind: 'done'; readonly record: MemoryRecord }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The outcome of an erasure: the ids of all that went, or why nothing was erased. */
export type ErasureOutcome = Pick<EraseReport, 'recordIds' | 'refusal'>;

/**
 * The one way the panel reaches a long-term memory. Every answer may come late and can be cloned, so
 * that a source can stand for a memory in another tab. Every function may be taken off the object.
 */
export interface LongTermSource {
  /** Now, by the clock that ages and decay are told from. Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Some of the wanted records that hold, newest first. */
  readonly page: (
    query: RecordQuery,
    options: { readonly limit: number; readonly after?: string },
  ) => Promise<RecordPage>;
  readonly namespaces: () => Promise<readonly string[]>;
  /** One record, ended or not. */
  readonly record: (id: string) => Promise<KnownRecord | undefined>;
  /** Every version of a record and of those that it corrects, oldest first. */
  readonly history: (id: string) => Promise<readonly MemoryRecord[]>;
  /** Some of the audit log, newest first, with the records that are still there. */
  readonly audit: (query: AuditQuery) => Promise<AuditPage>;
  /** Looks for records as a context would, and counts it as no use. */
  readonly recall: (query: RecallQuery) => Promise<RecallFacts>;
  readonly pin: (id: string) => Promise<ActionOutcome>;
  readonly unpin: (id: string) => Promise<ActionOutcome>;
  /** Marks it against recall. */
  readonly mute: (id: string) => Promise<ActionOutcome>;
  readonly unmute: (id: string) => Promise<ActionOutcome>;
  readonly verify: (id: string) => Promise<ActionOutcome>;
  readonly reject: (id: string) => Promise<ActionOutcome>;
  /** Puts another text in its place; the record that it gives is the new one. */
  readonly correct: (id: string, text: string) => Promise<ActionOutcome>;
  readonly forget: (id: string) => Promise<ActionOutcome>;
  /** Takes a record that was forgotten back in, as it was said. */
  readonly restore: (id: string) => Promise<ActionOutcome>;
  /** Takes a record away for good, and gives the ids of all that went with it, or why nothing did. */
  readonly erase: (id: string) => Promise<ErasureOutcome>;
  /** The namespaces that may be read, and how many records hold in each. */
  readonly namespaceList: () => Promise<readonly NamespaceFacts[]>;
  /** Everything that an erasure of a namespace would take, history included. */
  readonly namespaceExtent: (
    namespace: string,
    options: { readonly signal?: AbortSignal },
  ) => Promise<NamespaceExtent>;
  /** Takes a whole namespace away for good. */
  readonly eraseNamespace: (
    namespace: string,
    options: Pick<EraseOptions, 'includeSources'>,
  ) => Promise<ErasureFacts>;
  /** Every record that may be read, with its history, as JSON Lines. */
  readonly exported: () => Promise<Blob>;
  /** Takes such a file in. A file of another kind is an answer too, and nothing of it is taken in. */
  readonly imported: (text: string) => Promise<ImportFacts>;
  /** Some of the texts that wait in quarantine, newest first [GRD-3]. */
  readonly held: (options: {
    readonly limit: number;
    readonly after?: string;
  }) => Promise<HeldPage>;
  readonly heldCount: () => Promise<number>;
  /** Lets a text out of quarantine; the record that it gives is the one that it became. */
  readonly release: (id: string, as: 'reference' | 'claim') => Promise<ActionOutcome>;
  /** Takes a text in quarantine away for good; gives the ids of all that went, or why nothing did. */
  readonly eraseHeld: (id: string) => Promise<ErasureOutcome>;
  /** The records that were drawn from the messages of a session. */
  readonly drawnFrom: (sessionId: string) => Promise<DrawnRecords>;
  /** The log of extraction; absent where there is none. */
  readonly extraction?: ExtractionSource;
  /** The documents beside the records; absent where there are none to show. */
  readonly documents?: DocumentSource;
  /** The storage of the origin, as far as the browser tells. */
  readonly storage: () => Promise<StorageFacts>;
  /** Tells that records may be other ones than before. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A long-term memory of the same page as a source for the panel. */
export function longTermSource(
  memory: InspectableLongTerm,
  nowMs: () => number = Date.now,
  { extraction, documents }: Pick<LongTermSource, 'extraction' | 'documents'> = {},
): LongTermSource {
  return {
    nowMs,
    page: (query, options) => scanForPage(memory, query, options),
    namespaces: () => memory.namespaces(),
    record: (id) => memory.record(id),
    history: (id) => memory.history(id),
    audit: (query) => auditPage(memory, query),
    recall: (query) => tryRecall(memory, query),
    pin: async (id) => outcomeOf(await memory.pin(id)),
    unpin: async (id) => outcomeOf(await memory.unpin(id)),
    mute: async (id) => outcomeOf(await memory.mute(id)),
    unmute: async (id) => outcomeOf(await memory.unmute(id)),
    verify: async (id) => outcomeOf(await memory.verify(id)),
    reject: async (id) => outcomeOf(await memory.reject(id)),
    correct: async (id, text) => outcomeOf(await memory.correct(id, text)),
    forget: async (id) => outcomeOf(await memory.forget(id)),
    restore: async (id) => outcomeOf(await restored(memory, id)),
    erase: async (id) => erasureOf(await memory.erase({ id })),
    namespaceList: () => namespaceList(memory),
    namespaceExtent: (namespace, options) => namespaceExtent(memory, namespace, options),
    eraseNamespace: (namespace, options) => eraseNamespace(memory, namespace, options),
    exported: () => fileOf(memory.exportLines()),
    imported: (text) => importFile(memory, text),
    held: (options) => heldPage(memory, options),
    heldCount: () => heldCount(memory),
    release: async (id, as) => outcomeOf(await memory.quarantine.release(id, { as, by: REVIEWER })),
    eraseHeld: async (id) => erasureOf(await memory.quarantine.erase(id, { by: REVIEWER })),
    drawnFrom: (sessionId) => drawnRecords(memory, sessionId),
    ...(extraction && { extraction }),
    ...(documents && { documents }),
    storage: () => storageFacts(pageStorage()),
    subscribe: (listener) =>
      memory.subscribe(({ type }) => {
        if (type !== 'record-refuse') listener();
      }),
  };
}

async function fileOf(lines: AsyncIterable<string>): Promise<Blob> {
  const parts: string[] = [];
  for await (const line of lines) parts.push(`${line}\n`);
  return new Blob(parts, { type: 'application/jsonl' });
}

function outcomeOf(outcome: ChangeOutcome | WriteOutcome): ActionOutcome {
  return outcome.kind === 'refused' ? outcome : { kind: 'done', record: outcome.record };
}

function erasureOf({ recordIds, refusal }: EraseReport): ErasureOutcome {
  return { recordIds, ...(refusal && { refusal }) };
}

async function restored(memory: InspectableLongTerm, id: string): Promise<WriteOutcome> {
  const known = await memory.record(id);
  if (known?.record.ended?.why === 'forgotten') return memory.store(draftOf(known.record));
  const sentence = 'Only a record that was forgotten can be taken back in; nothing was changed.';
  return { kind: 'refused', refusal: { rule: 'UNKNOWN_RECORD', sentence, recordId: id } };
}

/** The statement as it was made; confirmations and uses are not part of a draft. */
function draftOf(record: MemoryRecord): MemoryDraft {
  const { id, type, kind, namespace, text, source, confidence, evidence } = record;
  const { subject, key, value, validFromMs, expiresAtMs, deadlineMs, pinned, metadata } = record;
  return {
    ...{ id, type, kind, namespace, text, source, confidence, evidence },
    ...{ validFromMs, pinned, metadata, nature: 'statement' },
    ...(subject === undefined ? {} : { subject }),
    ...(key === undefined ? {} : { key }),
    ...(value === undefined ? {} : { value }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  };
}
