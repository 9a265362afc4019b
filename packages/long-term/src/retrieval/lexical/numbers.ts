/** A list of whole numbers of up to 32 bits that grows by doubling: four bytes a number. */
export class Numbers {
  #values: Uint32Array;
  #size = 0;

  constructor(capacity = 4) {
    this.#values = new Uint32Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  push(value: number): void {
    if (this.#size === this.#values.length) this.#grow(this.#size + 1);
    this.#values[this.#size] = value;
    this.#size += 1;
  }

  /** Sets one anywhere; what lies between it and the end is 0. */
  set(index: number, value: number): void {
    if (index >= this.#values.length) this.#grow(index + 1);
    this.#values[index] = value;
    if (index >= this.#size) this.#size = index + 1;
  }

  #grow(needed: number): void {
    const grown = new Uint32Array(Math.max(needed, Math.ceil(this.#values.length * 1.5)));
    grown.set(this.#values);
    this.#values = grown;
  }
}
