import type { LoadProgress } from '@agent-memory/models';
import { leftMs } from './pace.ts';

/** Enough for a bar that moves, and no flood of messages. */
const STEP_BYTES = 250_000;
/** A slow line gives a sign of life too. */
const STEP_MS = 1_000;

/** Counts the bytes of a download, and tells of them in steps. */
export class Tally {
  readonly #totalBytes: number;
  readonly #hereBytes: number;
  readonly #onProgress: (progress: LoadProgress) => void;
  readonly #nowMs: () => number;
  readonly #beganMs: number;
  #loadedBytes: number;
  #toldBytes: number;
  #toldMs: number;

  constructor(download: {
    readonly totalBytes: number;
    /** The part of them that is on this device already. */
    readonly hereBytes: number;
    readonly onProgress: (progress: LoadProgress) => void;
    /** Milliseconds on any clock. */
    readonly nowMs: () => number;
  }) {
    this.#totalBytes = download.totalBytes;
    this.#hereBytes = download.hereBytes;
    this.#onProgress = download.onProgress;
    this.#nowMs = download.nowMs;
    this.#beganMs = download.nowMs();
    this.#loadedBytes = download.hereBytes;
    this.#toldBytes = download.hereBytes;
    this.#toldMs = this.#beganMs;
    this.#tell();
  }

  add(bytes: number): void {
    this.#loadedBytes += bytes;
    const isStep =
      this.#loadedBytes - this.#toldBytes >= STEP_BYTES || this.#nowMs() - this.#toldMs >= STEP_MS;
    if (isStep || this.#loadedBytes === this.#totalBytes) this.#tell();
  }

  #tell(): void {
    this.#toldBytes = this.#loadedBytes;
    this.#toldMs = this.#nowMs();
    const left = leftMs({
      elapsedMs: this.#nowMs() - this.#beganMs,
      done: this.#loadedBytes - this.#hereBytes,
      left: this.#totalBytes - this.#loadedBytes,
    });
    this.#onProgress({
      phase: 'download',
      loadedBytes: this.#loadedBytes,
      totalBytes: this.#totalBytes,
      ...(left !== undefined && { leftMs: left }),
    });
  }
}
