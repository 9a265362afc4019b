import { StoreUnavailableError } from '../ground/errors/errors.ts';
import { QuotaExceededStoreError } from '../ground/errors/store-errors.ts';
import { nextTask } from '../ground/platform/clock.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type {
  MemoryStore,
  SessionChange,
  StoreCallOptions,
  StoredSession,
  StoreNews,
} from '../store/memory-store.ts';
import { aSharedStore } from './shared-store.ts';

/**
 * What is wrong between a tab and its disk.
 *
 * - `full`: commits reject for want of room. `gone`: every call rejects.
 * - `busy`: calls wait until that is over; one that was given up meanwhile has no effect.
 * - `late`: the same, and one that was given up takes effect all the same.
 * - `unanswered`: calls take effect, and their answers come when that is over.
 * - `answer-lost`: commits take effect, and reject.
 * - `garbage`: what is read is no session, and commits reject with an error of another make.
 * - `dead`: nothing comes of any call, ever.
 */
export type Trouble =
  | 'none'
  | 'full'
  | 'gone'
  | 'busy'
  | 'late'
  | 'unanswered'
  | 'answer-lost'
  | 'garbage'
  | 'dead';

/** The store of one tab on a disk. */
export interface TroubledTab extends MemoryStore {
  /** From now on this is wrong; calls that wait go on under it. */
  have(trouble: Trouble): void;
  readonly trouble: Trouble;
  /** Whether a commit of this entry is under way. */
  isGiven(entryId: string): boolean;
}

/** The entries that are gone from a disk, and how many are left before them. */
export interface Gone {
  readonly ids: ReadonlySet<string>;
  readonly left: number;
}

/** One disk that any number of tabs have one session on, and what can happen to it. */
export interface TroubledDisk {
  /** A store object of its own, without trouble. */
  tab(): TroubledTab;
  stored(): Promise<StoredSession | undefined>;
  /** The site's data is cleared: that was meant, and no store tells of a loss. */
  clear(): Promise<Gone>;
  /** The engine starts over, without what the last commits brought; stores tell of the loss. */
  lose(commits: number): Promise<Gone>;
  /** Rises with every call of a store that begins or ends. */
  readonly activity: number;
}

const SESSION = 'trip';
/** More than an engine ever forgets. */
export const EVERYTHING = Number.POSITIVE_INFINITY;

/** Makes a disk of which every fault is switched by a call. It outlives the pages, and time is never passed. */
export function aTroubledDisk(): TroubledDisk {
  const inner = inMemoryStore();
  /** What makes the session, oldest first. */
  let log: SessionChange[] = [];
  let entries = 0;
  let activity = 0;
  /** So many entries were acknowledged before the engine lost some. */
  let lost = 0;
  const idsNow = async () => (await inner.load(SESSION))?.entries.map(({ id }) => id) ?? [];
  /** The store in memory does its work when it is called: nothing comes between two calls. */
  const commit = async (id: string, change: SessionChange) => {
    const done = inner.commit(id, change);
    log.push(change);
    try {
      await done;
    } catch (error) {
      log = log.filter((each) => each !== change);
      throw error;
    }
    entries = (await idsNow()).length;
    if (entries >= lost) lost = 0;
  };
  const logged: MemoryStore = {
    ...{ name: 'disk', persistent: true, commit },
    load: (id, options) => inner.load(id, options),
    list: () => inner.list(),
    delete: (id) => inner.delete(id),
    close: () => inner.close(),
  };
  const shared = aSharedStore((word) => void nextTask().then(word), logged);
  /** The session is these changes alone from now on. */
  const begin = async (changes: readonly SessionChange[]): Promise<Gone> => {
    const before = idsNow();
    log = [];
    const work = [inner.delete(SESSION), ...changes.map((change) => commit(SESSION, change))];
    const after = idsNow();
    await Promise.allSettled(work);
    const left = new Set(await after);
    entries = left.size;
    return { ids: new Set((await before).filter((id) => !left.has(id))), left: left.size };
  };
  return {
    stored: () => inner.load(SESSION),
    clear() {
      lost = 0;
      return begin([]);
    },
    async lose(commits) {
      const before = Math.max(entries, lost);
      const gone = await begin(log.slice(0, Math.max(0, log.length - commits)));
      lost = entries < before ? before : 0;
      return gone;
    },
    get activity() {
      return activity;
    },
    tab() {
      const working = shared.tab();
      const given = new Set<SessionChange>();
      let trouble: Trouble = 'none';
      let pass = (): void => undefined;
      let over = new Promise<void>((resolve) => {
        pass = resolve;
      });
      const passed = async () => {
        const from = trouble;
        while (trouble === from) await over;
      };
      async function call<Answer>(
        work: () => Promise<Answer>,
        options: StoreCallOptions | undefined,
        isCommit = false,
      ): Promise<Answer> {
        activity += 1;
        try {
          for (;;) {
            if (trouble === 'dead') await new Promise<never>(() => undefined);
            if (trouble === 'busy') {
              await passed();
              if (options?.signal?.aborted) throw options.signal.reason;
            } else if (trouble === 'late') await passed();
            else break;
          }
          if (trouble === 'gone') throw new StoreUnavailableError('The disk is gone.');
          if (trouble === 'full' && isCommit) throw new QuotaExceededStoreError();
          if (trouble === 'garbage') {
            if (isCommit) throw new TypeError('undefined is not an object');
            return 'garbage' as Answer;
          }
          const answer = await work();
          if (trouble === 'answer-lost' && isCommit)
            throw new StoreUnavailableError('No answer came.');
          while (trouble === 'unanswered') await passed();
          if ((trouble as Trouble) === 'dead') await new Promise<never>(() => undefined);
          return answer;
        } finally {
          activity += 1;
        }
      }
      return {
        ...{ name: working.name, persistent: true },
        get trouble() {
          return trouble;
        },
        have(next) {
          trouble = next;
          pass();
          over = new Promise((resolve) => {
            pass = resolve;
          });
        },
        isGiven: (entryId) =>
          [...given].some((change) => change.entries?.some(({ id }) => id === entryId)),
        load: (id, options) => call(() => working.load(id, options), options),
        async commit(id, change, options) {
          given.add(change);
          try {
            await call(() => working.commit(id, change), options, true);
          } finally {
            given.delete(change);
          }
        },
        list: (options) => call(() => working.list(), options),
        delete: (id, options) => call(() => working.delete(id), options),
        close: () => working.close(),
        watch: (id, listener) =>
          working.watch?.(id, async (news: StoreNews) => {
            activity += 1;
            while (trouble === 'unanswered') await passed();
            if (trouble !== 'dead') listener(news);
          }) ?? (() => undefined),
        lossOf: () => (lost > 0 ? { kind: 'reset', entries: lost, sessions: 1 } : undefined),
      };
    },
  };
}
