/** A longer line begins or ends no code. */
const LONGEST_FENCE = 2_000;
/** A run of marks is taken whole or not at all, so that a line is read once. */
const FENCE = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/u;

/** Tells the lines of fenced code from others, as they come. */
export class Fences {
  #open: string | undefined;

  /** `fence`: it begins or ends code. `code`: it is within. */
  sort(line: string): 'fence' | 'code' | 'text' {
    const mark = line.length > LONGEST_FENCE ? undefined : FENCE.exec(line)?.[1];
    if (this.#open === undefined) {
      this.#open = mark;
      return mark === undefined ? 'text' : 'fence';
    }
    if (mark?.startsWith(this.#open) !== true || line.trim() !== mark) return 'code';
    this.#open = undefined;
    return 'fence';
  }
}
