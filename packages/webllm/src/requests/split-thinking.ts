import type { ChatDelta } from '@agent-memory/models';

const BEGIN = '<think>';
const END = '</think>';

/**
 * Tells the thoughts at the beginning of an answer from its words, in whatever pieces it comes. Models
 * that reason write them between `<think>` and `</think>`.
 */
export class ThinkingSplitter {
  #held = '';
  #part: 'beginning' | 'thinking' | 'gap' | 'text' = 'beginning';

  /** The piece, split; what may yet be a part of a mark is held back. */
  add(piece: string): ChatDelta {
    this.#held += piece;
    let thinking = '';
    if (this.#part === 'beginning') this.#begin();
    if (this.#part === 'thinking') thinking = this.#think();
    if (this.#part === 'gap') this.#skipGap();
    return { text: this.#part === 'text' ? this.#take(this.#held.length) : '', thinking };
  }

  /** The rest, when the answer is at its end. */
  end(): ChatDelta {
    const rest = this.#take(this.#held.length);
    return this.#part === 'thinking' ? { text: '', thinking: rest } : { text: rest, thinking: '' };
  }

  #begin(): void {
    const beginning = this.#held.trimStart();
    if (beginning.startsWith(BEGIN)) {
      this.#held = beginning.slice(BEGIN.length);
      this.#part = 'thinking';
    } else if (!BEGIN.startsWith(beginning)) this.#part = 'text';
  }

  #think(): string {
    const end = this.#held.indexOf(END);
    if (end < 0) return this.#take(this.#held.length - heldBack(this.#held));
    const thinking = this.#take(end);
    this.#take(END.length);
    this.#part = 'gap';
    return thinking;
  }

  /** Thoughts end with empty lines, which are no part of the words. */
  #skipGap(): void {
    this.#held = this.#held.trimStart();
    if (this.#held !== '') this.#part = 'text';
  }

  #take(length: number): string {
    const taken = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return taken;
  }
}

/** Length of the end of a text that may be the beginning of the closing mark. */
function heldBack(text: string): number {
  for (let length = Math.min(END.length - 1, text.length); length > 0; length -= 1) {
    if (END.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
