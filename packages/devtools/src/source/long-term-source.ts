import type {
  ChangeOutcome,
  EraseOptions,
  EraseReport,
  HeldRecord,
  ImportReport,
  LongTermMemory,
  MemoryDraft,
  MemoryRecord,
  Page,
  WriteOutcome,
} from '@agent-memory/long-term';
import { type AuditFacts, type AuditQuery, auditPage } from './audit-facts.ts';
import type { DocumentSource } from './document-facts.ts';
import type { ExtractionSource } from './extraction-facts.ts';
import {
  countOf,
  type NamespaceExtent,
  type NamespaceFacts,
  namespaceExtent,
  namespaceList,
  type PageOptions,
  type RecordQuery,
  scanForPage,
} from './namespace-facts.ts';
import { type RecallFacts, type RecallQuery, type RecordFacts, tryRecall } from './record-facts.ts';

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

/**
 * The one way the panel reaches a long-term memory. Every answer may come late and can be cloned, so
 * that a source can stand for a memory in another tab. Every function may be taken off the object.
 */
export interface LongTermSource
  extends Pick<
    InspectableLongTerm,
    | 'namespaces'
    | 'record'
    | 'history'
    | 'pin'
    | 'unpin'
    | 'mute'
    | 'unmute'
    | 'verify'
    | 'reject'
    | 'correct'
    | 'forget'
  > {
  /** Now, by the clock that ages and decay are told from. Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Some of the wanted records that hold, newest first. */
  readonly page: (query: RecordQuery, options: PageOptions) => Promise<Page<RecordFacts>>;
  /** Some of the audit log, newest first, with the records that are still there. */
  readonly audit: (query: AuditQuery) => Promise<Page<AuditFacts>>;
  /** Looks for records as a context would, and counts it as no use. */
  readonly recall: (query: RecallQuery) => Promise<RecallFacts>;
  /** Takes a record that was forgotten back in, as it was said. */
  readonly restore: (id: string) => Promise<WriteOutcome>;
  /** Takes a record away for good, with every version. */
  readonly erase: (id: string) => Promise<EraseReport>;
  /** The namespaces that may be read, and how many records hold in each. */
  readonly namespaceList: () => Promise<readonly NamespaceFacts[]>;
  /** Everything that an erasure of a namespace would take, history included. */
  readonly namespaceExtent: (namespace: string) => Promise<NamespaceExtent>;
  /** Takes a whole namespace away for good. */
  readonly eraseNamespace: (
    namespace: string,
    options: Pick<EraseOptions, 'includeSources'>,
  ) => Promise<EraseReport>;
  /** Every record that may be read, with its history, as JSON Lines. */
  readonly exported: () => Promise<Blob>;
  /** Takes such a file in. */
  readonly imported: (text: string) => Promise<ImportReport>;
  /** Some of the texts that wait in quarantine, newest first [GRD-3]. */
  readonly held: (options: PageOptions) => Promise<Page<HeldRecord>>;
  readonly heldCount: () => Promise<number>;
  /** Lets a text out of quarantine; the record that it gives is the one that it became. */
  readonly release: (
    id: string,
    as: 'reference' | 'claim',
  ) => Promise<WriteOutcome | ChangeOutcome>;
  /** Takes a text in quarantine away for good. */
  readonly eraseHeld: (id: string) => Promise<EraseReport>;
  /** The log of extraction; absent where there is none. */
  readonly extraction?: ExtractionSource;
  /** The documents beside the records; absent where there are none to show. */
  readonly documents?: DocumentSource;
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
    pin: (id) => memory.pin(id),
    unpin: (id) => memory.unpin(id),
    mute: (id) => memory.mute(id),
    unmute: (id) => memory.unmute(id),
    verify: (id) => memory.verify(id),
    reject: (id) => memory.reject(id),
    correct: (id, text) => memory.correct(id, text),
    forget: (id) => memory.forget(id),
    restore: (id) => restored(memory, id),
    erase: (id) => memory.erase({ id }),
    namespaceList: () => namespaceList(memory),
    namespaceExtent: (namespace) => namespaceExtent(memory, namespace),
    eraseNamespace: (namespace, options) => memory.erase({ namespace }, options),
    exported: () => fileOf(memory.exportLines()),
    imported: (text) => memory.importLines(text),
    held: (options) => memory.quarantine.list(options),
    heldCount: () => countOf((options) => memory.quarantine.list(options)),
    release: (id, as) => memory.quarantine.release(id, { as, by: REVIEWER }),
    eraseHeld: (id) => memory.quarantine.erase(id, { by: REVIEWER }),
    ...(extraction && { extraction }),
    ...(documents && { documents }),
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
