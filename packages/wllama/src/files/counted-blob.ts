/** A file that tells how far it has been read: the end of the farthest part that was taken of it. */
export class CountedBlob extends Blob {
  readonly #onRead: (bytes: number) => void;
  #readBytes = 0;

  /** @param onRead - Hears of the bytes that each part lies farther than those before. */
  constructor(source: Blob, onRead: (bytes: number) => void) {
    // Nothing is copied: the parts of a blob are read when they are asked for.
    super([source]);
    this.#onRead = onRead;
  }

  override slice(start?: number, end = this.size, type?: string): Blob {
    const reachedBytes = Math.min(end, this.size);
    if (reachedBytes > this.#readBytes) {
      this.#onRead(reachedBytes - this.#readBytes);
      this.#readBytes = reachedBytes;
    }
    return super.slice(start, end, type);
  }
}
