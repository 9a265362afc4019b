import type { LoadProgress } from '@agent-memory/models';

/** Often enough for a bar that moves. */
const STEP_MS = 100;

/** Counts the bytes of one phase of a load and tells how far it is, with the time left by its own pace. */
export class ByteProgress {
  readonly #phase: LoadProgress['phase'];
  readonly #tell: (progress: LoadProgress) => void;
  readonly #nowMs: () => number;
  readonly #beganMs: number;
  #hereBytes = 0;
  #cameBytes = 0;
  #totalBytes: number | undefined;
  #toldMs = Number.NEGATIVE_INFINITY;

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

  /** All files together; `undefined` as long as a server does not say it. */
  set totalBytes(bytes: number | undefined) {
    this.#totalBytes = bytes;
  }

  /** A file that was on this device: nothing of the pace. */
  addHere(bytes: number): void {
    this.#hereBytes += bytes;
    this.#tellNow();
  }

  /** A piece that came in this phase. */
  addCame(bytes: number): void {
    this.#cameBytes += bytes;
    const isOver = this.#loadedBytes === this.#totalBytes;
    if (!isOver && this.#nowMs() - this.#toldMs < STEP_MS) return;
    this.#toldMs = this.#nowMs();
    this.#tellNow();
  }

  get #loadedBytes(): number {
    return this.#hereBytes + this.#cameBytes;
  }

  #tellNow(): void {
    const loadedBytes = this.#loadedBytes;
    const totalBytes = this.#totalBytes;
    // A compressed answer brings more than was announced: then nothing is known of the whole.
    if (totalBytes === undefined || totalBytes < loadedBytes) {
      this.#tell({ phase: this.#phase, loadedBytes });
      return;
    }
    const pace = this.#cameBytes / (this.#nowMs() - this.#beganMs);
    const leftMs = (totalBytes - loadedBytes) / pace;
    this.#tell({
      phase: this.#phase,
      loadedBytes,
      totalBytes,
      ...(Number.isFinite(leftMs) && { leftMs }),
    });
  }
}
