import type { AbortSignalLike, LivePart, LiveRoom, LiveText } from '@agent-memory/core';
import type { LongTermMemory, MemoryFilter } from '../memory/long-term-memory.ts';
import { type SiftedRecords, withoutOrders } from '../quarantine/without-orders.ts';
import { mutedTwin } from '../records/muted.ts';
import { knownRecords } from './known-records.ts';
import { type ManifestText, manifestText } from './manifest-text.ts';

/** More records than lines, so that the warning can say how many are missing. */
const MOST_READ = 1_000;

/** The knowledge of long-term memory as a session shows it: it stays as it was read until `show`. */
export class Manifest {
  readonly #longTerm: LongTermMemory;
  readonly #filter: MemoryFilter;
  readonly #changed: () => void;
  readonly #stop: () => void;
  #read = NOTHING;
  #shown = NOTHING;
  #opening: Promise<void> | undefined;

  constructor(longTerm: LongTermMemory, filter: MemoryFilter, changed: () => void) {
    this.#longTerm = longTerm;
    this.#filter = filter;
    this.#changed = changed;
    this.#stop = longTerm.subscribe((event) => {
      if (event.type === 'record-erase') this.#drop(event.recordIds);
      else if (event.type === 'record-change' && event.actions.some((one) => ENDS.has(one))) {
        this.#drop(event.recordIds, event.actions.includes('mute'));
      }
    });
  }

  /** The records as they stand in the context; the same list while it does not change. */
  get shown(): SiftedRecords {
    return this.#shown;
  }

  /** Reads what is known before the first context; a read that failed is tried again with the next one. */
  open(signal: AbortSignalLike): Promise<void> {
    this.#opening ??= this.read(signal).then(
      () => this.show(),
      (error: unknown) => {
        this.#opening = undefined;
        throw error;
      },
    );
    return this.#opening;
  }

  /** Reads what is known now; the context shows it from the next `show` on. */
  async read(signal: AbortSignalLike): Promise<void> {
    const wanted = { filter: this.#filter, most: MOST_READ, signal };
    this.#read = await withoutOrders(await knownRecords(this.#longTerm, wanted), { signal });
  }

  show(): void {
    if (this.#shown === this.#read) return;
    this.#shown = this.#read;
    this.#changed();
  }

  /** As much as fits: fewer lines where there is less room, and the line that says so. */
  render({ maxTokens, count }: LiveRoom, maxLines: number, maxBytes: number): LiveText {
    let lines = maxLines;
    const { records, heldIds } = this.#shown;
    let made = manifestText(records, lines, maxBytes);
    while (made.recordIds.length > 0 && count(made.text) > maxTokens) {
      const fitting = Math.floor((made.recordIds.length * maxTokens) / count(made.text));
      lines = Math.max(1, Math.min(fitting + 1, made.recordIds.length + Number(made.left > 0) - 1));
      made = manifestText(records, lines, maxBytes);
    }
    return { text: made.text, parts: [...partsOf(made), ...heldIds.map(heldPart)] };
  }

  dispose(): void {
    this.#stop();
  }

  /** `withTwins`: what says the same in the same words goes too. */
  #drop(ids: readonly string[], withTwins = false): void {
    const gone = new Set(ids);
    const listed = [...this.#shown.records, ...this.#read.records].map(({ record }) => record);
    const marked = withTwins ? listed.filter(({ id }) => gone.has(id)) : [];
    const left = (sifted: SiftedRecords): SiftedRecords => {
      const records = sifted.records.filter(
        ({ record }) => !gone.has(record.id) && !mutedTwin(record, marked),
      );
      const heldIds = sifted.heldIds.filter((id) => !gone.has(id));
      const isSame =
        records.length === sifted.records.length && heldIds.length === sifted.heldIds.length;
      return isSame ? sifted : { records, heldIds };
    };
    const isRead = this.#read === this.#shown;
    const shown = left(this.#shown);
    this.#read = isRead ? shown : left(this.#read);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#changed();
  }
}

const NOTHING: SiftedRecords = { records: [], heldIds: [] };

/** Changes by which somebody wants a record away at once; what is corrected or over waits. */
const ENDS: ReadonlySet<string> = new Set(['forget', 'reject', 'mute']);

function partsOf({ recordIds }: ManifestText): readonly LivePart[] {
  return recordIds.map((id) => ({
    id,
    fate: 'sent',
    rule: 'RECORD_LISTED',
    sentence:
      'Listed in the manifest as it was known when the session or its last compaction began.',
  }));
}

function heldPart(id: string): LivePart {
  return {
    id,
    fate: 'not-selected',
    rule: 'RECORD_HELD',
    sentence: 'It reads like an order to the assistant, and nobody has looked at it.',
    remedy: 'Confirm the record with `verify` where it is meant, or erase it.',
  };
}
