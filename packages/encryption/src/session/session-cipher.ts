import type {
  CompactionRecord,
  Entry,
  HistoryRecord,
  Message,
  SessionChange,
  SessionInfo,
  StoredRecords,
  StoredSession,
} from '@agent-memory/core';
import { storeRules } from '@agent-memory/core/internal';
import type { Cipher, Place } from '../cipher.ts';

/** The name of a session and how it begins; a store lists both [STO-5]. */
export interface Label {
  readonly title?: string;
  readonly opening?: storeRules.Opening;
}

type Values = NonNullable<NonNullable<SessionChange['basis']>['values']>;
type StoredOverlays = Pick<StoredSession, 'overlays' | 'settingsKey'>;

/** So many values are encrypted or decrypted at once; the page continues between two batches. */
const BATCH = 256;
/** The notes that stores have in place of what was damaged. */
const NOTES: ReadonlySet<string> = new Set([storeRules.UNREADABLE_TEXT, storeRules.LOST_FILE_TEXT]);

/**
 * Encrypts and decrypts what a session says. Stores check what they keep, so each encrypted text stands in
 * a record of its kind, in a field that holds any text [PERSISTED].
 */
export class SessionCipher {
  readonly #cipher: Cipher;
  readonly #id: string;

  constructor(cipher: Cipher, sessionId: string) {
    this.#cipher = cipher;
    this.#id = sessionId;
  }

  /**
   * The change with everything encrypted that says something.
   *
   * @param label what the change makes of it; absent: it stays
   */
  async sealed(change: SessionChange, label: Label | undefined): Promise<SessionChange> {
    const { atMs, user, basis, head, tokens, historyFrom, replaces, erases, ...said } = change;
    const { entries, overlays, compaction, system, history } = said;
    const values = basis?.values && { values: await this.#sealedValues(basis.values) };
    const laid = overlays && { overlays: overlays.value, settingsKey: overlays.settingsKey };
    return {
      ...{ atMs, ...(user !== undefined && { user }) },
      ...{ ...(head && { head }), ...(tokens && { tokens }) },
      ...{ ...(replaces && { replaces }), ...(erases && { erases }) },
      ...(historyFrom !== undefined && { historyFrom }),
      ...(basis && { basis: { ...basis, ...values } }),
      ...(label && { title: { value: await this.#sealedLabel(label) } }),
      ...(await this.#sealedValues(said)),
      ...(entries && { entries: await inBatches(entries, (each) => this.#sealedEntry(each)) }),
      ...(laid && {
        overlays: {
          value: storeRules.noOverlays(),
          settingsKey: await this.#seal(laid, 'overlays'),
        },
      }),
      ...(compaction && { compaction: await this.#sealedCompaction(compaction) }),
      ...(system && { system: { value: await this.#seal(system.value, 'system') } }),
      ...(history && { history: await inBatches(history, (each) => this.#sealedRecord(each)) }),
    };
  }

  /** All of it at once: each call of WebCrypto is a way to another thread. @throws DecryptionError */
  async opened(stored: StoredSession): Promise<{ session: StoredSession; label: Label }> {
    const { info, settingsKey, scratchpad, system } = stored;
    const [label, laid, records, entries, parts, pad, text] = await Promise.all([
      this.label(info),
      settingsKey === '' ? {} : this.#open<StoredOverlays>(settingsKey, 'overlays'),
      this.records(stored),
      this.entries(stored.entries),
      inBatches(
        [...stored.parts],
        async ([name, part]) => [name, await this.#open(part, 'part', name)] as const,
      ),
      scratchpad === undefined ? undefined : this.#open(scratchpad, 'scratchpad'),
      system === undefined ? undefined : this.#open<string>(system, 'system'),
    ]);
    const session = {
      ...{ ...stored, ...laid, ...records, entries, parts: new Map(parts) },
      info: infoWith(info, label),
      ...(pad !== undefined && { scratchpad: pad }),
      ...(text !== undefined && { system: text }),
    };
    return { session, label };
  }

  async label({ title }: SessionInfo): Promise<Label> {
    return title === undefined ? {} : this.#open<Label>(title, 'label');
  }

  entries(entries: readonly Entry[]): Promise<readonly Entry[]> {
    return inBatches(entries, async (entry) => {
      const [part] = entry.message.parts;
      if (part?.type === 'text' && NOTES.has(part.text)) return entry;
      const sealed = part?.type === 'unknown' ? part.value : undefined;
      return { ...entry, message: await this.#open<Message>(sealed, 'entry', entry.id) };
    });
  }

  async records(stored: StoredRecords): Promise<StoredRecords> {
    const [history, compactions] = await Promise.all([
      inBatches(stored.history, async ({ index, atMs, ...record }) => {
        const sealed = 'model' in record ? record.model : undefined;
        return { ...(await this.#open<HistoryRecord>(sealed, 'history', index)), atMs };
      }),
      inBatches(stored.compactions, ({ id, summariser }) =>
        this.#open<CompactionRecord>(summariser, 'compaction', id),
      ),
    ]);
    return { history, compactions };
  }

  /** The role stays: a store finds the newest part of a session by it. */
  async #sealedEntry(entry: Entry): Promise<Entry> {
    const { id, seq, position, parentId, createdAtMs, unitStart, tokens, message } = entry;
    const value = await this.#seal(message, 'entry', id);
    return {
      ...{ id, seq, parentId, createdAtMs, unitStart, tokens },
      ...(position !== undefined && { position }),
      message: { role: message.role, parts: [{ type: 'unknown', value }] },
    };
  }

  async #sealedCompaction(record: CompactionRecord): Promise<CompactionRecord> {
    const { id, startedAtMs } = record;
    return {
      ...{ id, trigger: 'manual', startedAtMs, durationMs: 0, epoch: 0, inputTokens: 0 },
      ...{ tokensBefore: 0, tokensAfter: 0, stages: [], left: [] },
      summariser: await this.#seal(record, 'compaction', id),
    };
  }

  /**
   * A context that says all it depends on stays one, with its figures and without its texts: a store finds
   * the newest part of a history by it. The time of a record that is brought again may be another one.
   */
  async #sealedRecord(record: HistoryRecord): Promise<HistoryRecord> {
    const { index, atMs } = record;
    const model = await this.#seal({ ...record, atMs: 0 }, 'history', index);
    if (!storeRules.isWholeContext(record)) {
      return { kind: 'usage', index, atMs, call: 1, inputTokens: 0, model };
    }
    const live = { items: [], withheld: [] };
    const changed = { ...record.changed, system: '', tools: '', live, degraded: [] };
    return { ...record, changed, model };
  }

  /** The scratchpad and parts, each as a text; `undefined` says that nothing is there. */
  async #sealedValues({ scratchpad, parts }: Values): Promise<Values> {
    const seal = async (value: unknown, ...path: readonly string[]) =>
      value === undefined ? value : this.#seal(value, ...path);
    const named = await inBatches(
      [...(parts ?? [])],
      async ([name, value]) => [name, await seal(value, 'part', name)] as const,
    );
    return {
      ...(scratchpad && { scratchpad: { value: await seal(scratchpad.value, 'scratchpad') } }),
      ...(parts && { parts: new Map(named) }),
    };
  }

  /** '' where it says nothing: then the store has no title. */
  async #sealedLabel(label: Label): Promise<string> {
    return Object.keys(label).length === 0 ? '' : this.#seal(label, 'label');
  }

  #seal(value: unknown, ...path: readonly (string | number)[]): Promise<string> {
    return this.#cipher.sealValue(value, this.#place(path));
  }

  #open<Value>(sealed: unknown, ...path: readonly (string | number)[]): Promise<Value> {
    return this.#cipher.openValue<Value>(sealed, this.#place(path));
  }

  #place(path: Place['path']): Place {
    return { what: `Session "${this.#id}"`, path: ['session', this.#id, ...path] };
  }
}

/** A session as a list shows it, with the name and beginning that were encrypted. */
export function infoWith(info: SessionInfo, { title, opening }: Label): SessionInfo {
  const { title: _, defaultTitle: __, ...rest } = info;
  return {
    ...rest,
    ...(title !== undefined && { title }),
    ...(opening && { defaultTitle: opening.words }),
  };
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += BATCH) {
    results.push(...(await Promise.all(items.slice(from, from + BATCH).map(call))));
  }
  return results;
}
