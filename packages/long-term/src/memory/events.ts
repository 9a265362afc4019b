import { callListener } from '@agent-memory/core/internal';
import type { RefusalRule } from '../policy/refusal.ts';
import type { AuditAction } from '../store/record-change.ts';
import type { RecordLoss } from '../store/record-store.ts';

/** All events by their type: the fields beside `type`. None carries what a record says. */
export interface LongTermEventMap {
  /** Records were written, here or in another tab. */
  readonly 'record-change': {
    readonly recordIds: readonly string[];
    readonly actions: readonly AuditAction[];
    readonly from: 'here' | 'elsewhere';
  };
  readonly 'record-refuse': { readonly rule: RefusalRule };
  readonly 'record-recall': {
    readonly recordIds: readonly string[];
    readonly cut: number;
    readonly degraded: readonly string[];
    readonly durationMs: number;
  };
  readonly 'record-erase': { readonly recordIds: readonly string[] };
  readonly 'sweep-end': { readonly ended: number };
  /** The browser lost records that were acknowledged; the sentence is for people. */
  readonly 'record-loss': RecordLoss & { readonly sentence: string };
  /** Something failed and the memory went on without it; nothing acknowledged was lost. */
  readonly 'degradation-add': { readonly sentence: string };
}

/** An event without its time. */
export type LongTermEventBody = {
  [Type in keyof LongTermEventMap]: { readonly type: Type } & LongTermEventMap[Type];
}[keyof LongTermEventMap];

/** Everything that can be seen from outside, as one union that can be sent as it is [OBS-1]. */
export type LongTermEvent = {
  /** Version of the union; rises when a field changes its meaning. */
  readonly version: 1;
  readonly atMs: number;
} & LongTermEventBody;

/**
 * Called with each event. A fault of its own stops nothing here and is an unhandled rejection of its
 * owner: in a page an event of the window, in Node the end of the process unless that listens for it.
 */
export type LongTermListener = (event: LongTermEvent) => void;

/** Tells listeners; makes nothing while nobody listens. */
export class Listeners {
  readonly #listeners = new Set<LongTermListener>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(listener: LongTermListener): () => void {
    // The same function given twice is called twice, and each is stopped for itself.
    const own: LongTermListener = (event) => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  tell(make: () => LongTermEventBody): void {
    if (this.#listeners.size === 0) return;
    const event: LongTermEvent = { version: 1, atMs: this.#nowMs(), ...make() };
    for (const listener of [...this.#listeners]) callListener(() => listener(event));
  }

  clear(): void {
    this.#listeners.clear();
  }
}

/** Says for people that what was remembered is gone. */
export function lossSentence({ changes, message }: RecordLoss): string {
  const count = changes === undefined ? 'how much there was is not known' : changesOf(changes);
  const says = message ? ` It says: ${message}` : '';
  return `The browser lost what was remembered (${count}): its database was made again or is an older state of itself.${says} Conversations that are stored can be read for it again; a file that was exported can be imported.`;
}

function changesOf(changes: number): string {
  return changes === 1 ? '1 change' : `${changes} changes`;
}
