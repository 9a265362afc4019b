import type { LoadProgress } from '../../local/engine.ts';

/** Often enough for a bar that moves, and no flood of messages; on a slow line by the clock. */
const STEP_BYTES = 250_000;
const STEP_MS = 100;

/** Counts the bytes of one phase of a load and tells how far it is, with the time left by its own pace. */
export class ByteProgress {
  readonly #phase: LoadProgress['phase'];
  readonly #tell: (progress: LoadProgress) => void;
  readonly #nowMs: () => number;
  readonly #beganMs: number;
  #hereBytes = 0;
  #cameBytes = 0;
  #told = { ms: Number.NEGATIVE_INFINITY, bytes: Number.NEGATIVE_INFINITY };
  /** All files together; `undefined` as long as a server does not say it. */
  totalBytes: number | undefined;

  constructor(
    phase: LoadProgress['phase'],
    tell: (progress: LoadProgress) => void,
    nowMs = () => performance.now(),
  ) {
    this.#phase = phase;
    this.#tell = tell;
    this.#nowMs = nowMs;
    this.#beganMs = nowMs();
  }

  /** Files that were on this device: nothing of the pace. */
  addHere(bytes: number): void {
    this.#hereBytes += bytes;
    this.#tellNow();
  }

  /** A piece that came in this phase. */
  addCame(bytes: number): void {
    this.#cameBytes += bytes;
    const isOver = this.#loadedBytes === this.totalBytes;
    const isLate = this.#nowMs() - this.#told.ms >= STEP_MS;
    if (isOver || isLate || this.#loadedBytes - this.#told.bytes >= STEP_BYTES) this.#tellNow();
  }

  /** The last piece of a file, which is told in any case. */
  addLast(bytes: number): void {
    this.#cameBytes += bytes;
    this.#tellNow();
  }

  get #loadedBytes(): number {
    return this.#hereBytes + this.#cameBytes;
  }

  #tellNow(): void {
    const { totalBytes } = this;
    const loadedBytes = this.#loadedBytes;
    this.#told = { ms: this.#nowMs(), bytes: loadedBytes };
    // A compressed answer brings more than was announced: then nothing is known of the whole.
    if (totalBytes === undefined || totalBytes < loadedBytes) {
      this.#tell({ phase: this.#phase, loadedBytes });
      return;
    }
    const elapsedMs = this.#nowMs() - this.#beganMs;
    const leftMs = ((totalBytes - loadedBytes) * elapsedMs) / this.#cameBytes;
    const left = this.#cameBytes > 0 && { leftMs: Math.round(leftMs) };
    this.#tell({ phase: this.#phase, loadedBytes, totalBytes, ...left });
  }
}
