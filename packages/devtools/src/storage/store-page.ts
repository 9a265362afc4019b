import type { DevtoolsState } from '../source/devtools-source.ts';
import type { StorageFacts } from '../source/storage-source.ts';
import { formatCount, formatWhole, knownWords } from '../words/format.ts';
import { type StoreTrouble, storeTroubles } from './store-troubles.ts';

interface StoreHeadline {
  readonly tone: 'well' | 'waiting' | 'note' | 'trouble';
  readonly text: string;
}

export interface StoreLine {
  readonly label: string;
  readonly text: string;
  readonly isTrouble?: boolean;
}

type Shown = Pick<DevtoolsState, 'status' | 'problem' | 'degraded' | 'store' | 'entries'>;

/** @param site the browser’s figures, where they are there. */
export function storePage(state: Shown, site?: StorageFacts) {
  const troubles = state.store.isCopy ? [] : storeTroubles(state, site);
  return {
    headline: headlineOf(state, troubles),
    /** Where the session is stored, and how far. */
    lines: state.store.isCopy ? [] : linesOf(state, troubles),
    troubles,
  };
}

/** How many troubles the tab tells of; `undefined` where there is none, and nothing to say. */
export function storeTroubleCount(state: DevtoolsState): number | undefined {
  if (state.store.isCopy) return undefined;
  const troubles = storeTroubles(state).filter(({ severity }) => severity !== 'info');
  return troubles.length === 0 ? undefined : troubles.length;
}

function headlineOf(state: Shown, troubles: readonly StoreTrouble[]): StoreHeadline {
  const { store, entries, status } = state;
  if (store.isCopy) {
    return {
      tone: 'note',
      text: 'A copy of a session file. Nothing of it is stored here; the file keeps what it has.',
    };
  }
  if (status === 'hydrating') return { tone: 'waiting', text: 'Loading what is stored …' };
  if (store.owed) {
    return { tone: 'trouble', text: `${owedOf(store.owed, entries)} in this page alone.` };
  }
  const isTrouble = troubles.some(({ severity }) => severity !== 'info');
  if (!store.persistent) {
    const isStored = isTrouble && store.owed === 0 && entries > 0;
    return {
      tone: isTrouble ? 'trouble' : 'note',
      text: isStored ? changesAlone(entries) : unkept(state),
    };
  }
  if (isTrouble) return { tone: 'trouble', text: attention(troubles.length) };
  return { tone: 'well', text: wellWords(state) };
}

/** `3 of 20 messages are`; entries of other branches may be owed too. */
function owedOf(owed: number, entries: number): string {
  if (owed === entries) return all(entries);
  const count = owed < entries ? `${formatWhole(owed)} of ` : '';
  return `${count}${formatCount(Math.max(owed, entries), 'message')} ${owed === 1 ? 'is' : 'are'}`;
}

/** `All 20 messages are` */
function all(entries: number): string {
  return entries === 1 ? 'The 1 message is' : `All ${formatCount(entries, 'message')} are`;
}

/** The store has trouble, and has every message all the same. */
function changesAlone(entries: number): string {
  return `${all(entries)} stored. Changes beside them since then, such as notes, are in this page alone.`;
}

function unkept({ store, entries }: Shown): string {
  if (entries === 0) return 'Nothing that is said here will outlive this page.';
  return store.name === 'memory'
    ? `${all(entries)} in this page alone, and gone when it closes.`
    : `${all(entries)} in ${store.name}, which the browser empties when its windows close.`;
}

function attention(troubles: number): string {
  return troubles === 1 ? 'One thing needs attention.' : `${troubles} things need attention.`;
}

function wellWords({ store, entries }: Shown): string {
  if (entries === 0) return `All is well. ${store.name} is ready, and nothing has been said yet.`;
  return store.owed === undefined
    ? `All is well. ${store.name} has taken everything that it was given.`
    : `All is well. ${all(entries)} stored in ${store.name}.`;
}

function linesOf(
  { status, store, entries, problem }: Shown,
  troubles: readonly StoreTrouble[],
): readonly StoreLine[] {
  const where = {
    label: 'Store',
    text: store.name === 'memory' ? 'memory of this page' : store.name,
  };
  if (status === 'hydrating') return [where];
  const hasFailed = troubles.some(({ severity }) => severity !== 'info');
  const isOwedTo = store.owed !== undefined && (store.persistent || store.owed > 0);
  return [
    where,
    outlives(store, hasFailed),
    ...(isOwedTo ? [owedLine(store.owed, problem?.code)] : []),
    ...leadLine(store),
    ...(store.unloaded ? [unloadedLine(store.unloaded, entries)] : []),
  ];
}

function outlives({ persistent, name }: Shown['store'], hasFailed: boolean): StoreLine {
  const label = 'Outlives the page';
  if (persistent) return { label, text: 'yes, also a reload and a restart of the browser' };
  if (hasFailed) return { label, text: 'no, as long as the trouble lasts', isTrouble: true };
  return {
    label,
    text:
      name === 'memory'
        ? 'no: the app gave this memory no store that lasts, such as `indexedDbStore()`'
        : 'no: a private window, or a browser that keeps nothing',
  };
}

/** No other tab has what is in this page alone. */
function leadLine({ name, leads }: Shown['store']): readonly StoreLine[] {
  if (leads === undefined || name === 'memory') return [];
  const text = leads
    ? 'this one leads: of all with this session it alone prepares summaries ahead of need'
    : 'another one leads, and prepares summaries ahead of need; what is said here is stored all the same';
  return [{ label: 'Tabs', text }];
}

function unloadedLine(unloaded: number, entries: number): StoreLine {
  return {
    label: 'Older part',
    text: `${formatWhole(unloaded)} of ${formatCount(entries, 'message')} are still being read; the newest are here`,
  };
}

/** Troubles that do not end by themselves: what is owed waits for a person. */
const WAITING: Readonly<Record<string, string>> = {
  SESSION_CLEARED: 'until it is written back',
  STORE_CONFLICT: 'until this page is loaded again',
};

function owedLine(owed: number, problem: string | undefined): StoreLine {
  if (owed === 0) return { label: 'Owed', text: 'nothing: the store has every message' };
  const until = problem === undefined ? undefined : knownWords(WAITING, problem);
  const text = `${formatCount(owed, 'message')} that only this page holds, ${until ?? 'tried again by itself'}`;
  return { label: 'Owed', text, isTrouble: true };
}

/** The outcome of giving the store what it lacks. */
export function storedWords(entries: number): string {
  return entries === 0
    ? 'Nothing is owed: the store has every message.'
    : `Stored: ${formatCount(entries, 'message')} that this page alone held.`;
}
