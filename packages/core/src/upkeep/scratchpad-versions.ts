import { checkGiven } from '../errors/check-option.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { isPlainObject } from '../message/plain-object.ts';
import { isSameValue } from '../message/same-value.ts';
import { SerialQueue } from '../platform/serial-queue.ts';
import type { StoredPart } from '../storage/stored-part.ts';
import { changeTo, type PadMemory } from './kept-pad.ts';

/** A scratchpad as it was, until this time in milliseconds since 1970. */
export interface ScratchpadVersion<Pad> {
  readonly pad: Pad;
  readonly untilMs: number;
}

/** How many earlier scratchpads are kept. */
export interface ScratchpadVersionsOptions {
  /** The newest so many. Default 20. */
  readonly keep?: number;
}

/** The earlier versions of a scratchpad, from `scratchpadVersions`. */
export interface ScratchpadVersions<Pad> {
  /** Oldest first; without the one that stands. */
  list(): readonly ScratchpadVersion<Pad>[];
  /**
   * Takes the newest change back, and the one before it when called again, however soon. Gives the pad that stands
   * then; `undefined` where there is no earlier one.
   * @throws InvalidScratchpadError if the earlier one does not fit the schema any more; nothing changed then.
   */
  undo(): Promise<Pad | undefined>;
  /** Resolves when what is kept is stored. @throws what hindered it. */
  stored(): Promise<void>;
  /** Ends the keeping; what was kept stays stored. */
  dispose(): void;
}

const OPTIONS = { keep: true } as const satisfies KnownNames<ScratchpadVersionsOptions>;
const MOST = 20;
/** Versions take no more characters than this together, as JSON; the oldest go first. */
const MOST_CHARACTERS = 200_000;

/** PERSISTED: another name is another part. */
const PART: StoredPart<readonly ScratchpadVersion<never>[]> = {
  name: '@agent-memory/scratchpad/versions',
  initial: [],
  read(stored) {
    if (Array.isArray(stored) && stored.every(isVersion)) return stored;
    throw new TypeError('it is no list of versions of a scratchpad');
  },
};

function isVersion(value: unknown): value is ScratchpadVersion<never> {
  return isPlainObject(value) && isPlainObject(value.pad) && typeof value.untilMs === 'number';
}

/**
 * Keeps earlier versions of a memory's scratchpad, whoever changed it, with the session [PAD-3]. Make it
 * right after the memory: changes ahead of it are not seen.
 *
 * @example
 * const versions = scratchpadVersions(memory);
 * await memory.patchScratchpad({ currentStep: 'Call the shop' });
 * await versions.undo();
 *
 * @throws InvalidOptionError if `keep` makes no sense, or an option is not known.
 */
export function scratchpadVersions<Pad extends object>(
  memory: PadMemory<Pad>,
  options: ScratchpadVersionsOptions = {},
): ScratchpadVersions<Pad> {
  refuseUnknown(options, OPTIONS, 'scratchpadVersions');
  const { keep = MOST } = options;
  checkGiven(Number.isSafeInteger(keep) && keep >= 1, 'keep', 'a whole number from 1 up', keep);
  // Its pads are those of this memory: they were read from its state.
  const part = memory.part(PART as unknown as StoredPart<readonly ScratchpadVersion<Pad>[]>);
  let stands = memory.getState().scratchpad;
  let versions = part.get();
  let undoneTo: Pad | undefined;
  let stored = Promise.resolve();
  const keepOnly = (kept: readonly ScratchpadVersion<Pad>[]): void => {
    versions = bounded(kept, keep);
    stored = part.set(versions);
    // It is told to whoever waits for it.
    stored.catch(() => undefined);
  };
  const stop = memory.onEvent(({ type, atMs }) => {
    if (type === 'session-load') versions = part.get();
    if (type !== 'session-load' && type !== 'scratchpad-update') return;
    const before = stands;
    stands = memory.getState().scratchpad;
    const isUndo = undoneTo !== undefined && isSameValue(stands, undoneTo);
    if (type === 'session-load' || isUndo || before === stands) return;
    keepOnly([...versions, { pad: before, untilMs: atMs }]);
  });
  const undos = new SerialQueue();
  async function undoLast(): Promise<Pad | undefined> {
    const last = versions.at(-1);
    if (!last) return undefined;
    undoneTo = last.pad;
    try {
      await memory.patchScratchpad(changeTo(memory.getState().scratchpad, last.pad));
    } finally {
      undoneTo = undefined;
    }
    keepOnly(versions.filter((version) => version !== last));
    return memory.getState().scratchpad;
  }
  return {
    list: () => versions,
    undo: () => undos.run(undoLast),
    stored: () => stored,
    dispose: stop,
  };
}

function bounded<Pad>(
  versions: readonly ScratchpadVersion<Pad>[],
  keep: number,
): readonly ScratchpadVersion<Pad>[] {
  const kept = versions.slice(-keep);
  while (kept.length > 1 && JSON.stringify(kept).length > MOST_CHARACTERS) kept.shift();
  return kept;
}
