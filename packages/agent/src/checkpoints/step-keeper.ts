import {
  type Entry,
  type FeatureHost,
  InvalidMessageError,
  type PartHandle,
  type SessionStanding,
} from '@agent-memory/core';
import { copyPlainData, isSameValue, placeOf, stepOf } from '@agent-memory/core/internal';
import { LIFE_MS, type StoredPad, type StoredStep } from './checkpoint-parts.ts';

/** A session has no checkpoint before this step: there is nothing to go back to yet. */
const LEAST_STEPS = 3;

/** The step that a checkpoint is made of. */
interface StepTaken {
  readonly kind: StoredStep['kind'];
  readonly entryId: string;
  readonly step: number;
}

/** The slots that checkpoints and their scratchpads stand in. */
export interface CheckpointSlots {
  readonly steps: readonly PartHandle<StoredStep | undefined>[];
  readonly pads: readonly PartHandle<StoredPad | undefined>[];
}

/**
 * Makes a checkpoint after every significant step of one session [CKP-1].
 *
 * - What one `append` brought is one step, however many messages it has: the checkpoint is of the last.
 * - A checkpoint costs one small write, and one more when the scratchpad is another one.
 * - A checkpoint that cannot be stored costs the step nothing: the state of the memory says why.
 */
export class StepKeeper {
  readonly #host: Pick<FeatureHost, 'entries' | 'standing' | 'clock'>;
  readonly #slots: CheckpointSlots;
  /** The conversation as it was read last. */
  #last: Entry | undefined;
  #length = 0;
  /** The newest entry of all branches that was read, by its place in the order of appending. */
  #newestPlace = -1;
  #steps = 0;
  #isBegun = false;
  /** The number of the next checkpoint; known from the first one on. */
  #next: number | undefined;
  /** The scratchpad that was stored last. */
  #pad: StoredPad | undefined;

  constructor(host: Pick<FeatureHost, 'entries' | 'standing' | 'clock'>, slots: CheckpointSlots) {
    this.#host = host;
    this.#slots = slots;
  }

  /** Looks at what changed; to be called after every change of the session. */
  look(): void {
    const now = this.#host.standing();
    if (!now.isLoaded || (this.#isBegun && now.headId === (this.#last?.id ?? null))) return;
    const taken = this.#read();
    // Steps of before stand stored as they are: only those that are taken now are kept.
    if (this.#isBegun && taken && taken.step >= LEAST_STEPS) this.#keep(taken, now);
    this.#isBegun = true;
  }

  /** Reads on; gives the last significant step among what was appended. */
  #read(): StepTaken | undefined {
    const tail = this.#host.entries(Math.max(0, this.#length - 1));
    const goesOn = this.#length === 0 || tail[0]?.id === this.#last?.id;
    const entries = goesOn ? tail.slice(Math.min(1, this.#length)) : this.#host.entries();
    if (!goesOn) {
      this.#steps = 0;
      this.#last = undefined;
    }
    let taken: StepTaken | undefined;
    const newestBefore = this.#newestPlace;
    for (const entry of entries) {
      const step = this.#stepEndedBy(entry);
      if (step && placeOf(entry) > newestBefore) taken = step;
      this.#newestPlace = Math.max(this.#newestPlace, placeOf(entry));
      this.#last = entry;
      this.#length = entry.seq + 1;
    }
    if (entries.length === 0 && !goesOn) this.#length = 0;
    return taken;
  }

  /** The step that is over with this entry. */
  #stepEndedBy({ id, message }: Entry): StepTaken | undefined {
    const kind = stepOf(message);
    if (!kind) return undefined;
    this.#steps += 1;
    return { kind, entryId: id, step: this.#steps };
  }

  #keep(taken: StepTaken, { scratchpad, breaker, ...now }: SessionStanding): void {
    const { steps } = this.#slots;
    const { overlayVersion, historyIndex, call } = now;
    this.#next ??= (newestOf(steps)?.number ?? -1) + 1;
    const number = this.#next;
    this.#next += 1;
    const pad = this.#padNumber(scratchpad);
    const isQuiet = breaker.status === 'closed' && breaker.failures === 0;
    put(steps, {
      ...{ ...taken, number, overlayVersion, historyIndex, call },
      atMs: this.#host.clock.nowMs(),
      ...(pad !== undefined && { pad }),
      ...(!isQuiet && { breaker }),
    });
    this.#sweep(number, pad);
  }

  /**
   * Takes away what is expired, a little with each step: words of yesterday do not stay stored for long.
   */
  #sweep(newest: number, newestPad: number | undefined): void {
    const { steps, pads } = this.#slots;
    const fromMs = this.#host.clock.nowMs() - LIFE_MS;
    const isKept = ({ atMs }: StoredStep) => atMs >= fromMs;
    const kept = steps.flatMap((slot) => slot.get() ?? []).filter(isKept);
    const wanted = new Set([newestPad, ...kept.map(({ pad }) => pad)]);
    clear(steps, { newest, isWanted: isKept });
    clear(pads, { newest: newestPad ?? 0, isWanted: ({ number }) => wanted.has(number) });
  }

  /** The number under which this scratchpad is stored, from now on where it was not; `undefined` where it cannot be. */
  #padNumber(pad: unknown): number | undefined {
    const { pads } = this.#slots;
    this.#pad ??= newestOf(pads);
    const known = this.#pad;
    if (known && isSameValue(known.pad, pad)) return known.number;
    try {
      const next = { number: (known?.number ?? -1) + 1, pad: copyPlainData(pad) };
      put(pads, next);
      this.#pad = next;
      return next.number;
    } catch (error) {
      // A schema may give what is no plain data; the checkpoint then has no scratchpad, and says so.
      if (error instanceof InvalidMessageError) return undefined;
      throw error;
    }
  }
}

function put<Item extends { readonly number: number }>(
  slots: readonly PartHandle<Item | undefined>[],
  item: Item,
): void {
  const stored = slots[item.number % slots.length]?.set(item);
  // The state of the memory says that its store failed; the next commit brings this one along.
  stored?.catch(() => undefined);
}

/** So many parts are taken away with a step. */
const MOST_CLEARED = 4;

function clear<Item extends { readonly number: number }>(
  slots: readonly PartHandle<Item | undefined>[],
  { newest, isWanted }: { readonly newest: number; readonly isWanted: (item: Item) => boolean },
): void {
  const isOver = (item: Item | undefined) =>
    // A part says what it held before until its write is done: one whose turn has come again stays.
    item !== undefined && item.number > newest - slots.length && !isWanted(item);
  for (const slot of slots.filter((one) => isOver(one.get())).slice(0, MOST_CLEARED)) {
    // As above: the next commit says so to the store.
    slot.set(undefined).catch(() => undefined);
  }
}

function newestOf<Item extends { readonly number: number }>(
  slots: readonly PartHandle<Item | undefined>[],
): Item | undefined {
  return slots
    .map((slot) => slot.get())
    .reduce((newest, item) => (item && item.number >= (newest?.number ?? 0) ? item : newest));
}
