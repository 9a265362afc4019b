import { errorText, SerialQueue } from '@agent-memory/core/internal';
import type { SegmentStore } from '../segment-store.ts';
import type { EngineHost } from '../worker/engine-host.ts';

/**
 * Stores what changed in an engine.
 *
 * - One write at a time; changes that come meanwhile go together with the next.
 * - What could not be written is written with the next change, and said meanwhile.
 */
export class SegmentWriter {
  readonly #store: SegmentStore | undefined;
  readonly #name: string;
  readonly #host: EngineHost;
  readonly #queue = new SerialQueue();
  #unwritten = new Map<string, ArrayBuffer | undefined>();
  #planned: Promise<void> | undefined;
  #problem: string | undefined;
  #isClosed = false;

  constructor(store: SegmentStore | undefined, name: string, host: EngineHost) {
    this.#store = store;
    this.#name = name;
    this.#host = host;
  }

  /** Why the last write failed; nothing once one succeeded. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Resolves when all that changed so far is stored, or could not be. */
  write(): Promise<void> {
    if (this.#store === undefined || this.#isClosed) return Promise.resolve();
    this.#planned ??= this.#queue.run(() => {
      this.#planned = undefined;
      return this.#writeNow();
    });
    return this.#planned;
  }

  /** Writes a last time; what still runs in the background writes no more. */
  async close(): Promise<void> {
    const written = this.write();
    this.#isClosed = true;
    await written;
  }

  async #writeNow(): Promise<void> {
    try {
      const changes = await this.#host.takeChanges();
      this.#unwritten = new Map([...this.#unwritten, ...changes]);
      if (this.#unwritten.size > 0) await this.#store?.write(this.#name, this.#unwritten);
      this.#unwritten = new Map();
      this.#problem = undefined;
    } catch (error) {
      this.#problem = `The index "${this.#name}" could not be stored: ${errorText(error)} It works until the page is left; the next change tries again.`;
    }
  }
}
