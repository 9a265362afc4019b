import { errorText } from '../errors/error-text.ts';
import { SerialQueue } from '../platform/serial-queue.ts';
import type { TokenCount } from '../tokens/token-count.ts';
import type { ExactCountsParts } from './count-exactly.ts';

type CountingCode = typeof import('./count-exactly.ts');

/**
 * Passes that replace estimates by counts, one after another, off the critical path. Estimates stay
 * when code or ranks cannot be fetched, and that is reported; the next pass tries again.
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
   * Begins a pass where the first messages came, or such that another counter may have counted. For a
   * model whose figures stay estimates none is begun again.
   */
  onAppended(mayBeUncounted: boolean): void {
    const { planner, tokenCounter, runner } = this.#parts;
    const { model } = runner.snapshot;
    const isFirst = !tokenCounter && !this.#isPending && model !== this.#estimated;
    const isExact = planner.measurer.source === 'counted';
    if (isExact ? mayBeUncounted : isFirst) void this.start();
  }

  /** Nobody needs better figures any more. */
  stop(): void {
    this.#isStopped = true;
  }

  async #pass(): Promise<void> {
    const { runner } = this.#parts;
    try {
      if (this.#isStopped || this.#isAllCounted()) return;
      const { model } = runner.snapshot;
      const { countExactly } = await this.#fetch();
      const { source } = await countExactly(this.#parts, () => this.#isStopped);
      if (source === 'estimated') this.#estimated = model;
    } catch (error) {
      const message = `Exact token counts are not available, so figures stay estimates. ${errorText(error)}`;
      const degradation = { code: 'TOKENIZER_UNAVAILABLE', message } as const;
      await runner.dispatch({ type: 'degradation-set', degradation });
    } finally {
      this.#isPending = false;
    }
  }

  /**
   * Nothing was said yet, or no model is named for which it could be counted. With a counter of the
   * caller's own, whatever is appended is counted at once.
   */
  #isAllCounted(): boolean {
    const { tokenCounter, runner } = this.#parts;
    const { transcript, model } = runner.snapshot;
    const { log, length } = transcript;
    if (length === 0 || (!tokenCounter && model === undefined)) return true;
    const isCounted = ({ source, encoding }: TokenCount) =>
      source === 'counted' && encoding === tokenCounter?.encoding;
    return (
      tokenCounter !== undefined && log.slice(0, length).every(({ tokens }) => isCounted(tokens))
    );
  }
}
