import { seqOf, type Transcript } from '../../transcript/transcript.ts';

/**
 * Knows what was said here, and what other tabs have said and nobody here was given to show. A list of
 * messages that lacks the latter has not taken it out.
 */
export class ShownEntries {
  /** Entries of other tabs that no list had yet, numbered as they came. */
  readonly #others = new Map<string, number>();
  readonly #own = new Set<string>();
  #came = 0;
  /** So many of those that came have been given. */
  #given = 0;

  said(ids: readonly string[]): void {
    for (const id of ids) this.#own.add(id);
  }

  came(ids: readonly string[]): void {
    for (const id of ids) {
      this.#came += 1;
      if (!this.#own.has(id)) this.#others.set(id, this.#came);
    }
  }

  /** The whole conversation was given. */
  given(): void {
    this.#given = this.#came;
  }

  /** A list had these. */
  listed(entries: readonly { readonly id: string }[]): void {
    for (const { id } of entries) this.#others.delete(id);
  }

  /** Tells for a list whether it cannot have an entry; an earlier list also lacks what was given since. */
  unknownTo(isEarlier: boolean): (id: string) => boolean {
    const given = isEarlier ? 0 : this.#given;
    return (id) => (this.#others.get(id) ?? 0) > given;
  }

  /** Whether an entry left the conversation that was never given. */
  hasLostOthers(before: Transcript, now: Transcript): boolean {
    const isUnknown = this.unknownTo(false);
    return [...this.#others.keys()].some((id) => isUnknown(id) && hasLeft(id, before, now));
  }

  /** Whether an entry left the conversation that was said here. */
  hasLostOwn(before: Transcript, now: Transcript): boolean {
    return before.log !== now.log && [...this.#own].some((id) => hasLeft(id, before, now));
  }
}

function hasLeft(id: string, before: Transcript, now: Transcript): boolean {
  return seqOf(before, id) !== undefined && seqOf(now, id) === undefined;
}
