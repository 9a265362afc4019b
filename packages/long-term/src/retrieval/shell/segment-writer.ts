import { errorText, SerialQueue } from '@agent-memory/core/internal';
import type { SegmentStore } from '../retrieval-index.ts';
import type { EngineHost } from '../worker/engine-host.ts';

/** The tab that stores the index; one that was taken over is still stored as the other tab left it. */
type Turn = 'ours' | 'theirs' | 'taken-over';

/**
 * Stores what changed in an engine.
 *
 * - One write at a time; changes that come meanwhile go together with the next.
 * - What could not be written is written with the next change, and said meanwhile.
 * - While another tab stores the index, nothing is written: blocks of two tabs make no index together.
 * - The first write after that is a whole one, and waits until the owner has settled the index.
 */
export class SegmentWriter {
  readonly #store: SegmentStore | undefined;
  readonly #name: string;
  readonly #host: EngineHost;
  readonly #queue = new SerialQueue();
  #unwritten = new Map<string, ArrayBuffer | undefined>();
  #planned: Promise<void> | undefined;
  #problem: string | undefined;
  #turn: Turn = 'ours';
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

  /** Whether another tab stores the index; its changes are then in memory only. */
  get isElsewhere(): boolean {
    return this.#turn !== 'ours';
  }

  /** Whether another tab stores the index now; one that was taken over waits for its first write. */
  get isTheirs(): boolean {
    return this.#turn === 'theirs' && this.#store !== undefined;
  }

  /** Another tab stores the index. */
  yieldTurn(): void {
    this.#turn = 'theirs';
  }

  /** The tab that stored the index has let go. */
  takeTurn(): void {
    this.#turn = 'taken-over';
  }

  /** Stores what changed, and after another tab's turn all there is. */
  async settle(): Promise<void> {
    if (this.#turn === 'taken-over') await this.writeAnew();
    else await this.write();
  }

  /** Stores all there is in place of what is stored. */
  writeAnew(): Promise<void> {
    return this.#queue.run(() => this.#writeAll());
  }

  /**
   * Takes documents out of what another tab stores.
   * @throws the error of the storage; then they are still there.
   */
  async takeOut(ids: readonly string[]): Promise<void> {
    const store = this.#store;
    if (store === undefined) return;
    // A page whose index lives in a worker mostly never needs it.
    const { withoutDocuments } = await import('../segments/without-documents.ts');
    const changes = withoutDocuments(await store.read(this.#name), new Set(ids));
    if (changes.size > 0) await store.write(this.#name, changes);
  }

  /** Resolves when all that changed so far is stored, or could not be. */
  write(): Promise<void> {
    if (this.#store === undefined || this.#isClosed || this.isElsewhere) return Promise.resolve();
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
      this.#fail(error);
    }
  }

  async #writeAll(): Promise<void> {
    const store = this.#store;
    if (store === undefined || this.#isClosed) return;
    try {
      const theirs = [...(await store.read(this.#name)).keys()];
      const gone = theirs.map((name) => [name, undefined] as const);
      await store.write(this.#name, new Map([...gone, ...(await this.#host.takeAll())]));
      this.#turn = 'ours';
      this.#problem = undefined;
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#problem = `The index "${this.#name}" could not be stored: ${errorText(error)} It works until the page is left; the next change tries again.`;
  }
}
