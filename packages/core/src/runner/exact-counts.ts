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

  constructor(
    parts: ExactCountsParts<Pad>,
    fetch: () => Promise<CountingCode> = () => import('./count-exactly.ts'),
  ) {
    this.#parts = parts;
    this.#fetch = fetch;
  }

  /** Begins a pass over what stands then, behind those that were begun before; resolves when it ends. */
  start(): Promise<void> {
    return this.#passes.run(() => this.#pass());
  }

  /** Nobody needs better figures any more. */
  stop(): void {
    this.#isStopped = true;
  }

  async #pass(): Promise<void> {
    const { runner } = this.#parts;
    try {
      if (this.#isStopped || this.#isAllCounted()) return;
      const { countExactly } = await this.#fetch();
      await countExactly(this.#parts, () => this.#isStopped);
    } catch (error) {
      const message = `Exact token counts are not available, so figures stay estimates. ${errorText(error)}`;
      const degradation = { code: 'TOKENIZER_UNAVAILABLE', message } as const;
      await runner.dispatch({ type: 'degradation-set', degradation });
    }
  }

  /** With a counter of the caller's own, whatever is appended is counted at once. */
  #isAllCounted(): boolean {
    const { tokenCounter, runner } = this.#parts;
    const { log, length } = runner.snapshot.transcript;
    const isCounted = ({ source, encoding }: TokenCount) =>
      source === 'counted' && encoding === tokenCounter?.encoding;
    return (
      tokenCounter !== undefined && log.slice(0, length).every(({ tokens }) => isCounted(tokens))
    );
  }
}
