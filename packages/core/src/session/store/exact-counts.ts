import { errorText } from '../../ground/errors/error-text.ts';
import { SerialQueue } from '../../ground/platform/serial-queue.ts';
import { hasMedia, roughMedia } from '../../tokens/media-rules.ts';
import type { TokenCount } from '../../tokens/token-counter.ts';
import type { Entry } from '../../transcript/entry.ts';
import type { Transcript } from '../../transcript/transcript.ts';
import type { ExactCountsParts } from './count-exactly.ts';

type CountingCode = typeof import('./count-exactly.ts');

/**
 * Passes that replace estimates by counts, and rough prices of pictures and documents by those of
 * their provider, one after another, off the critical path. Figures stay as they are when code or ranks cannot be fetched, and that is reported; the next pass tries again.
 */
export class ExactCounts<Pad> {
  readonly #parts: ExactCountsParts<Pad>;
  readonly #fetch: () => Promise<CountingCode>;
  readonly #passes = new SerialQueue();
  #isStopped = false;
  /** A pass was begun and has not ended. */
  #isPending = false;
  /** The model for which there is nothing better than estimates; no model is such. */
  #estimated: string | undefined;
  /** A picture or a document was said. */
  #hasMedia = false;

  constructor(
    parts: ExactCountsParts<Pad>,
    fetch: () => Promise<CountingCode> = () => import('./count-exactly.ts'),
  ) {
    this.#parts = parts;
    this.#fetch = fetch;
  }

  /** Begins a pass over what stands then, behind those that were begun before; resolves when it ends. */
  start(): Promise<void> {
    this.#isPending = true;
    return this.#passes.run(() => this.#pass());
  }

  /**
   * Begins a pass where the first messages came, or such that another counter may have counted, and
   * where pictures or documents have a rough price. For a model whose figures stay estimates none is
   * begun again for the sake of text.
   */
  onAppended(entries: readonly Pick<Entry, 'message'>[], mayBeUncounted: boolean): void {
    const { planner, tokenCounter, runner } = this.#parts;
    const { model } = runner.snapshot;
    const { source, media } = planner.measurer;
    this.#hasMedia ||= entries.some(({ message }) => hasMedia(message));
    const isFirst = !tokenCounter && model !== this.#estimated;
    const isRough = this.#hasMedia && media === roughMedia;
    const isDue = isRough || (source !== 'counted' && isFirst);
    const mayBeOther = mayBeUncounted && (source === 'counted' || this.#hasMedia);
    if (mayBeOther || (isDue && !this.#isPending)) void this.start();
  }

  /** Nobody needs better figures any more. */
  stop(): void {
    this.#isStopped = true;
  }

  async #pass(): Promise<void> {
    const { runner } = this.#parts;
    try {
      await this.#parts.runner.writer?.older.loaded;
      if (this.#isStopped) return;
      this.#hasMedia ||= entriesOf(runner.snapshot.transcript).some(({ message }) =>
        hasMedia(message),
      );
      if (this.#isAllCounted()) return;
      const { model } = runner.snapshot;
      const { countExactly } = await this.#fetch();
      const { source } = await countExactly(this.#parts, () => this.#isStopped);
      if (source === 'estimated') this.#estimated = model;
    } catch (error) {
      const message = `Exact token counts are not available, so figures stay estimates. ${errorText(error)}`;
      await runner.tell('TOKENIZER_UNAVAILABLE', message);
    } finally {
      this.#isPending = false;
    }
  }

  /**
   * Nothing was said yet, or no model is named for which it could be counted and there is nothing to be
   * priced. With a counter of the caller's own, whatever is appended is counted at once.
   */
  #isAllCounted(): boolean {
    const { tokenCounter, runner } = this.#parts;
    const { transcript, model } = runner.snapshot;
    if (transcript.length === 0) return true;
    if (!tokenCounter) return model === undefined && !this.#hasMedia;
    const isCounted = ({ source, encoding }: TokenCount) =>
      source === 'counted' && encoding === tokenCounter.encoding;
    return entriesOf(transcript).every(({ tokens }) => isCounted(tokens));
  }
}

function entriesOf({ log, length }: Transcript): readonly Entry[] {
  return log.slice(0, length);
}
